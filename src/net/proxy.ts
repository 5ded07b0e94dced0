// Proxies: which one an address takes by the environment, and what is wrong with a variable that names one. Pure.
import { isLoopback, parseUrl } from './address.ts';

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

/** How an address is reached. `variable` is the one that says so, as it is spelled there. */
export type Route =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly variable: string; readonly url: URL }
  | ({ readonly kind: 'fault' } & ProxyFault);

/** A proxy variable that cannot be used. */
export interface ProxyFault {
  readonly variable: string;
  /** Completes "the variable is …"; never quotes the value, which may hold a password. */
  readonly given: string;
}

/** A request that needs a proxy variable that cannot be used; it is not sent. */
export class ProxyAddressError extends Error {
  override readonly name = 'ProxyAddressError';

  constructor({ variable, given }: ProxyFault) {
    super(`${variable} is ${given}`);
  }
}

/** The proxy did not open a way to the address: the request was not sent. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  /** That of the system or of TLS; undefined if there is none. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** Selects the way to an address. Loopback and whatever NO_PROXY lists are always direct. Never throws. */
export function selectRoute(env: ProxyEnvironment, target: URL): Route {
  const variable = firstSet(env, proxyNames(target));
  if (variable === undefined || isLoopback(target.hostname)) return { kind: 'direct' };
  const excepted = firstSet(env, ['no_proxy', 'NO_PROXY'] as const);
  if (excepted !== undefined && isExcepted(env[excepted] ?? '', target)) return { kind: 'direct' };
  const url = readProxyAddress((env[variable] ?? '').trim());
  return typeof url === 'string' ? { kind: 'fault', variable, given: url } : { kind: 'proxy', variable, url };
}

/** A proxy variable that GitHub's toolkit reads where we do not, and which it cannot use. */
export interface ToolkitFault extends ProxyFault {
  /** The variable that the toolkit reads for exceptions: only whole names, with commas between them. */
  readonly exceptions: 'no_proxy' | 'NO_PROXY';
}

/**
 * What the toolkit of GitHub Actions cannot use, if it threw at an address: by its own rules, by which also a blank value
 * is one. Null: it reads no proxy variable for the address, so that it threw at something else.
 */
export function findToolkitFault(env: ProxyEnvironment, target: URL): ToolkitFault | null {
  const variable = proxyNames(target).find((name) => (env[name] ?? '') !== '');
  if (variable === undefined) return null;
  const value = (env[variable] ?? '').trim();
  const fault = value === '' ? 'blank' : readProxyAddress(value);
  const given = typeof fault === 'string' ? fault : "an address that GitHub's toolkit cannot use";
  return { variable, given, exceptions: (env.no_proxy ?? '') === '' ? 'NO_PROXY' : 'no_proxy' };
}

function proxyNames({ protocol }: URL): readonly ('https_proxy' | 'HTTPS_PROXY' | 'http_proxy' | 'HTTP_PROXY')[] {
  return protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
}

function firstSet<Name extends keyof ProxyEnvironment>(env: ProxyEnvironment, names: readonly Name[]) {
  return names.find((name) => (env[name] ?? '').trim() !== '');
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

/** The proxy's address, or what the value is instead. Without a scheme it is `http:`, as in curl. */
function readProxyAddress(value: string): URL | string {
  const [, scheme = 'http'] = /^([a-z][a-z\d+.-]*):\/\//i.exec(value) ?? [];
  if (!/^https?$/i.test(scheme)) return `a ${scheme.toLowerCase().slice(0, 20)}: address`;
  const url = parseUrl(value.includes('://') ? value : `http://${value}`);
  // `http:///path` would be read as if the path were a host.
  if (url === null || !isHostName(url.hostname) || /^(?:[^/]*\/\/)?\//.test(value)) {
    return 'not an address';
  }
  if (url.port === '0') return 'an address with a port that cannot be';
  if (url.pathname !== '/' || /[?#]/.test(value)) return 'an address with a path, a "?" or a "#"';
  if (!isDecodable(url.username) || !isDecodable(url.password)) {
    return 'an address with a bare "%" in its user name or password, where "%25" stands for it';
  }
  return url;
}

function isHostName(name: string): boolean {
  return /^(?:[\w.-]+|\[[\da-f:.]+\])$/i.test(name);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
