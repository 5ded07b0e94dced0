// The one place where calls to the service are built and sent, and their answers read.
import { retryDelayMs, TRANSIENT_STATUSES } from '../net/retry-timing.ts';
import type { Exchange, Transport, TransportOptions, TransportRequest } from '../net/transport.ts';
import { checkArguments } from './arguments.ts';
import type { ResponseInfo } from './client-error.ts';
import { type Endpoint, type EndpointMethod, type RepeatRule, type RequestParts, toEndpointName } from './endpoints.ts';
import type { CallOptions } from './queries.ts';
import { readAnswer, readResponseInfo, toServiceError, type WithResponse } from './read-answer.ts';
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

/** A request that is about to be sent. The key is in none of it. */
export interface RequestEvent {
  /** Method and path template. */
  readonly endpoint: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The number of this try; 1 is the first. */
  readonly tries: number;
}

/** A response that has come, whatever its status. The key is in none of it. */
export interface ResponseEvent extends ResponseInfo, Pick<RequestEvent, 'endpoint' | 'method' | 'url'> {}

/** The functions that a client calls on the way. A call awaits each, and throws what it throws, also if it is `async`. */
export interface Hooks {
  /** Called before each try is sent. */
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /** Called after each response, also one with an error status. A time-out or a broken connection is no response. */
  readonly onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /** Called before each wait for a retry. */
  readonly onRetry?: ((event: RetryEvent) => unknown) | undefined;
}

/** The checked options that all calls of a client share. */
export interface ClientConfig
  extends Hooks, Pick<TransportOptions, 'clock' | 'signal' | 'timeoutMs' | 'maxTries' | 'maxBodyBytes' | 'redactor'> {
  /** It has no slash at the end. */
  readonly baseUrl: string;
  readonly usesProxyVariables: boolean;
  /** Every request has these; the key is not among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly authorization: string;
  readonly transport: Transport;
}

/** A call on its way: awaited it gives the answer. */
export interface ServiceCall<T> extends Promise<T> {
  /** Gives the answer with its response: status, headers, request ID and tries. */
  withResponse(): Promise<WithResponse<T>>;
}

/** Makes the method of an endpoint, which checks its arguments and sends one call. */
export function toMethod<Args extends readonly unknown[], T>(
  config: ClientConfig,
  endpoint: EndpointMethod<Args, T>,
): (...given: [...Args, options?: CallOptions]) => ServiceCall<T> {
  const count = Object.keys(endpoint.takes).length;
  return (...given) =>
    toCall(async () => {
      checkArguments(config, endpoint, given);
      // The check has made sure of these types.
      const args = given.slice(0, count) as readonly unknown[] as Args;
      const options = given[count] as CallOptions | undefined;
      return await send(config, endpoint, { ...endpoint.toParts(...args), ...options });
    });
}

/** Starts a call at once. Of its two promises only the one that is asked for rejects unhandled. */
export function toCall<T>(start: () => Promise<WithResponse<T>>): ServiceCall<T> {
  const sent = start();
  const answer = sent.then(({ data }) => data);
  return Object.assign(answer, {
    withResponse: async () => {
      answer.catch(() => undefined);
      return await sent;
    },
  });
}

/**
 * Sends one call, as often as its endpoint's rule and `maxTries` allow, and returns the checked answer.
 * Throws the signal's reason if that is aborted, and what a hook throws.
 * @throws {ServiceError} If the request failed.
 */
export async function send<T>(
  config: ClientConfig,
  endpoint: Endpoint<T>,
  call: RequestParts & CallOptions,
): Promise<WithResponse<T>> {
  const { redactor, onRequest, onResponse, onRetry } = config;
  const name = redactor.text(toEndpointName(endpoint));
  const { maxTries = config.maxTries, timeoutMs = config.timeoutMs, signal } = call;
  const { url, headers, body } = toRequest(config, endpoint, call);
  const { method } = endpoint;
  const facts = { endpoint: name, method, url: redactor.text(url) };
  const exchange = await config.transport.send({
    ...{ url, method, body, signal, maxTries, timeoutMs },
    headers: { ...headers, authorization: config.authorization },
    retryDelayMs: (failed) => decideRetryMs(endpoint.repeat, failed),
    beforeTry:
      onRequest &&
      (async (tries) => await onRequest({ ...facts, headers: redactor.value(headers) as typeof headers, tries })),
    afterTry:
      onResponse &&
      (async (made) => {
        const response = readResponseInfo(made);
        if (response !== undefined) await onResponse({ ...facts, ...response });
      }),
    onRetry:
      onRetry &&
      (async (failed, delayMs) => {
        const error = toServiceError(name, failed, config);
        await onRetry({ endpoint: name, tries: failed.tries, maxTries, delayMs, error });
      }),
  });
  return readAnswer({ name, answer: endpoint.answer }, exchange, config);
}

/** Decides how many milliseconds to wait before a retry; null: no retry. */
function decideRetryMs(repeat: RepeatRule, exchange: Exchange): number | null {
  if (!mayRepeat(repeat, exchange)) return null;
  const retryAfter = exchange.kind === 'response' ? exchange.header('retry-after') : null;
  return retryDelayMs({ ...exchange, retryAfter });
}

function mayRepeat(repeat: RepeatRule, exchange: Exchange): boolean {
  if (exchange.kind === 'network' && !exchange.mayHaveArrived) return true;
  if (repeat !== 'always' || exchange.kind === 'redirect') return false;
  return exchange.kind !== 'response' || TRANSIENT_STATUSES.has(exchange.status);
}

function toRequest(
  config: ClientConfig,
  { path }: Endpoint<unknown>,
  { id = '', query = {}, body, headers = {} }: RequestParts & CallOptions,
): Pick<TransportRequest, 'url' | 'headers' | 'body'> {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const search = parameters.size > 0 ? `?${parameters.toString()}` : '';
  const filled = path.replace(/\{\w+\}/, () => encodeURIComponent(id));
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const own = Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text] as const);
  return {
    url: config.baseUrl + filled + search,
    headers: { ...config.headers, ...type, ...Object.fromEntries(own) },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}
