// The settings of a client: their defaults, and the check of each before anything is sent.
import * as v from 'valibot';
import { type AddressFault, isHeaderText, isToken, parseBaseAddress } from '../net/address.ts';
import { systemClock } from '../net/clock.ts';
import type { FetchLike, Signal } from '../net/fetch.ts';
import { createRedactor } from '../net/redact.ts';
import { createTransport } from '../net/transport.ts';
import { maxTries as tries, timeoutMs as time } from './arguments.ts';
import { ConfigurationError } from './client-error.ts';
import type { ClientConfig, Hooks } from './request.ts';
import * as shape from './shape.ts';
import { type EntriesOf, strict, whole } from './shape.ts';

/** The options of a client. */
export interface ClientOptions extends Hooks {
  /**
   * Base address of the service, with or without a path prefix (`https://host/prefix`). `https:` only,
   * `http:` for loopback only; no user info, query or hash. If it is undefined, as an environment variable may be, the
   * error says that it is missing.
   */
  readonly baseUrl: string | undefined;
  /** Bearer key; surrounding white space is trimmed. Sent only to the origin of `baseUrl`. */
  readonly apiKey: string | undefined;
  /**
   * Any `fetch`, for example one that uses a proxy.
   * @default the platform's `globalThis.fetch`
   */
  readonly fetch?: FetchLike | undefined;
  /**
   * Say `true` if `fetch` takes its proxy from HTTPS_PROXY, HTTP_PROXY and NO_PROXY: errors then advise to check them.
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
   * The clock, in Unix milliseconds.
   * @default Date.now
   */
  readonly now?: (() => number) | undefined;
  /**
   * The dice: a number from 0 (inclusive) to 1 (exclusive).
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
}

/**
 * Checks the options and fills in the defaults.
 * @throws {ConfigurationError} For the first option that cannot be used.
 */
export function parseConfiguration(options: ClientOptions): ClientConfig {
  const fault = shape.describeFault(options, { takes: strict(OPTIONS), call: 'createClient', quote: describeValue });
  if (fault !== null) throw new ConfigurationError(fault);
  const { baseUrl = '', timeoutMs = 30_000, maxTries = 4, maxBodyBytes = 10 * 2 ** 20 } = options;
  const apiKey = parseApiKey(options.apiKey ?? '');
  const redactor = createRedactor([apiKey, ...(options.secrets ?? [])]);
  const settings = {
    signal: options.signal,
    timeoutMs,
    maxTries,
    maxBodyBytes,
    redactor,
    clock: {
      now: options.now ?? systemClock.now,
      random: options.random ?? systemClock.random,
      wait: options.wait ?? systemClock.wait,
      after: options.after ?? systemClock.after,
    },
  };
  return {
    ...settings,
    baseUrl: parseBaseUrl(baseUrl),
    usesProxyVariables: options.usesProxyVariables ?? false,
    headers: {
      accept: 'application/json',
      'user-agent': parseHeader('userAgent', options.userAgent ?? 'scan-gate-client'),
    },
    authorization: `Bearer ${apiKey}`,
    onRequest: options.onRequest,
    onResponse: options.onResponse,
    onRetry: options.onRetry,
    transport: createTransport({
      ...settings,
      // Looked up for each request, so that a `fetch` that is replaced later is used.
      fetch: options.fetch ?? (async (url, init) => await globalThis.fetch(url, init)),
    }),
  };
}

const OPTIONS = {
  baseUrl: shape.string,
  apiKey: shape.string,
  fetch: v.optional(shape.functionSchema),
  usesProxyVariables: v.optional(shape.boolean),
  secrets: v.optional(shape.strings),
  userAgent: v.optional(shape.string),
  signal: v.optional(shape.signal),
  timeoutMs: v.optional(time),
  maxTries: v.optional(tries),
  maxBodyBytes: v.optional(whole(1, 2 ** 29)),
  now: v.optional(shape.functionSchema),
  random: v.optional(shape.functionSchema),
  wait: v.optional(shape.functionSchema),
  after: v.optional(shape.functionSchema),
  onRequest: v.optional(shape.functionSchema),
  onResponse: v.optional(shape.functionSchema),
  onRetry: v.optional(shape.functionSchema),
} satisfies EntriesOf<ClientOptions>;

/** An address may hold a password, and somebody may pass a key as a number. */
function describeValue(value: string | number, path: string): string {
  return typeof value === 'number' && /^(?:timeout|max)/.test(path) ? String(value) : `a ${typeof value}`;
}

const HTTPS_ADDRESS = 'baseUrl must be a whole https address, such as https://api.example.com';
const BASE_URL_FAULTS: Readonly<Record<AddressFault, string>> = {
  'not-an-address': HTTPS_ADDRESS,
  'user-info': 'baseUrl must not hold a user name or password',
  query: 'baseUrl must not have a query or hash',
  scheme: HTTPS_ADDRESS,
  'plain-http':
    'baseUrl must begin with https://. With http:// the client only sends to the machine that it runs on, such as http://127.0.0.1',
  'api-path': 'baseUrl must not end in /public/v1, which the client adds itself',
  github: 'baseUrl must be the address of the service, not that of GitHub',
};

function parseBaseUrl(text: string): string {
  if (text === '') throw new ConfigurationError('baseUrl is empty: it must be the address of the service');
  const address = parseBaseAddress(text);
  if (address.kind === 'address') return address.url;
  throw new ConfigurationError(BASE_URL_FAULTS[address.fault]);
}

function parseApiKey(text: string): string {
  const key = text.trim();
  if (key === '') throw new ConfigurationError('apiKey is empty: it must be a key of the service');
  if (/^bearer\s/i.test(key)) {
    throw new ConfigurationError('apiKey must be the key alone, without `Bearer`: the client adds that itself');
  }
  return parseHeader('apiKey', key, isToken);
}

function parseHeader(name: string, value: string, isAllowed = isHeaderText): string {
  if (isAllowed(value)) return value;
  throw new ConfigurationError(`${name} has a character that cannot be in a header`);
}
