// The settings of a client: their defaults, and the check of each before anything is sent.
import { type AddressFault, isHeaderText, isToken, parseBaseAddress } from '../net/address.ts';
import { MAX_TIMER_MS, systemClock } from '../net/clock.ts';
import { watchConnecting } from '../net/connect-watch.ts';
import type { FetchLike, Signal } from '../net/fetch.ts';
import { createRedactor } from '../net/redact.ts';
import { createTransport } from '../net/transport.ts';
import { findArgumentFault, type Kind } from './arguments.ts';
import { ServiceClientError } from './client-error.ts';
import type { ClientConfig, RetryEvent } from './request.ts';

/** The options of a client. */
export interface ClientOptions {
  /**
   * Base address of the service, with or without a path prefix (`https://host/prefix`). `https:` only,
   * `http:` for loopback only; no user info, query or hash.
   */
  readonly baseUrl: string;
  /** Bearer key; surrounding white space is trimmed. Sent only to the origin of `baseUrl`. */
  readonly apiKey: string;
  /**
   * Any `fetch`, for example one that uses a proxy.
   * @default the platform's `globalThis.fetch`
   */
  readonly fetch?: FetchLike | undefined;
  /**
   * Whether `fetch` takes its proxy from HTTPS_PROXY, HTTP_PROXY and NO_PROXY: then errors advise to check them.
   * @default false
   */
  readonly usesProxyVariables?: boolean | undefined;
  /** Secrets other than the key, which are removed from every answer, header and error as well. */
  readonly secrets?: readonly string[] | undefined;
  /** @default 'scan-gate-client' */
  readonly userAgent?: string | undefined;
  /** Aborts every call of the client at once, with the signal's reason. */
  readonly signal?: Signal | undefined;
  /**
   * Time-out of one exchange, body included, in milliseconds.
   * @default 30_000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * How many times a request is sent at most.
   * @default 4
   */
  readonly maxTries?: number | undefined;
  /**
   * The largest body of an answer, in bytes after decompression.
   * @default 10_485_760
   */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Returns the time in Unix milliseconds.
   * @default Date.now
   */
  readonly now?: (() => number) | undefined;
  /**
   * Returns a number from 0 (inclusive) to 1 (exclusive).
   * @default Math.random
   */
  readonly random?: (() => number) | undefined;
  /**
   * Waits `ms` milliseconds; stops early when the signal is aborted.
   * @default a timer
   */
  readonly wait?: ((ms: number, signal: Signal) => Promise<void>) | undefined;
  /**
   * Calls back once after `ms` milliseconds, unless the returned function is called first. Measures `timeoutMs`.
   * @default a timer
   */
  readonly after?: ((ms: number, callback: () => void) => () => void) | undefined;
  /** Called before each wait for a retry. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}

/** An option of a client that cannot be used. The message names the option, never its value. */
export class ConfigurationError extends ServiceClientError {
  override readonly name = 'ConfigurationError';
}

/**
 * Checks the options and fills in the defaults.
 * @throws {ConfigurationError} For the first option that cannot be used.
 */
export function parseConfiguration(options: ClientOptions): ClientConfig {
  checkKinds(options);
  const apiKey = parseApiKey(options.apiKey);
  const settings = {
    signal: options.signal,
    timeoutMs: parseWhole('timeoutMs', options.timeoutMs ?? 30_000, MAX_TIMER_MS),
    maxTries: parseWhole('maxTries', options.maxTries ?? 4, 100),
    maxBodyBytes: parseWhole('maxBodyBytes', options.maxBodyBytes ?? 10 * 2 ** 20, 2 ** 29),
    clock: {
      now: options.now ?? systemClock.now,
      random: options.random ?? systemClock.random,
      wait: options.wait ?? systemClock.wait,
      after: options.after ?? systemClock.after,
    },
  };
  return {
    ...settings,
    baseUrl: parseBaseUrl(options.baseUrl),
    usesProxyVariables: options.usesProxyVariables ?? false,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${apiKey}`,
      'user-agent': parseHeader('userAgent', options.userAgent ?? 'scan-gate-client'),
    },
    onRetry: options.onRetry ?? ((): void => undefined),
    transport: createTransport({
      ...settings,
      // Looked up for each request, so that a `fetch` that is replaced later is used.
      fetch: watchConnecting(options.fetch ?? (async (url, init) => await globalThis.fetch(url, init))),
      redactor: createRedactor([apiKey, ...(options.secrets ?? [])]),
    }),
  };
}

/** The options that must be of one kind; numbers have limits too, which are checked one by one. */
const OPTIONAL: Readonly<Partial<Record<keyof ClientOptions, Kind>>> = {
  fetch: 'function',
  usesProxyVariables: 'boolean',
  secrets: 'texts',
  userAgent: 'text',
  signal: 'signal',
  now: 'function',
  random: 'function',
  wait: 'function',
  after: 'function',
  onRetry: 'function',
};

/** What JavaScript passes may be of any kind, or nothing at all. */
function checkKinds(options: ClientOptions): void {
  requireKind('the argument of createClient', options, 'object');
  requireKind('baseUrl', options.baseUrl, 'text');
  requireKind('apiKey', options.apiKey, 'text');
  for (const [name, kind] of Object.entries(OPTIONAL)) {
    const value = options[name as keyof ClientOptions];
    if (value !== undefined) requireKind(name, value, kind);
  }
}

function requireKind(name: string, value: unknown, kind: Kind): void {
  const fault = findArgumentFault({ name, value }, kind);
  if (fault !== null) throw new ConfigurationError(fault);
}

const BASE_URL_FAULTS: Readonly<Record<AddressFault, string>> = {
  'not-an-address': 'baseUrl must be an absolute https address',
  'user-info': 'baseUrl must not hold a user name or password',
  query: 'baseUrl must not have a query or hash',
  scheme: 'baseUrl must be an absolute https address',
  'plain-http': 'baseUrl must be https (http is for loopback alone)',
  'api-path': 'baseUrl must not end in /public/v1, which the client adds itself',
  github: 'baseUrl must be the address of the service, not that of GitHub',
};

function parseBaseUrl(text: string): string {
  const address = parseBaseAddress(text);
  if (address.kind === 'address') return address.url;
  throw new ConfigurationError(BASE_URL_FAULTS[address.fault]);
}

function parseApiKey(text: string): string {
  const key = text.trim();
  if (key === '') throw new ConfigurationError('apiKey must not be empty');
  return parseHeader('apiKey', key, isToken);
}

function parseHeader(name: string, value: string, isAllowed = isHeaderText): string {
  if (isAllowed(value)) return value;
  throw new ConfigurationError(`${name} has a character that cannot be in a header`);
}

function parseWhole(name: string, value: number, max: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new ConfigurationError(`${name} must be a whole number from 1 to ${max}`);
}
