// The cause of a network error: its name, code and redacted message, never the raw object.
import type { Surrounding } from '../judgement/cause.ts';
import type { Redactor } from './redact.ts';

const MAX_DEPTH = 4;

/** undici's own code, from version 8 on, for a proxy that opens no way. */
const PROXY_CLOSED = 'UND_ERR_PRX_CONN';

// These happen before a connection is made, so no byte of the request can have arrived.
const BEFORE_CONNECTION: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  PROXY_CLOSED,
]);

interface CauseParts
  extends Pick<NetworkCause, 'name' | 'message'>, Partial<Pick<NetworkCause, 'code' | 'status' | 'withoutNames'>> {}

/** A network failure, without anything that could contain a secret. */
export class NetworkCause extends Error {
  override readonly name: string;
  /** The code of the operating system, undici or TLS (`ECONNRESET`); undefined if there is none. */
  readonly code: string | undefined;
  /** The status with which a proxy refused to open a way; undefined if none did. */
  readonly status: number | undefined;
  /** `message` without host names and addresses, which a certificate or a resolved name may tell of an inner network. */
  readonly withoutNames: string;

  /** @default withoutNames The message: it has none. */
  constructor({ name, code, status, message, withoutNames = message }: CauseParts) {
    super(message);
    this.name = name;
    this.code = code;
    this.status = status;
    this.withoutNames = withoutNames;
    // An error that is not caught is printed with its cause, and the frames of this one say nothing.
    this.stack = `${name}: ${message}`;
  }
}

/** Finds the innermost error with a code, else the innermost: `fetch` itself only says "fetch failed". Never throws. */
export function readNetworkCause(thrown: unknown, redactor: Redactor): NetworkCause {
  let best = toFarthest(thrown);
  let cause = toFarthest(readField(thrown, 'cause'));
  for (let depth = 0; depth < MAX_DEPTH && cause !== undefined; depth++) {
    if (readText(cause, 'code') !== undefined || readText(best, 'code') === undefined) best = cause;
    cause = toFarthest(readField(cause, 'cause'));
  }
  const toLine = (text: string, maxChars: number): string => toShortLine(redactor.text(text), maxChars);
  const code = readText(best, 'code');
  const [, refusal] = TUNNEL_REFUSED.exec(readText(best, 'message') ?? '') ?? [];
  if (refusal !== undefined) {
    return new NetworkCause({ name: 'ProxyError', message: `the proxy answered ${refusal}`, status: Number(refusal) });
  }
  const status = readField(best, 'status');
  return new NetworkCause({
    name: toLine(readText(best, 'name') ?? 'Error', 100),
    code: code === undefined ? undefined : toLine(code, 100),
    status: typeof status === 'number' ? status : undefined,
    message: toLine(toMessage(best), 500) || NO_CONNECTION,
    withoutNames: toLine(toNamelessText(best), 500),
  });
}

/** The message of an error; one of ours is in plain words already. */
function toMessage(error: unknown): string {
  const message = readText(error, 'message') ?? '';
  return readText(error, 'withoutNames') === undefined ? toPlainText(message, readText(error, 'code')) : message;
}

/** A host may have several addresses: this is the error of the first that a packet reached. Node has the code of the very first. */
function toFarthest(error: unknown): unknown {
  const errors: unknown = readField(error, 'errors');
  if (!Array.isArray(errors) || errors.length === 0) return error;
  const codeOf = (each: unknown): string => readText(each, 'code') ?? '';
  const isAnswered = (each: unknown): boolean => codeOf(each) === 'ECONNREFUSED' || codeOf(each) === 'ECONNRESET';
  const hasLeft = (each: unknown): boolean => codeOf(each) !== '' && !UNREACHABLE.has(codeOf(each));
  return errors.find(isAnswered) ?? errors.find(hasLeft) ?? errors[0];
}

const NO_CONNECTION = 'no connection';

/** Describes a failure in words that hold no name: ours, or those of which it is known that they never do. */
export function toNamelessText(error: unknown): string {
  const own = readText(error, 'withoutNames');
  if (own !== undefined) return own;
  const [code, message] = [readText(error, 'code'), readText(error, 'message') ?? ''];
  if (code === undefined) return FIXED_MESSAGES.has(message) ? message : NO_CONNECTION;
  const words = NAMELESS[code];
  if (words !== undefined) return words;
  if (FIXED_BY_CODE.test(code)) return toPlainText(message, code) || NO_CONNECTION;
  const call = readText(error, 'syscall');
  return call === undefined ? NO_CONNECTION : `${call} ${code}`;
}

/** Errors without a code have these messages, always the same. */
const FIXED_MESSAGES: ReadonlySet<string> = new Set(['fetch failed', 'terminated', 'bad port']);
/** The own messages of these codes name a host, or what a certificate is for. */
const NAMELESS: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for other host names',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
};
/** The codes of OpenSSL and undici whose messages are always the same. */
const FIXED_BY_CODE = /^(?:CERT|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|UND_ERR)_/;

/** undici says the status in its message alone; its code says only that the request was ended. */
const TUNNEL_REFUSED = /^Proxy response \((\d{3})\) !== 200\b/;

/** The code of an answer that is not TLS, as of a server that expects `http:`. */
export const NO_TLS_CODE = 'ERR_SSL_WRONG_VERSION_NUMBER';

