// Makes a `fetch` for octokit of our transport. It fails unless an answer is complete and valid.
import * as v from 'valibot';
import { waitUnlessAborted } from '../net/abort.ts';
import { findPage } from '../net/body.ts';
import type { FetchInit } from '../net/fetch.ts';
import { findSurroundingOfSound, toCauseText } from '../net/network-cause.ts';
import { parseRetryAfterMs, retryDelayMs, TRANSIENT_STATUSES } from '../net/retry-timing.ts';
import type { Exchange, Transport, TransportOptions, TransportResponse } from '../net/transport.ts';
import {
  BrokenAnswerError,
  GitHubAnswerError,
  GraphqlErrorAnswer,
  isNotWhole,
  readGraphqlLimit,
  readRateLimit,
  type RateLimit,
  RedirectError,
  RenamedError,
  TooLargeAnswerError,
  UnansweredError,
} from './failure.ts';
import type { LimitedRequest, Meeting, RateLimits } from './rate-limits.ts';

interface CompleteResponse {
  readonly status: number;
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  /** The parsed JSON, or the text if the body is empty. Octokit reads it if the request succeeded. */
  readonly body: unknown;
  /** Octokit parses the text if the request failed. */
  text(): Promise<string>;
}

/** GitHub is not told these. */
export interface RequestTraits {
  /** True if a query that is too heavy is asked again by halves. */
  readonly isDivisible: boolean;
  readonly isOptional: boolean;
}

interface Parts extends Pick<TransportOptions, 'clock'> {
  readonly transport: Transport;
  readonly signal: AbortSignal;
  readonly limits: RateLimits;
}

/**
 * Rejects on a redirect, a body that is too large, and an answer that is not whole; one to a create or delete may be empty.
 * Octokit itself would accept truncated JSON as text, and a body that broke off as success.
 */
export function withCompleteBody(
  { transport, clock, signal, limits }: Parts,
  { isDivisible, isOptional }: RequestTraits,
): (url: string, init?: FetchInit) => Promise<CompleteResponse> {
  return async (url, { method = 'GET', headers = {}, body } = {}) => {
    const resource = isGraphql({ url }) ? 'graphql' : 'rest';
    const limited: LimitedRequest = { method, resource, place: toPlace(url, body ?? ''), isOptional };
    let refusal = limits.check(limited, clock.now());
    while (typeof refusal === 'number' && refusal > 0) {
      await waitUnlessAborted(clock, refusal, signal);
      refusal = limits.check(limited, clock.now());
    }
    if (typeof refusal !== 'number') return toCompleteResponse(url, withoutData(refusal));
    const sentMs = clock.now();
    let hasWaited = false;
    const waitMs: LimitPolicy = (met) => {
      const delayMs = limits.waitMs({ ...limited, ...met, sentMs, hasWaited });
      hasWaited = true;
      return delayMs;
    };
    const retryDelayMs = (exchange: Exchange): number | null =>
      isDivisible && mayBeTooHeavy(exchange) ? null : decideRetryMs(exchange, waitMs);
    const exchange = await transport.send({ url, method, headers, body: body ?? undefined, retryDelayMs });
    const answer = readCompleteAnswer(exchange);
    if (answer instanceof Error) throw answer;
    return toCompleteResponse(url, answer);
  };
}

/** Gives how long a request that met a limit waits; null: it is given up. */
type LimitPolicy = (met: Pick<Meeting, 'answer' | 'end' | 'nowMs'>) => number | null;

/** The refusal of one query, for another: GraphQL may have given a part of what the first one asked for. */
function withoutData(refusal: TransportResponse): TransportResponse {
  const { body } = refusal;
  const value = body.kind === 'json' && v.is(WithData, body.value) ? { ...body.value, data: null } : null;
  return value === null ? refusal : { ...refusal, body: { kind: 'json', value } };
}

const WithData = v.looseObject({ data: v.unknown() });

/** The repository that a request is about, as `owner/name` in lower case; empty if none is named. */
function toPlace(url: string, body: string): string {
  const [, place = ''] = /\/repos\/([^/?]+\/[^/?]+)/.exec(url) ?? [];
  if (!isGraphql({ url })) return place.toLowerCase();
  const { owner, name } = v.parse(Variables, parseJson(body)).variables;
  return `${owner}/${name}`.toLowerCase();
}

