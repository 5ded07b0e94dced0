// The cause of a network error: its name, code and redacted message, never the raw object.
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
]);

/** A network failure, without anything that could contain a secret. */
export class NetworkCause extends Error {
  override readonly name: string;
  /** The code of the operating system, undici or TLS (`ECONNRESET`); undefined if there is none. */
  readonly code: string | undefined;

  constructor(name: string, code: string | undefined, message: string) {
    super(message);
    this.name = name;
    this.code = code;
    // Where it was read says nothing, and an error that is not caught is printed with its cause.
    this.stack = `${name}: ${message}`;
  }
}

/**
 * Reads whatever `fetch` threw as a NetworkCause: the innermost error with a code, else the innermost, because `fetch`
 * itself only says "fetch failed". Never throws.
 */
export function readNetworkCause(thrown: unknown, redactor: Redactor): NetworkCause {
  let best = thrown;
  let cause = readField(thrown, 'cause');
  for (let depth = 0; depth < MAX_DEPTH && cause !== undefined; depth++) {
    if (readText(cause, 'code') !== undefined || readText(best, 'code') === undefined) best = cause;
    cause = readField(cause, 'cause');
  }
  const toLine = (text: string, maxChars: number): string => toShortLine(redactor.text(text), maxChars);
  const code = readText(best, 'code');
  return new NetworkCause(
    toLine(readText(best, 'name') ?? 'Error', 100),
    code === undefined ? undefined : toLine(code, 100),
    toLine(readText(best, 'message') ?? '', 500) || 'no connection',
  );
}

/** Whether no connection was made, so that the request certainly did not arrive. */
export function isBeforeConnection({ code = '' }: NetworkCause): boolean {
  return BEFORE_CONNECTION.has(code);
}

/**
 * Whether `fetch` itself refused the request, as it would again. Such a cause has no code; ours is known by its name,
 * because the client does not load `connections.ts`.
 */
export function isRefusedHere({ name, message }: Pick<Error, 'name' | 'message'>): boolean {
  return name === 'ProxyAddressError' || message === 'bad port';
}

/** The message of a cause, with its code added if the message lacks it. */
export function toCauseText({ code, message }: NetworkCause): string {
  return code === undefined || message.includes(code) ? message : `${message} (${code})`;
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
  return line.length > maxChars ? `${line.slice(0, maxChars - 1)}…` : line;
}