/** The message, without what OpenSSL writes for its own developers: the code says which of its errors it is. */
export function toPlainText(message: string, code: string | undefined): string {
  if (code === NO_TLS_CODE) return 'what answered there does not speak https';
  return code?.startsWith('ERR_SSL_') === true ? 'no TLS connection' : message;
}

/** No connection was made, so that the request certainly did not arrive. */
export function isBeforeConnection({ name, code = '' }: NetworkCause): boolean {
  return name === 'ProxyError' || BEFORE_CONNECTION.has(code);
}

/** The codes of an issuer that this machine does not trust: mostly one of its own network, which looks into what passes. */
const UNTRUSTED =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|CERT_SIGNATURE_FAILURE|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:GET|VERIFY)_\w+|CERT_UNTRUSTED|CERT_REJECTED|INVALID_CA)$/;
const UNREACHABLE: ReadonlySet<string> = new Set([
  ...['ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'EACCES', 'EPERM'],
  // It has no address of that kind, or no port, file or memory left.
  ...['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'],
]);

/** Finds the part of the surroundings that a cause is about; null: none, or it cannot be told. */
export function findSurrounding(cause: Pick<Error, 'name'> & { readonly code?: unknown }): Surrounding | null {
  const code = typeof cause.code === 'string' ? cause.code : '';
  if (UNTRUSTED.test(code)) return 'certificate';
  if (code === 'CERT_NOT_YET_VALID') return 'clock';
  if (cause.name === 'ProxyError' || cause.name === 'ProxyAddressError' || code === PROXY_CLOSED) return 'proxy';
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'name';
  return UNREACHABLE.has(code) ? 'network' : null;
}

/** The codes of a connection whose certificate, or whose TLS, is wrong. */
const UNSOUND = /^(?:CERT|CA|EE|ERR_SSL|ERR_TLS)_/;

/** Finds it for a far end with sound TLS: what is wrong is wrong on this machine, or between both. */
export function findSurroundingOfSound(cause: Pick<Error, 'name'> & { readonly code?: unknown }): Surrounding | null {
  const known = findSurrounding(cause);
  if (known !== null || typeof cause.code !== 'string' || !UNSOUND.test(cause.code)) return known;
  return cause.code === 'CERT_HAS_EXPIRED' ? 'clock' : 'network';
}

/** Finds the part of the surroundings that answers with this status in place of the far end; null: none. */
export function findAnswering(status: number | null): Surrounding | null {
  if (status === 407) return 'proxy';
  // A network that wants a sign-in first.
  return status === 511 ? 'network' : null;
}

interface Destination {
  readonly host: string;
  readonly usesProxyVariables: boolean;
  /** A person wrote the host down, and may have misspelt it. */
  readonly isWritten: boolean;
}

export function toSurroundingAdvice(
  surrounding: Surrounding,
  { host, usesProxyVariables, isWritten }: Destination,
): string {
  const throughProxy = usesProxyVariables ? ' In a network with a proxy, HTTPS_PROXY has to name it.' : '';
  switch (surrounding) {
    case 'proxy':
      return usesProxyVariables
        ? `Check the proxy, and HTTPS_PROXY, HTTP_PROXY and NO_PROXY on this machine; if ${host} needs no proxy, add it to NO_PROXY.`
        : 'Check the proxy.';
    case 'certificate':
      return `This machine does not trust the certificate. If ${host}, or a proxy on the way, uses a certificate authority of its own, NODE_EXTRA_CA_CERTS must name a PEM file with its certificate; if Node cannot read the file, it only warns and continues.`;
    case 'clock':
      return `Check the clock of this machine; if it is right, the certificate of ${host}, or of a proxy on the way, has to be renewed.`;
    case 'name':
      return `Check ${isWritten ? `the spelling of ${host}, and ` : ''}the name resolution (DNS) of this machine.${throughProxy}`;
    case 'network':
      return `Check the network and the firewall of this machine.${throughProxy}${usesProxyVariables ? ' If it does, check the proxy.' : ''}`;
  }
}

/** The same would happen again: `fetch` itself refused the request, or a proxy did, for another reason than the time. */
export function isLasting(cause: NetworkCause): boolean {
  const { name, status = 0 } = cause;
  const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return isRefusedHere(cause) || (name === 'ProxyError' && isRefusal);
}

/** `fetch` itself refused the request. The cause has no code; the client does not load `proxy.ts`, so it knows the name alone. */
export function isRefusedHere(cause: Pick<Error, 'name' | 'message'>): boolean {
  return cause.name === 'ProxyAddressError' || cause.message === 'bad port';
}

export function toCauseText({ code, message }: NetworkCause): string {
  return withCode(message, code);
}

export function toNamelessCauseText({ code, withoutNames }: NetworkCause): string {
  return withCode(withoutNames, code);
}

function withCode(text: string, code: string | undefined): string {
  return code === undefined || text.includes(code) ? text : `${text} (${code})`;
}

// `instanceof` would fail: an error may come from another realm.
function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function readText(value: unknown, name: string): string | undefined {
  const text = readField(value, name);
  return typeof text === 'string' ? text : undefined;
}

/** Replaces each run of white space and control characters with a space, and cuts to `maxChars`. Redact the text first. */
export function toShortLine(text: string, maxChars: number): string {
  const line = text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  return line.length > maxChars ? `${line.slice(0, maxChars - 1).toWellFormed()}…` : line;
}