const SaidText = v.fallback(v.string(), '');
const Place = v.object({ owner: SaidText, name: SaidText });
const Variables = v.fallback(v.object({ variables: Place }), { variables: { owner: '', name: '' } });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readCompleteAnswer(exchange: Exchange): TransportResponse | Error {
  switch (exchange.kind) {
    case 'timeout':
      return new UnansweredError(`no whole answer within ${exchange.timeoutMs / 1000} s`);
    case 'network':
      return toNetworkError(exchange);
    case 'redirect':
      return toRedirectError(exchange);
    case 'response':
      if (exchange.body.kind === 'too-large') return new TooLargeAnswerError('the answer is too large');
      return readResponse(exchange);
  }
}

function toNetworkError({ cause, mayHaveArrived }: Extract<Exchange, { kind: 'network' }>): Error {
  // A TLS connection that was not made carried no request.
  const isUnanswered = mayHaveArrived && findSurroundingOfSound(cause) === null;
  return new (isUnanswered ? UnansweredError : Error)(toCauseText(cause), { cause });
}

function readResponse(response: Extract<Exchange, { kind: 'response' }>): TransportResponse | GitHubAnswerError {
  const { request, status } = response;
  if (!isCompleteAnswer(request, response)) {
    const page = findPageOf(response);
    return page === null
      ? new BrokenAnswerError('the answer is not JSON, or it broke off')
      : new GitHubAnswerError(page);
  }
  return isGraphql(request) && status < 300 ? readGraphql(response) : response;
}

/** Puts what is wrong into `errors`, where everybody looks for it. */
function readGraphql(response: TransportResponse): TransportResponse | GitHubAnswerError {
  const { body } = response;
  // Octokit would fail in its own code.
  if (body.kind !== 'json' || !v.is(GraphqlBody, body.value)) {
    return new GitHubAnswerError('the answer does not have the form of GraphQL');
  }
  const refusal = v.safeParse(BareRefusal, body.value);
  if (!refusal.success) return response;
  const { message } = refusal.output;
  return { ...response, body: { kind: 'json', value: { ...refusal.output, errors: [{ message }] } } };
}

const GraphqlBody = v.object({ errors: v.nullish(v.array(v.object({ message: v.nullish(v.string()) }))) });
/** GitHub may tell of its secondary limit as in REST, with status 200. */
const BareRefusal = v.looseObject({
  data: v.nullish(v.null()),
  errors: v.nullish(v.tuple([])),
  message: v.pipe(v.string(), v.nonEmpty()),
});

/** GitHub leads from the name of a renamed repository to an address with the number of the repository. */
function toRedirectError({
  request,
  status,
  origin,
  path,
}: Extract<Exchange, { kind: 'redirect' }>): GitHubAnswerError {
  const isOwn = origin === new URL(request.url).origin;
  const isRenamed = isOwn && /^(?:\/api\/v3)?\/repositories\/\d/.test(path ?? '');
  return isRenamed ? new RenamedError(301) : new RedirectError(status, isOwn ? null : origin);
}

/** GitHub's own words in a refusal. Octokit fails in its own code where one of these is something else. */
const Refusal = v.fallback(
  v.object({
    message: SaidText,
    errors: v.fallback(v.optional(v.array(v.unknown())), undefined),
    documentation_url: SaidText,
  }),
  { message: '', documentation_url: '' },
);

/** The text of a refusal, as octokit reads it: JSON where GitHub gives a reason, else as it is, or empty. */
function toRefusalText(answer: Pick<TransportResponse, 'headers' | 'body'>): string {
  const { body } = answer;
  if (body.kind !== 'json') return body.kind === 'text' ? (findPageOf(answer) ?? body.text) : '';
  if (typeof body.value === 'string') return body.value;
  const { documentation_url, ...refusal } = v.parse(Refusal, body.value);
  if (refusal.message === '') return '';
  return JSON.stringify(documentation_url === '' ? refusal : { ...refusal, documentation_url });
}

