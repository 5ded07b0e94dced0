// Connections and proxies: a `fetch` that respects the proxy variables. The only user of undici.
import { Agent, Dispatcher, Pool, ProxyAgent, fetch as undiciFetch } from 'undici';
import { parseUrl } from './address.ts';
import type { FetchLike } from './fetch.ts';
import { toNamelessText, toPlainText } from './network-cause.ts';
import {
  type Proxy,
  ProxyAddressError,
  type ProxyEnvironment,
  ProxyError,
  type ProxyFault,
  selectRoute,
} from './proxy.ts';

export interface Connections {
  /** Connects directly or through the proxy that the environment names for the address. */
  readonly fetch: FetchLike;
  /** Says what is wrong with the proxy variable that a request to this address would use; null: nothing. */
  readonly findProxyFault: (url: string) => ProxyFault | null;
  /** Closes every connection, even one in use, so that the process can end at once. */
  readonly close: () => Promise<void>;
}

/** How long a proxy may take to open a way, in milliseconds: as long as undici gives any other connection. */
const PROXY_TIMEOUT_MS = 10_000;

/**
 * Opens nothing yet: the first requests open connections, and later ones reuse them. Loopback never goes through
 * a proxy. With a malformed proxy variable, each request that needs it fails with a ProxyAddressError; creating never
 * throws. (undici's EnvHttpProxyAgent prints a warning that it is experimental, and cannot exclude 127.0.0.0/8.)
 */
export function openConnections(env: ProxyEnvironment, proxyTimeoutMs = PROXY_TIMEOUT_MS): Connections {
  const dispatchers = new Map<string, Dispatcher>();
  const dispatcherFor = (target: URL): Dispatcher => {
    const route = selectRoute(env, target);
    if (route.kind === 'fault') throw new ProxyAddressError(route);
    const key = route.kind === 'proxy' ? route.url.href : '';
    const open = dispatchers.get(key) ?? (route.kind === 'proxy' ? openTunnels(route, proxyTimeoutMs) : new Agent());
    dispatchers.set(key, open);
    return open;
  };
  return {
    fetch: async (url, init = {}) => {
      await nextTurn();
      return await undiciFetch(url, { ...init, dispatcher: dispatcherFor(new URL(url)) });
    },
    findProxyFault: (url) => {
      const target = parseUrl(url);
      const route = target && selectRoute(env, target);
      return route?.kind === 'fault' ? { variable: route.variable, given: route.given } : null;
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
 * A dispatcher that sends everything through a proxy. undici by itself takes a connection that the proxy ends for one that it
 * can open again, and asks thousands of times a second without end; and it says of a refusal only that the request was aborted.
 */
function openTunnels({ url, variable }: Proxy, timeoutMs: number): Dispatcher {
  return new ProxyAgent({
    uri: url.href,
    ...toAuthorization(url),
    clientFactory: (origin, options) =>
      new Tunnels(new Pool(origin, { ...options, headersTimeout: timeoutMs }), { url, variable }),
  });
}

/** curl sends a name without a password, and a password without a name, too; undici by itself sends nothing then. */
function toAuthorization(url: URL): { readonly token?: string } {
  if (!hasCredentials(url)) return {};
  const { username, password } = url;
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { token: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** The connections to a proxy: each attempt to open a tunnel ends, whatever the proxy does, with a tunnel or a ProxyError. */
class Tunnels extends Dispatcher {
  readonly #pool: Pool;
  readonly #proxy: Proxy;
  /** Why the user name and password of its address are refused; null: they are not. Undefined: nobody has asked yet. */
  #refusal: Promise<ProxyError | null> | undefined;

  constructor(pool: Pool, proxy: Proxy) {
    super();
    this.#pool = pool;
    this.#proxy = proxy;
  }

  override connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData>;
  override connect(
    options: Dispatcher.ConnectOptions,
    callback: (error: Error | null, data: Dispatcher.ConnectData) => void,
  ): void;
  // The ProxyAgent waits for the promise.
  override async connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    if (!hasCredentials(this.#proxy.url)) return await this.#open(options);
    // A directory locks an account after a few wrong passwords: the first request tries it, the others wait for that.
    if (this.#refusal !== undefined) {
      const refusal = await this.#refusal;
      if (refusal !== null) throw refusal;
      return await this.#open(options);
    }
    const opening = this.#open(options);
    this.#refusal = opening.then(
      () => null,
      (error: unknown) => {
        if (error instanceof ProxyError && error.status === 407) return error;
        // Nothing is known of the password yet.
        this.#refusal = undefined;
        return null;
      },
    );
    return await opening;
  }

  async #open(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    const answer = await this.#pool.connect(options).catch((error: unknown) => {
      throw toProxyError(this.#proxy, error);
    });
    const { statusCode, socket } = answer;
    // Through a way nobody speaks before we do. undici would take the socket as broken, and ask again without end.
    const isOpen = statusCode === 200 && socket.readableLength === 0;
    if (isOpen) return answer;
    socket.on('error', () => undefined).destroy();
    throw new ProxyError(this.#proxy, {
      text: `answered ${statusCode}${toWhyClosed(statusCode, this.#proxy.url)}`,
      status: statusCode,
    });
  }

  override async close(): Promise<void> {
    await this.#pool.close();
  }

  override async destroy(): Promise<void> {
    await this.#pool.destroy();
  }
}

/** Why an answer opens no way, where more can be said than its status. */
function toWhyClosed(status: number, url: URL): string {
  if (status === 200) return ' with a text of its own, instead of opening a way';
  if (status !== 407) return '';
  return hasCredentials(url)
    ? ': it does not accept the user name and the password in its address, or wants another kind of sign-in'
    : ': it wants a user name and a password in its address';
}

function hasCredentials({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

/** undici gives these codes to a connection that broke off before there was a tunnel. */
const CLOSED: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'UND_ERR_INFO', 'ECONNRESET', 'EPIPE']);
const SILENT: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT']);

/** The new error never has a code that undici takes for a reason to connect again. */
function toProxyError(proxy: Proxy, error: unknown): ProxyError {
  const { code = '', message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  if (CLOSED.has(code)) return new ProxyError(proxy, { text: 'closed the connection' });
  if (SILENT.has(code)) return new ProxyError(proxy, { text: 'did not answer in time' });
  return new ProxyError(proxy, {
    text: `cannot be used: ${toPlainText(message, code)}`,
    withoutNames: `cannot be used: ${toNamelessText(error)}`,
    code: code === '' ? undefined : code,
  });
}
