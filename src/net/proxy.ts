// The choice of a proxy for an address, by HTTPS_PROXY, HTTP_PROXY and NO_PROXY. Pure.
import { isLoopback } from './address.ts';

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

/**
 * Selects the proxy for an address: its absolute URL, or undefined for a direct connection. Loopback and whatever
 * NO_PROXY lists are always direct.
 * @throws {TypeError} If the variable is not an http(s) address; names the variable, never its value.
 */
export function selectProxy(env: ProxyEnvironment, target: URL): string | undefined {
  const secure = target.protocol === 'https:';
  const value = secure
    ? first(env.https_proxy, env.HTTPS_PROXY)
    : first(env.http_proxy, env.HTTP_PROXY);
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
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new TypeError(`${variable} is not the http(s) address of a proxy`);
  }
  return url.href;
}
