// The cause of a network error: its name, code and redacted message, never the raw object.
import type { Surrounding } from '../judgement/cause.ts';
import { PROXY_CLOSED } from './connect-watch.ts';
import type { Redactor } from './redact.ts';

const MAX_DEPTH = 4;

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

interface CauseParts {
  readonly name: string;
  readonly code?: string | undefined;
  readonly message: string;
  readonly withoutNames?: string;
}

/** A network failure, without anything that could contain a secret. */
export class NetworkCause extends Error {
  override readonly name: string;
  /** The code of the operating system, undici or TLS (`ECONNRESET`); undefined if there is none. */
  readonly code: string | undefined;
  /** `message` without host names and addresses, which a certificate or a resolved name may tell of an inner network. */
  readonly withoutNames: string;

  /** @default withoutNames The message: it has none. */
  constructor({ name, code, message, withoutNames = message }: CauseParts) {
    super(message);
    this.name = name;
    this.code = code;
    this.withoutNames = withoutNames;
    // Where it was read says nothing, and an error that is not caught is printed with its cause.
    this.stack = `${name}: ${message}`;
  }
}

/** What a caller's own `fetch` gave is no answer; the message says so in our words. */
export class UnusableFetchError extends NetworkCause {
  constructor(message: string) {
    super({ name: 'UnusableFetchError', message });
  }
}

/**
 * Reads whatever `fetch` threw as a NetworkCause: the innermost error with a code, else the innermost, because `fetch`
 * itself only says "fetch failed". An UnusableFetchError stays one. Never throws.
 */
export function readNetworkCause(thrown: unknown, redactor: Redactor): NetworkCause {
  if (thrown instanceof UnusableFetchError) return thrown;
  let best = toFarthest(thrown);
  let cause = toFarthest(readField(thrown, 'cause'));
  for (let depth = 0; depth < MAX_DEPTH && cause !== undefined; depth++) {
    if (readText(cause, 'code') !== undefined || readText(best, 'code') === undefined) best = cause;
    cause = toFarthest(readField(cause, 'cause'));
  }
  const toLine = (text: string, maxChars: number): string => toShortLine(redactor.text(text), maxChars);
  const code = readText(best, 'code');
  const [, status] = TUNNEL_REFUSED.exec(readText(best, 'message') ?? '') ?? [];
  if (status !== undefined) return new NetworkCause({ name: 'ProxyError', message: `the proxy answered ${status}` });
  return new NetworkCause({
    name: toLine(readText(best, 'name') ?? 'Error', 100),
    code: code === undefined ? undefined : toLine(code, 100),
    message: toLine(toPlainText(readText(best, 'message') ?? '', code), 500) || NO_CONNECTION,
    withoutNames: toLine(toNamelessText(best), 500),
  });
}

/** Of the errors of a host with several addresses, that of the first which a packet reached; Node itself gives them the code of the first. */
function toFarthest(error: unknown): unknown {
  const errors: unknown = readField(error, 'errors');
  if (!Array.isArray(errors) || errors.length === 0) return error;
  const codeOf = (each: unknown): string => readText(each, 'code') ?? '';
  const isAnswered = (each: unknown): boolean => codeOf(each) === 'ECONNREFUSED' || codeOf(each) === 'ECONNRESET';
  const hasLeft = (each: unknown): boolean => codeOf(each) !== '' && !UNREACHABLE.has(codeOf(each));
  return errors.find(isAnswered) ?? errors.find(hasLeft) ?? errors[0];
}

const NO_CONNECTION = 'no connection';

/** What failed, in words that hold no name: ours, or those of which it is known that they never do. */
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

/** Of errors without a code. */
const FIXED_MESSAGES: ReadonlySet<string> = new Set(['fetch failed', 'terminated', 'bad port']);
/** Whose own messages name whom they connected to, or what a certificate is for. */
const NAMELESS: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for other host names',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
};
/** The codes of OpenSSL and undici whose messages are always the same. */
const FIXED_BY_CODE = /^(?:CERT|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|UND_ERR)_/;

/** What undici says of a proxy that opens no way; its code says only that the request was ended. */
const TUNNEL_REFUSED = /^Proxy response \((\d{3})\) !== 200\b/;

/** The code of an answer that is not TLS, as of a server that expects `http:`. */
export const NO_TLS_CODE = 'ERR_SSL_WRONG_VERSION_NUMBER';
/** Thread, number, library and function come before the reason; file and line after it. */
const OPENSSL = /^[0-9A-F]{1,40}:error:[0-9A-F]{1,40}:[^:]{0,40}:[^:]{0,80}:([^:]{1,200}):/i;

/** The message, without what OpenSSL writes for its own developers. */
export function toPlainText(message: string, code: string | undefined): string {
  const reason = OPENSSL.exec(message)?.[1];
  if (reason === undefined) return message;
  return code === NO_TLS_CODE ? 'what answered there does not speak https' : `no TLS connection: ${reason}`;
}

/** Whether no connection was made, so that the request certainly did not arrive. */
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

/** Which of the surroundings a cause is about; null: none, or it cannot be told. */
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

/**
 * The same of a far end whose own certificate and TLS are beyond doubt: what is wrong with them is wrong on this machine, or
 * between both.
 */
export function findSurroundingOfSound(cause: Pick<Error, 'name'> & { readonly code?: unknown }): Surrounding | null {
  const known = findSurrounding(cause);
  if (known !== null || typeof cause.code !== 'string' || !UNSOUND.test(cause.code)) return known;
  return cause.code === 'CERT_HAS_EXPIRED' ? 'clock' : 'network';
}

/** Which of the surroundings answers with a status, in place of who was asked; null: none. */
export function findAnswering(status: number | null): Surrounding | null {
  if (status === 407) return 'proxy';
  // A network that wants a sign-in first.
  return status === 511 ? 'network' : null;
}

/** Whom a connection leads to, and whether the variables of this machine choose its proxy. */
interface Destination {
  readonly host: string;
  readonly usesProxyVariables: boolean;
  /** Whether a person wrote the host down, and may have misspelt it. */
  readonly isWritten: boolean;
}

/** What to do about it, as a sentence or two. */
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

/** What a proxy refuses whoever asks again: any status of the kind but a time-out and "too many requests". */
const PROXY_REFUSES = /\banswered 4(?!08|29)\d\d\b/;

/** Whether the same would happen again: `fetch` itself refused the request, or a proxy did. */
export function isLasting(cause: NetworkCause): boolean {
  return isRefusedHere(cause) || (cause.name === 'ProxyError' && PROXY_REFUSES.test(cause.message));
}

/**
 * Whether `fetch` itself refused the request, or does not work at all. Such a cause has no code; that of a wrong address is
 * known by its name, because the client does not load `proxy.ts`.
 */
export function isRefusedHere(cause: Pick<Error, 'name' | 'message'>): boolean {
  return cause instanceof UnusableFetchError || cause.name === 'ProxyAddressError' || cause.message === 'bad port';
}

/** The message of a cause, with its code added if the message lacks it. */
export function toCauseText({ code, message }: NetworkCause): string {
  return withCode(message, code);
}

/** The same without host names and addresses. */
export function toNamelessCauseText({ code, withoutNames }: NetworkCause): string {
  return withCode(withoutNames, code);
}

function withCode(text: string, code: string | undefined): string {
  return code === undefined || text.includes(code) ? text : `${text} (${code})`;
}

// Not `instanceof`: an error may come from another realm.
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
