// The one place where calls to the service are built and sent, and their answers read.
import type { Signal } from '../net/fetch.ts';
import type { Redactor } from '../net/redact.ts';
import { retryDelayMs, TRANSIENT_STATUSES } from '../net/retry-timing.ts';
import type { Exchange, Transport, TransportOptions, TransportRequest } from '../net/transport.ts';
import { type Endpoint, type RepeatRule, toEndpointName } from './endpoints.ts';
import { readAnswer, toServiceError } from './read-answer.ts';
import type { ServiceError } from './service-error.ts';

/** A failed try that will be followed by another. */
export interface RetryEvent {
  /** Method and path template. */
  readonly endpoint: string;
  /** How many tries have failed so far. */
  readonly tries: number;
  readonly maxTries: number;
  /** How long the client waits now, in milliseconds. */
  readonly delayMs: number;
  /** The error of the last try. */
  readonly error: ServiceError;
}

/** The checked options that all calls of a client share. */
export interface ClientConfig extends Pick<
  TransportOptions,
  'clock' | 'signal' | 'timeoutMs' | 'maxTries' | 'maxBodyBytes'
> {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly usesProxyVariables: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly transport: Transport;
  /** Removes the key and other secrets from what a caller is told. */
  readonly redactor: Redactor;
  readonly onRetry: (event: RetryEvent) => void;
}

/** The options of a single call. */
export interface CallOptions {
  /** Aborts the call at once, even while it waits to retry. The call throws the signal's reason. */
  readonly signal?: Signal | undefined;
}

export interface Call extends CallOptions {
  /** Replaces `{…}` in the path; checked, so it is neither empty nor a dot. */
  readonly id?: string;
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/**
 * Sends one call, as often as its endpoint's rule and `maxTries` allow, and returns the checked answer.
 * Throws the signal's reason if that is aborted.
 * @throws {ServiceError} If the request failed.
 */
export async function request<T>(config: ClientConfig, endpoint: Endpoint<T>, call: Call): Promise<T> {
  const { maxTries } = config;
  const last = await config.transport.send({
    ...toRequest(config, endpoint, call),
    signal: call.signal,
    retryDelayMs: (exchange) => decideRetryMs(endpoint.repeat, exchange),
    onRetry: (failed, delayMs) => {
      const error = toServiceError(endpoint, failed, config);
      config.onRetry({ endpoint: toEndpointName(endpoint), tries: failed.tries, maxTries, delayMs, error });
    },
  });
  return readAnswer(endpoint, last, config);
}

/** Decides how many milliseconds to wait before a retry; null: no retry. */
function decideRetryMs(repeat: RepeatRule, exchange: Exchange): number | null {
  if (!mayRepeat(repeat, exchange)) return null;
  const retryAfter = exchange.kind === 'response' ? (exchange.headers.get('retry-after') ?? null) : null;
  return retryDelayMs({ ...exchange, retryAfter });
}

function mayRepeat(repeat: RepeatRule, exchange: Exchange): boolean {
  if (exchange.kind === 'network' && !exchange.mayHaveArrived) return true;
  if (repeat !== 'always' || exchange.kind === 'redirect') return false;
  return exchange.kind !== 'response' || TRANSIENT_STATUSES.has(exchange.status);
}

function toRequest(
  config: ClientConfig,
  { method, path }: Endpoint<unknown>,
  { id = '', query = {}, body }: Call,
): Pick<TransportRequest, 'url' | 'method' | 'headers' | 'body'> {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const search = parameters.size > 0 ? `?${parameters.toString()}` : '';
  const filled = path.replace(/\{\w+\}/, () => encodeURIComponent(id));
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return {
    url: config.baseUrl + filled + search,
    method,
    headers: { ...config.headers, ...type },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}
