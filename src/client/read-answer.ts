// The reading of an answer: its checked value, or the error that says what went wrong. Pure.
import * as v from 'valibot';
import { findPage, PLAIN_TEXT } from '../net/body.ts';
import { toCauseText, toNamelessCauseText, toShortLine } from '../net/network-cause.ts';
import { parseRetryAfterMs } from '../net/retry-timing.ts';
import type { Exchange, TransportResponse } from '../net/transport.ts';
import type { ResponseInfo } from './client-error.ts';
import type { Schema } from './schemas.ts';
import { type Failure, ServiceError } from './service-error.ts';
import { isRecord } from './shape.ts';

interface AnswerContext {
  readonly baseUrl: string;
  readonly usesProxyVariables: boolean;
  readonly maxBodyBytes: number;
}

/** An answer, and the response that it came in. */
export interface WithResponse<T> {
  readonly data: T;
  readonly response: ResponseInfo;
}

/** Reads the response of an exchange; undefined if there is none, or a browser hides it. */
export function readResponseInfo(exchange: Exchange): ResponseInfo | undefined {
  if ((exchange.kind !== 'response' && exchange.kind !== 'redirect') || exchange.status === undefined) return undefined;
  const { status, header, tries } = exchange;
  const id = header('x-request-id') ?? header('request-id') ?? header('traceparent');
  return { status, headers: { get: header }, requestId: readText(id, MAX_WORD_CHARS), tries };
}

/**
 * Reads the checked value of an answer. An empty body is null where the endpoint allows that.
 * @throws {ServiceError} If there was none.
 */
export function readAnswer<T>(
  { name, answer }: { readonly name: string; readonly answer: Schema<T> },
  exchange: Exchange,
  context: AnswerContext,
): WithResponse<T> {
  const response = readResponseInfo(exchange);
  const isSuccess = exchange.kind === 'response' && exchange.status >= 200 && exchange.status < 300;
  if (!isSuccess || response === undefined) throw toServiceError(name, exchange, context);
  const { body } = exchange;
  const fail = (detail: string): ServiceError =>
    new ServiceError({ kind: 'decode', endpoint: name, ...response, ownDetail: toShortLine(detail, 500) });
  if (body.kind === 'too-large') throw fail(`a body of more than ${context.maxBodyBytes} bytes`);
  const isEmpty = body.kind === 'text' && body.text.trim() === '';
  if (body.kind === 'text' && !isEmpty) throw fail(findPage(body.text) ?? 'a body that is not JSON');
  const read = v.safeParse(answer, body.kind === 'json' ? body.value : null, { abortEarly: true });
  if (read.success) return { data: read.output, response };
  throw fail(isEmpty ? 'an empty body' : describe(read.issues[0]));
}

/** The error of an exchange that gave no answer, or one with an error status. */
export function toServiceError(
  endpoint: string,
  exchange: Exchange,
  { baseUrl, usesProxyVariables }: Omit<AnswerContext, 'maxBodyBytes'>,
): ServiceError {
  const { tries } = exchange;
  return new ServiceError({
    ...{ endpoint, tries, usesProxyVariables, ...readResponseInfo(exchange) },
    ...readExchange(exchange, new URL(baseUrl).host),
  });
}

const REDIRECT_ADVICE = 'Redirects are not followed, so that the key is not sent elsewhere. Use the final address.';
const CACHE_ADVICE =
  'The client keeps no earlier answer that this could stand for. Turn off caching between the client and the service.';

/** `host` with its port. */
function readExchange(exchange: Exchange, host: string): Omit<Failure, 'endpoint' | 'tries'> {
  switch (exchange.kind) {
    case 'timeout':
      return { kind: 'timeout', host, ownDetail: `not finished within ${exchange.timeoutMs / 1000} s` };
    case 'network':
      return {
        ...{ kind: 'network', host, cause: exchange.cause },
        ownDetail: toNamelessCauseText(exchange.cause),
        detail: toCauseText(exchange.cause),
      };
    case 'redirect': {
      const { status, origin, path, request } = exchange;
      const redirectOrigin = origin === null ? undefined : toShortLine(origin, 280);
      // The path says what is wrong with the base address; that of another host may be anything.
      const isOwn = origin === new URL(request.url).origin;
      const detail = isOwn ? toShortLine(`a redirect to ${origin}${path}`, 500) : undefined;
      return { kind: 'api', status, ownDetail: 'a redirect', detail, redirectOrigin, advice: REDIRECT_ADVICE };
    }
    case 'response': {
      const { status, header, body, nowMs } = exchange;
      const retryAfterMs = parseRetryAfterMs(header('retry-after'), nowMs);
      return { kind: 'api', status, retryAfterMs, ...readErrorBody(status, body) };
    }
  }
}

const MAX_MESSAGE_CHARS = 1_000;
const MAX_WORD_CHARS = 200;
const MAX_DETAILS_CHARS = 4_000;

/** The service's error body (ApiError) as far as it can be read, cut to a safe length. */
function readErrorBody(status: number, body: TransportResponse['body']): Partial<Failure> {
  if (status === 304) return { ownDetail: 'a cache says "not modified"', advice: CACHE_ADVICE };
  if (body.kind === 'too-large') return { ownDetail: 'with a body that is too large' };
  // Named, so that it is clear that perhaps not the service answered; never quoted.
  const page = body.kind === 'text' ? findPage(body.text) : null;
  if (page !== null) return { ownDetail: page };
  // An empty body may be the service's.
  if (body.kind === 'text' && (status === 401 || status === 403) && body.text.trim() !== '') {
    return { ownDetail: PLAIN_TEXT };
  }
  if (body.kind !== 'json' || !isRecord(body.value)) return {};
  const { type, message, requiredRole, resource, details } = body.value;
  const isShort = isRecord(details) && JSON.stringify(details).length <= MAX_DETAILS_CHARS;
  const pageSaid = typeof message === 'string' ? findPage(message) : null;
  return {
    type: readText(type, MAX_WORD_CHARS),
    ...(pageSaid === null ? { serviceMessage: readText(message, MAX_MESSAGE_CHARS) } : { ownDetail: pageSaid }),
    requiredRole: readText(requiredRole, MAX_WORD_CHARS),
    resource: readText(resource, MAX_WORD_CHARS),
    details: isShort ? details : undefined,
  };
}

function readText(value: unknown, maxChars: number): string | undefined {
  const line = typeof value === 'string' ? toShortLine(value, maxChars) : '';
  return line === '' ? undefined : line;
}

/** Names a field and types (`bugs[3].title: missing`), never a value. */
function describe(issue: v.BaseIssue<unknown>): string {
  const path = readPath(issue.path ?? []);
  const last = issue.path?.at(-1);
  // valibot reports a missing key as the key that was expected.
  if (last !== undefined && issue.input === undefined) return `${path}: missing`;
  const expected = issue.type === 'custom' ? issue.message : (issue.expected ?? issue.type);
  return `${path}: expected ${expected.toLowerCase()}, got ${typeName(issue.input)}`;
}

function readPath(path: readonly v.IssuePathItem[]): string {
  const text = path.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return text === '' ? 'the body' : text.replace(/^\./, '');
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'string' ? 'a string' : typeof value;
}
