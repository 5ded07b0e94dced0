// Checks of what a connection is made of: the base address of a service, and text that goes into a header.

/** The rule that a base address breaks. */
export type AddressFault = 'not-an-address' | 'user-info' | 'query' | 'scheme' | 'plain-http';

export type BaseAddress =
  /** Origin and path prefix, without a slash at the end. */
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'fault'; readonly fault: AddressFault };

/**
 * Reads the base address of a service: `https:`, or `http:` for loopback alone, without user info, query or fragment.
 * Where several rules are broken, the fault is the first in the order of `AddressFault`.
 */
export function parseBaseAddress(text: string): BaseAddress {
  const url = parseUrl(text);
  if (url === null) return { kind: 'fault', fault: 'not-an-address' };
  const fault = findFault(url, text);
  if (fault !== null) return { kind: 'fault', fault };
  return { kind: 'address', url: url.origin + url.pathname.replace(/\/+$/, '') };
}

function findFault(url: URL, text: string): AddressFault | null {
  if (url.username !== '' || url.password !== '') return 'user-info';
  // Also an empty one, which `search` and `hash` do not show.
  if (/[?#]/.test(text)) return 'query';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'scheme';
  return url.protocol === 'http:' && !isLoopback(url.hostname) ? 'plain-http' : null;
}

/** Reads an absolute address; null when the text is none. */
export function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** Whether a URL's host name (IPv6 in brackets) is this machine: localhost, 127.0.0.0/8, [::1]. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return name === 'localhost' || name === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
}

/** Whether a header can carry the text: printable ASCII, not empty. `fetch` quotes any other in its own error. */
export function isHeaderText(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text);
}

/** Whether the text can be a bearer token or key: header text without spaces. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}
