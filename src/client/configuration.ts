// Owns the settings of a client: their defaults, and the check of each before anything is sent.

import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { MAX_IN_FLIGHT, type RetryEvent, type Wire } from './request.ts';
import { createScrubber } from '../secret/scrub-secret.ts';
import type { FetchLike } from '../net/fetch.ts';
import { isHeaderText, isToken, parseBaseAddress, type AddressFault } from '../net/address.ts';

/** What a client is made of. */
export interface ClientOptions {
  /**
   * Base address of the service, with or without a path prefix (`https://host/prefix`). `https:` only,
   * `http:` for loopback alone; no user info, query or hash.
   */
  readonly baseUrl: string;
  /** Bearer key; surrounding white space is trimmed. It is sent to the origin of `baseUrl` and nowhere else. */
  readonly apiKey: string;
  /** Any `fetch`. Default: undici's, direct or through HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
  readonly fetch?: FetchLike | undefined;
  /** Default `scan-gate-client`. */
  readonly userAgent?: string | undefined;
  /** Ends every call of the client at once, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** For one exchange, body included, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Most times that a request is sent. Default 4. */
  readonly maxTries?: number | undefined;
  /** Largest body of an answer, decompressed. Default 10 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** The time in Unix milliseconds. Default: the clock. */
  readonly now?: (() => number) | undefined;
  /** A number from 0 up to, not including, 1. Default: Math.random. */
  readonly random?: (() => number) | undefined;
  /** Waits; ends early when the signal is aborted. Default: a timer. */
  readonly wait?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /** Told before each wait for another try. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}

/** A setting of a client that cannot be used. The message names the setting, never its value. */
export class ConfigurationError extends TypeError {
  override readonly name = 'ConfigurationError';
}

const MAX_TIMER_MS = 2 ** 31 - 1;

/** Checks the settings and fills in the defaults. Throws a ConfigurationError for the first fault. */
export function parseConfiguration(options: ClientOptions, fetch: FetchLike): Wire {
  const apiKey = parseApiKey(options.apiKey);
  return {
    baseUrl: parseBaseUrl(options.baseUrl),
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${apiKey}`,
      'user-agent': parseHeader('userAgent', options.userAgent ?? 'scan-gate-client'),
    },
    fetch,
    limit: pLimit(MAX_IN_FLIGHT),
    signal: options.signal,
    timeoutMs: parseWhole('timeoutMs', options.timeoutMs ?? 30_000, MAX_TIMER_MS),
    maxTries: parseWhole('maxTries', options.maxTries ?? 4, 100),
    maxBodyBytes: parseWhole('maxBodyBytes', options.maxBodyBytes ?? 10 * 2 ** 20, 2 ** 29),
    now: options.now ?? Date.now,
    random: options.random ?? Math.random,
    wait: options.wait ?? waitForTimer,
    onRetry: options.onRetry ?? ((): void => undefined),
    scrub: createScrubber(secretsOf(apiKey)),
  };
}

const BASE_URL_FAULTS: Readonly<Record<AddressFault, string>> = {
  'not-an-address': 'baseUrl must be an absolute https address',
  'user-info': 'baseUrl must not hold a user name or password',
  query: 'baseUrl must not have a query or hash',
  scheme: 'baseUrl must be an absolute https address',
  'plain-http': 'baseUrl must be https (http is for loopback alone)',
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

// A service may echo the secret part without its prefix.
function secretsOf(apiKey: string): readonly string[] {
  const secretPart = /^svc_(?:live|test)_(.{8,})$/.exec(apiKey)?.[1];
  return secretPart === undefined ? [apiKey] : [apiKey, secretPart];
}

async function waitForTimer(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal && { signal });
}
