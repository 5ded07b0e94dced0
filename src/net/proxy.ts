// Proxies: which one an address takes by the environment, and what is wrong with a variable that names one. Pure.
import { BlockList, isIP } from 'node:net';
import { isLoopback, parseUrl } from './address.ts';

/** The environment variables that choose a proxy, in upper or lower case; lower case wins, as in curl. `process.env` fits. */
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
  { readonly kind: 'direct' } | ({ readonly kind: 'proxy' } & Proxy) | ({ readonly kind: 'fault' } & ProxyFault);

export interface ProxyFault {
  readonly variable: string;
  /** Completes "the variable is …"; never quotes the value, which may hold a password. */
  readonly given: string;
}

/** A request that needs a proxy variable that cannot be used; it is not sent. */
export class ProxyAddressError extends Error {
  override readonly name = 'ProxyAddressError';
  /** The message: what was given is described, never quoted. */
  readonly withoutNames: string;

  constructor({ variable, given }: ProxyFault) {
    super(`${variable} is ${given}`);
    this.withoutNames = this.message;
  }
}

export interface Proxy {
  readonly url: URL;
  readonly variable: string;
}

interface ProxyFailure {
  /** Completes "the proxy …". */
  readonly text: string;
  /** It is the text without host names and addresses; a text without them needs none. */
  readonly withoutNames?: string;
  readonly code?: string | undefined;
  readonly status?: number;
}

/** The proxy did not open a way to the address: the request was not sent. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  /** That of the system or of TLS; undefined if there is none. */
  readonly code: string | undefined;
  /** The message without the address of the proxy. */
  readonly withoutNames: string;
  readonly status: number | undefined;

  constructor({ url, variable }: Proxy, { text, withoutNames = text, code, status }: ProxyFailure) {
    super(`the proxy ${url.host} (${variable}) ${text}`);
    this.withoutNames = `the proxy (${variable}) ${withoutNames}`;
    this.code = code;
    this.status = status;
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

/** The variable by which the toolkit of GitHub Actions chooses a proxy, though it may be blank; null: none is set. */
export function findToolkitVariable(env: ProxyEnvironment, target: URL): ProxyFault['variable'] | null {
  return proxyNames(target).find((name) => (env[name] ?? '') !== '') ?? null;
}

function proxyNames({ protocol }: URL): readonly ('https_proxy' | 'HTTPS_PROXY' | 'http_proxy' | 'HTTP_PROXY')[] {
  return protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
}

function firstSet<Name extends keyof ProxyEnvironment>(env: ProxyEnvironment, names: readonly Name[]) {
  return names.find((name) => (env[name] ?? '').trim() !== '');
}

/**
 * Reads NO_PROXY as most programs do: a name is also its subdomains, whether or not a dot or `*.` stands
 * before it; an IP address is that address, or a network (`10.0.0.0/8`). With a port, only that port. A single `*` is every
 * address; anywhere else a star is none, nor is an address with a scheme a name.
 */
function isExcepted(noProxy: string, { hostname, port, protocol }: URL): boolean {
  const host = toName(hostname);
  const used = port === '' ? DEFAULT_PORTS[protocol] : Number(port);
  return noProxy.split(/[\s,]+/).some((entry) => {
    // An IPv6 address without brackets has more than one colon.
    const [, given = entry, only = used] = /^([^:]+|\[[^\]]+\]):(\d+)$/.exec(entry) ?? [];
    if (Number(only) !== used) return false;
    if (given === '*') return true;
    const name = toName(given.replace(/^\*?\./, ''));
    return isIP(host) === 0 ? name !== '' && `.${host}`.endsWith(`.${name}`) : isInNetwork(host, name);
  });
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };

/** Takes the brackets off an IPv6 address, and the dot that may end a name. */
function toName(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

/** An IP address may be written in several ways, and may lie in a network. */
function isInNetwork(address: string, network: string): boolean {
  const [, start = '', given] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
  const longest = isIP(start) === 4 ? 32 : 128;
  const bits = Number(given ?? longest);
  if (isIP(start) === 0 || bits > longest) return false;
  const list = new BlockList();
  list.addSubnet(start, bits, toFamily(start));
  return list.check(address, toFamily(address));
}

function toFamily(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

/** A sign that would end the host stands before the `@` behind a user name or password; behind a port it begins a path. */
const CUT_OFF = /^(?![^/?#@:\\]*:\d+[/?#\\])[^/?#@\\]+[/?#\\][^@]*@[^/?#@\\]+$/;

/** The proxy's address, or what the value is instead. Without a scheme it is `http:`, as in curl. */
function readProxyAddress(value: string): URL | string {
  const [, scheme = 'http'] = /^([a-z][a-z\d+.-]*):\/\//i.exec(value) ?? [];
  if (!/^https?$/i.test(scheme)) return `a ${scheme.toLowerCase().slice(0, 20)}: address`;
  if (CUT_OFF.test(value.replace(/^https?:\/\//i, ''))) {
    return String.raw`an address with a bare "#", "/", "?" or "\" in its user name or password, where "%23", "%2F", "%3F" or "%5C" stands for it`;
  }
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
