// The classification of an exchange: a checked value, or an error that says what went wrong. Pure.
import { toCauseText, toShortLine } from '../net/network-cause.ts';
import { parseRetryAfterMs } from '../net/retry-timing.ts';
import type { Exchange, Response } from '../net/transport.ts';
import { decode } from './decode.ts';
import type { Endpoint } from './endpoints.ts';
import type { Failure } from './failure.ts';
import { ServiceError } from './service-error.ts';
import { readServiceFault } from './service-fault.ts';

/** What a classification needs besides the exchange. */
export interface ResponseContext {
  readonly baseUrl: string;
  readonly tries: number;
  /** When the exchange ended, in Unix milliseconds. */
  readonly nowMs: number;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
}

/** The result of a request. */
export type Classification<T> =
  { readonly kind: 'value'; readonly value: T } | { readonly kind: 'failure'; readonly error: ServiceError };

const REDIRECT_ADVICE = 'Redirects are not followed, so that the key is not sent elsewhere. Use the final address.';
const CACHE_ADVICE =
  'The client keeps no earlier answer that this could stand for. Turn off caching between the client and the service.';

type Fault = Omit<Failure, 'endpoint' | 'tries'>;

/** The name of an endpoint in errors and docs: `GET /public/v1/bugs/{bug_id}`. */
export function toEndpointName({ method, path }: Pick<Endpoint<unknown>, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** Classifies how an exchange ended. Never throws. */
export function classifyResponse<T>(
  endpoint: Endpoint<T>,
  exchange: Exchange,
  context: ResponseContext,
): Classification<T> {
  if (exchange.kind === 'response' && exchange.status >= 200 && exchange.status < 300) {
    const decoded = decodeBody(endpoint, exchange, context);
    if (decoded.kind === 'value') return decoded;
    const fault: Fault = { kind: 'decode', status: exchange.status, detail: decoded.fault };
    return toFailure(endpoint, fault, context);
  }
  return toFailure(endpoint, readFault(exchange, context), context);
}

function toFailure<T>(endpoint: Endpoint<T>, fault: Fault, { tries }: ResponseContext): Classification<T> {
  const error = new ServiceError({ ...fault, endpoint: toEndpointName(endpoint), tries });
  return { kind: 'failure', error };
}

function readFault(exchange: Exchange, context: ResponseContext): Fault {
  switch (exchange.kind) {
    case 'timeout':
      return {
        kind: 'timeout',
        host: toHost(context),
        detail: `not finished within ${context.timeoutMs / 1000} s`,
      };
    case 'network':
      return {
        kind: 'network',
        host: toHost(context),
        cause: exchange.cause,
        detail: toCauseText(exchange.cause),
      };
    case 'redirect': {
      const { status, origin } = exchange;
      const detail = origin === null ? 'a redirect' : `a redirect to ${origin}`;
      return { kind: 'api', status, detail: toShortLine(detail, 300), advice: REDIRECT_ADVICE };
    }
    case 'response':
      return readRefusal(exchange, context);
  }
}

/** Host and port. */
function toHost({ baseUrl }: ResponseContext): string {
  return new URL(baseUrl).host;
}

function readRefusal({ status, headers, body }: Response, { nowMs }: ResponseContext): Fault {
  const retryAfterMs = parseRetryAfterMs(headers.get('retry-after') ?? null, nowMs);
  const fault = { kind: 'api', status, retryAfterMs } as const;
  if (status === 304) return { ...fault, detail: 'a cache says "not modified"', advice: CACHE_ADVICE };
  if (body.kind === 'too-large') return { ...fault, detail: 'with a body that is too large' };
  return body.kind === 'json' ? { ...fault, ...readServiceFault(body.value) } : fault;
}

function decodeBody<T>(
  endpoint: Endpoint<T>,
  { body, headers }: Response,
  { maxBodyBytes }: ResponseContext,
): ReturnType<typeof decode<T>> {
  if (body.kind === 'too-large') {
    return { kind: 'fault', fault: `a body of more than ${maxBodyBytes} bytes` };
  }
  const decoded = decode(body, endpoint.schema);
  if (decoded.kind === 'value') return decoded;
  const type = headers.get('content-type');
  const note = /json/i.test(type ?? '') ? '' : ` (${type ?? 'no content type'})`;
  return { kind: 'fault', fault: toShortLine(decoded.fault + note, 500) };
}
