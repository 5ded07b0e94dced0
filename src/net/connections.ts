// Connections and proxies: a `fetch` that respects the proxy variables. The only user of undici.
import { Agent, type Dispatcher, ProxyAgent, fetch as undiciFetch } from 'undici';
import { isLoopback, parseUrl } from './address.ts';
import type { FetchLike } from './fetch.ts';

/** A `fetch`, and a way to close the connections it opened. */
export interface Connections {
  /** Connects directly or through the proxy that the environment names for the address. */
  readonly fetch: FetchLike;
  /** Closes every connection, even one in use, so that the process can end at once. */
  readonly close: () => Promise<void>;
}

/**
 * Opens nothing yet: the first requests open connections, and later ones reuse them. Loopback never goes through
 * a proxy. With a malformed proxy variable, each request that needs it fails with a ProxyAddressError; creating never
 * throws. (undici's EnvHttpProxyAgent prints a warning that it is experimental, and cannot exclude 127.0.0.0/8.)
 */
export function openConnections(env: ProxyEnvironment): Connections {
  const dispatchers = new Map<string, Dispatcher>();
  const dispatcherFor = (proxy: string | undefined): Dispatcher => {
    const key = proxy ?? '';
    const open = dispatchers.get(key) ?? (proxy ? new ProxyAgent(proxy) : new Agent());
    dispatchers.set(key, open);
    return open;
  };
  return {
    fetch: async (url, init = {}) => {
      await nextTurn();
      return await undiciFetch(url, {
        ...init,
        dispatcher: dispatcherFor(selectProxy(env, new URL(url))),
      });
    },
    close: async () => {
      const open = [...dispatchers.values()];
      dispatchers.clear();
      await Promise.all(open.map((dispatcher) => dispatcher.destroy()));
    },
  };
}

/**
 * Lets the connection of a request that was just answered become free: undici does that one turn of the event loop after
 * the end of the answer, and until then would open another connection, which over TLS takes two round trips.
 */
async function nextTurn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/**
 * The environment variables that choose a proxy, in upper or lower case; lower case wins, as in curl.
 * `process.env` fits.
 */
export interface ProxyEnvironment {
  readonly HTTPS_PROXY?: string | undefined;
  readonly https_proxy?: string | undefined;
  readonly HTTP_PROXY?: string | undefined;
  readonly http_proxy?: string | undefined;
  readonly NO_PROXY?: string | undefined;
  readonly no_proxy?: string | undefined;
}

/** A proxy variable that cannot be used; no request that needs it is sent. */
class ProxyAddressError extends Error {
  override readonly name = 'ProxyAddressError';
}

/**
 * Selects the proxy for an address: its absolute URL, or undefined for a direct connection. Loopback and whatever
 * NO_PROXY lists are always direct.
 * @throws {ProxyAddressError} If the variable is not an http(s) address; names the variable, never its value.
 */
export function selectProxy(env: ProxyEnvironment, target: URL): string | undefined {
  const secure = target.protocol === 'https:';
  const value = secure ? first(env.https_proxy, env.HTTPS_PROXY) : first(env.http_proxy, env.HTTP_PROXY);
  if (value === undefined || isLoopback(target.hostname)) return undefined;
  if (isExcepted(first(env.no_proxy, env.NO_PROXY) ?? '', target)) return undefined;
  return parseProxyAddress(value, secure ? 'HTTPS_PROXY' : 'HTTP_PROXY');
}

function first(...values: readonly (string | undefined)[]): string | undefined {
  return values.map((value) => value?.trim()).find((value) => value !== undefined && value !== '');
}

// As in curl and in the GitHub Actions toolkit, a name also matches its subdomains.
function isExcepted(noProxy: string, { hostname, port, protocol }: URL): boolean {
  const host = hostname.toLowerCase();
  const names = [host, `${host}:${port || (protocol === 'https:' ? '443' : '80')}`];
  const entries = noProxy.toLowerCase().split(/[\s,]+/);
  return entries.some((entry) => {
    if (entry === '' || entry === '*') return entry === '*';
    const bare = entry.replace(/^\*?\./, '');
    return host === `[${bare}]` || names.some((name) => name === bare || name.endsWith(`.${bare}`));
  });
}

function parseProxyAddress(value: string, variable: string): string {
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = parseUrl(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new ProxyAddressError(`${variable} is not the http(s) address of a proxy`);
  }
  return url.href;
}
