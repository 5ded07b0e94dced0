// The one way to the service: every call of the client is written, sent, and classified here.
import { joinSignals, waitUnlessAborted } from '../net/abort.ts';
import type { Signal } from '../net/fetch.ts';
import type { Transport, TransportClock, TransportRequest } from '../net/transport.ts';
import { classifyResponse, toEndpointName } from './classify-response.ts';
import type { Endpoint } from './endpoints.ts';
import { decideRetryMs } from './retry-policy.ts';
import type { ServiceError } from './service-error.ts';

/** What happened when a try failed and another one follows. */
export interface RetryEvent {
  /** Method and path template. */
  readonly endpoint: string;
  /** How many tries failed so far. */
  readonly tries: number;
  readonly maxTries: number;
  /** How long the client now waits. */
  readonly delayMs: number;
  /** What the last try ended with. */
  readonly error: ServiceError;
}

/** What every call of one client shares; all checked. */
export interface ClientConfig {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly transport: Transport;
  readonly clock: TransportClock;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly maxTries: number;
  readonly maxBodyBytes: number;
  readonly onRetry: (event: RetryEvent) => void;
}

/** What a single call may be given. */
export interface CallOptions {
  /** Ends the call at once, also while it waits; the signal's reason is thrown as it is. */
  readonly signal?: Signal | undefined;
}

/** What one call sends. */
export interface Call extends CallOptions {
  /** Fills the `{…}` of the path. */
  readonly id?: string;
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/**
 * Sends one call, as often as its endpoint's rule and `maxTries` allow, and gives the checked answer.
 * Throws a ServiceError, the reason of an aborted signal, or a TypeError for an id that cannot be in a path.
 */
export async function request<T>(
  config: ClientConfig,
  endpoint: Endpoint<T>,
  call: Call,
): Promise<T> {
  const { maxTries } = config;
  const attempt = await config.transport.send({
    ...toMessage(config, endpoint, call),
    signal: call.signal,
    retryDelayMs: (made) => decideRetryMs(endpoint.repeat, made),
    onRetry: (made, delayMs) => {
      const failed = classifyResponse(endpoint, made.exchange, { ...config, ...made });
      if (failed.kind !== 'failure') return;
      const { tries } = made;
      const { error } = failed;
      config.onRetry({ endpoint: toEndpointName(endpoint), tries, maxTries, delayMs, error });
    },
  });
  const classified = classifyResponse(endpoint, attempt.exchange, { ...config, ...attempt });
  if (classified.kind === 'failure') throw classified.error;
  return classified.value;
}

/** Waits, and throws the signal's reason as soon as one is aborted. */
export async function pause(
  { clock, signal }: Pick<ClientConfig, 'clock' | 'signal'>,
  ms: number,
  ended: AbortSignal | undefined,
): Promise<void> {
  await waitUnlessAborted(clock, ms, joinSignals(signal, ended) ?? new AbortController().signal);
}

function toMessage(
  config: ClientConfig,
  { method, path }: Endpoint<unknown>,
  { id, query = {}, body }: Call,
): Pick<TransportRequest, 'url' | 'method' | 'headers' | 'body'> {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const search = parameters.size > 0 ? `?${parameters.toString()}` : '';
  const filled = path.replace(/\{\w+\}/, () => encodeSegment(id ?? ''));
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return {
    url: config.baseUrl + filled + search,
    method,
    headers: { ...config.headers, ...type },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

// An empty or dotted segment would make it the address of another endpoint.
function encodeSegment(id: string): string {
  if (id === '' || id === '.' || id === '..') throw new TypeError('An identifier is empty or dots');
  return encodeURIComponent(id);
}
