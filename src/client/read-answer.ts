// The reading of an answer: its checked value, or the error that says what went wrong. Pure.
import * as v from 'valibot';
import { findPage, PLAIN_TEXT } from '../net/body.ts';
import { toCauseText, toShortLine } from '../net/network-cause.ts';
import { parseRetryAfterMs } from '../net/retry-timing.ts';
import type { Exchange, TransportResponse } from '../net/transport.ts';
import { ConfigurationError } from './client-error.ts';
import { type Endpoint, toEndpointName } from './endpoints.ts';
import { type Failure, ServiceError } from './service-error.ts';

/** What a reading needs besides the exchange. */
interface AnswerContext {
  readonly baseUrl: string;
  readonly usesProxyVariables: boolean;
  readonly maxBodyBytes: number;
}

/**
 * The checked value of an answer.
 * @throws {ServiceError} If there was none.
 * @throws {ConfigurationError} If the caller's own `fetch` does not work.
 */
export function readAnswer<T>(endpoint: Endpoint<T>, exchange: Exchange, context: AnswerContext): T {
  // What `fetch` gave was no answer at all: see `checkAnswers`.
  if (exchange.kind === 'network' && exchange.cause.name === 'ConfigurationError') {
    throw new ConfigurationError(exchange.cause.message);
  }
  const isSuccess = exchange.kind === 'response' && exchange.status >= 200 && exchange.status < 300;
  if (!isSuccess) throw toServiceError(endpoint, exchange, context);
  const { body, headers, status, tries } = exchange;
  const fail = (detail: string): ServiceError =>
    new ServiceError({ kind: 'decode', endpoint: toEndpointName(endpoint), tries, status, detail });
  if (body.kind === 'too-large') throw fail(`a body of more than ${context.maxBodyBytes} bytes`);
  const note = describeType(headers.get('content-type') ?? null);
  if (body.kind === 'text') throw fail(toShortLine(describeText(body.text) + note, 500));
  const read = v.safeParse(endpoint.schema, body.value, { abortEarly: true });
  if (read.success) return read.output;
  throw fail(toShortLine(describe(read.issues[0]) + note, 500));
}

/** The error of an exchange that gave no answer, or one with an error status. */
export function toServiceError(
  endpoint: Endpoint<unknown>,
  exchange: Exchange,
  { baseUrl, usesProxyVariables }: Omit<AnswerContext, 'maxBodyBytes'>,
): ServiceError {
  const { tries } = exchange;
  return new ServiceError({
    endpoint: toEndpointName(endpoint),
    tries,
    usesProxyVariables,
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
      return { kind: 'timeout', host, detail: `not finished within ${exchange.timeoutMs / 1000} s` };
    case 'network':
      return { kind: 'network', host, cause: exchange.cause, detail: toCauseText(exchange.cause) };
    case 'redirect': {
      const { status, origin } = exchange;
      const detail = origin === null ? 'a redirect' : `a redirect to ${origin}`;
      return { kind: 'api', status, detail: toShortLine(detail, 300), advice: REDIRECT_ADVICE };
    }
    case 'response': {
      const { status, headers, body, nowMs } = exchange;
      const retryAfterMs = parseRetryAfterMs(headers.get('retry-after') ?? null, nowMs);
      return { kind: 'api', status, retryAfterMs, ...readErrorBody(status, body) };
    }
  }
}

const MAX_MESSAGE_CHARS = 1_000;
const MAX_WORD_CHARS = 200;
const MAX_DETAILS_CHARS = 4_000;

/** The service's error body (ApiError) as far as it can be read, cut to a safe length. */
function readErrorBody(status: number, body: TransportResponse['body']): Partial<Failure> {
  if (status === 304) return { detail: 'a cache says "not modified"', advice: CACHE_ADVICE };
  if (body.kind === 'too-large') return { detail: 'with a body that is too large' };
  // Named, so that it is clear that perhaps not the service answered; never quoted.
  const page = body.kind === 'text' ? findPage(body.text) : null;
  if (page !== null) return { detail: page };
  // An empty body may be the service's.
  if (body.kind === 'text' && (status === 401 || status === 403) && body.text.trim() !== '') {
    return { detail: PLAIN_TEXT };
  }
  if (body.kind !== 'json' || !isRecord(body.value)) return {};
  const { type, message, requiredRole, resource, details } = body.value;
  const isShort = isRecord(details) && JSON.stringify(details).length <= MAX_DETAILS_CHARS;
  return {
    type: readText(type, MAX_WORD_CHARS),
    detail: (typeof message === 'string' ? findPage(message) : null) ?? readText(message, MAX_MESSAGE_CHARS),
    requiredRole: readText(requiredRole, MAX_WORD_CHARS),
    resource: readText(resource, MAX_WORD_CHARS),
    details: isShort ? details : undefined,
  };
}

function readText(value: unknown, maxChars: number): string | undefined {
  const line = typeof value === 'string' ? toShortLine(value, maxChars) : '';
  return line === '' ? undefined : line;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Empty for JSON. A type that is not one is not quoted. */
function describeType(given: string | null): string {
  if (given === null) return ' (no content type)';
  const [type = ''] = given.split(';');
  if (/json/i.test(type)) return '';
  return MEDIA_TYPE.test(type.trim()) ? ` (${type.trim()})` : ' (an unreadable content type)';
}

const MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;

function describeText(text: string): string {
  const page = findPage(text);
  if (page !== null) return page;
  return text.trim() === '' ? 'an empty body' : 'a body that is not JSON';
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
