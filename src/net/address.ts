// Checks of base addresses and header values.

export type AddressFault =
  | 'not-an-address'
  | 'user-info'
  | 'query'
  | 'scheme'
  | 'plain-http'
  /** Ends in the path that every endpoint begins with. */
  | 'api-path'
  /** GitHub's own address: a key of the service must not be sent there. */
  | 'github';

export const API_PATH = '/public/v1';

type BaseAddress =
  /** Origin and path prefix, without a trailing slash. */
  { readonly kind: 'address'; readonly url: string } | { readonly kind: 'fault'; readonly fault: AddressFault };

/** Reads the base address of a service: `https:`, or `http:` for loopback, without any of the faults above. */
export function parseBaseAddress(text: string): BaseAddress {
  const url = parseUrl(text);
  if (url === null) return { kind: 'fault', fault: 'not-an-address' };
  const fault = findFault(url, text);
  if (fault !== null) return { kind: 'fault', fault };
  return { kind: 'address', url: url.origin + trimSlashes(url.pathname) };
}

function findFault(url: URL, text: string): AddressFault | null {
  if (url.username !== '' || url.password !== '') return 'user-info';
  // `search` and `hash` do not show an empty query or fragment.
  if (/[?#]/.test(text)) return 'query';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'scheme';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'plain-http';
  if (trimSlashes(url.pathname).endsWith(API_PATH)) return 'api-path';
  return /(?:^|\.)(?:github\.com|ghe\.com)\.?$/.test(url.hostname) ? 'github' : null;
}

/** Removes slashes at the end, in linear time: the look behind lets a match begin only at the first of them. */
export function trimSlashes(text: string): string {
  return text.replace(/(?<!\/)\/+$/, '');
}

export function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** A URL's host name (IPv6 in brackets) is this machine if it is localhost, of 127.0.0.0/8, or [::1]. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return name === 'localhost' || name === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
}

/** A header value must be printable ASCII and not empty: `fetch` would quote any other in its error. */
export function isHeaderText(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text);
}

export function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}