/** Names a page that somebody sent in place of an answer; null if it is none. */
function findPageOf({ headers, body }: Pick<TransportResponse, 'headers' | 'body'>): string | null {
  return body.kind === 'text' ? findPage(body.text, headers.get('content-type')) : null;
}

/** We use GraphQL only to read. */
function isCreation(request: Exchange['request']): boolean {
  return request.method === 'POST' && !isGraphql(request);
}

function isGraphql({ url }: Pick<Exchange['request'], 'url'>): boolean {
  return url.endsWith('/graphql');
}

function isCompleteAnswer(request: Exchange['request'], { status, body }: TransportResponse): boolean {
  if (status >= 300 || body.kind === 'json') return true;
  const mayBeEmpty = status === 204 || request.method === 'DELETE' || isCreation(request);
  return mayBeEmpty && body.kind === 'text' && body.text === '';
}

function toCompleteResponse(url: string, response: TransportResponse): CompleteResponse {
  const { status, headers, body } = response;
  // Octokit would read the body of any other type as bytes.
  const type = body.kind === 'json' ? 'application/json' : 'text/plain';
  return {
    status,
    url,
    headers: new Map([...headers, ['content-type', type]]),
    body: body.kind === 'json' ? body.value : '',
    text: () => Promise.resolve(toRefusalText(response)),
  };
}

/** Gives null if a retry would not help, or would do harm. */
function decideRetryMs(exchange: Exchange, waitForLimitMs: LimitPolicy): number | null {
  const answer = readCompleteAnswer(exchange);
  // The next answer would be as large, or lead as far away.
  if (answer instanceof TooLargeAnswerError || exchange.kind === 'redirect') return null;
  if (answer instanceof Error) return isRepeatable(exchange) ? backoffMs(exchange, null) : null;
  const limit = readLimit(exchange.request, answer);
  const isTransient = TRANSIENT_STATUSES.has(answer.status) && isRepeatable(exchange);
  if (!limit.rateLimited) return isTransient ? backoffMs(exchange, limit.retryAfter) : null;
  const { nowMs } = exchange;
  const waitMs = waitForLimitMs({ answer, end: readLimitEnd(limit, nowMs), nowMs });
  // GitHub's clock may be behind ours.
  return waitMs === null ? null : Math.max(waitMs, backoffMs(exchange, null) ?? 0);
}

/** A time that is over by our clock is none: a request at once would prolong the limit. */
function readLimitEnd({ retryAfter, rateLimitResetS }: RateLimit, nowMs: number): Meeting['end'] {
  const askedMs = parseRetryAfterMs(retryAfter, nowMs) ?? 0;
  if (askedMs > 0) return { ms: nowMs + askedMs, isOfHour: false };
  const resetMs = (rateLimitResetS ?? 0) * 1_000;
  return resetMs > nowMs ? { ms: resetMs, isOfHour: true } : null;
}

/** A server that says when to ask again has another reason. */
function mayBeTooHeavy(exchange: Exchange): boolean {
  const answer = readCompleteAnswer(exchange);
  return answer instanceof Error ? isNotWhole(answer) : answer.status >= 500 && !answer.headers.has('retry-after');
}

const Errors = v.fallback(v.object({ errors: v.array(GraphqlErrorAnswer) }), { errors: [] });

/** GraphQL tells of its limit with status 200. */
function readLimit(request: Exchange['request'], { status, headers, body }: TransportResponse): RateLimit {
  const known = Object.fromEntries(headers);
  if (isGraphql(request) && status === 200) {
    return readGraphqlLimit(v.parse(Errors, body.kind === 'json' ? body.value : null).errors, known);
  }
  const message = status === 403 || status === 422 ? toRefusalText({ headers, body }) : '';
  return readRateLimit({ status, message, headers: known });
}

function backoffMs(exchange: Exchange, retryAfter: string | null): number | null {
  return retryDelayMs({ ...exchange, retryAfter });
}

/** A create, or an update of a check run, which appends, may have happened unless it was clearly refused. */
function isRepeatable({ request }: Exchange): boolean {
  const isAppending = request.method === 'PATCH' && request.url.includes('/check-runs/');
  return !isAppending && !isCreation(request);
}
