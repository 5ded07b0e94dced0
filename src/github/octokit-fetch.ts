// The `fetch` for octokit: our transport, which fails unless an answer is complete and valid.
import type { FetchInit } from '../net/fetch.ts';
import { toCauseText } from '../net/network-cause.ts';
import { MAX_RETRY_AFTER_MS, retryDelayMs, TRANSIENT_STATUSES } from '../net/retry-timing.ts';
import type { Exchange, Transport, TransportResponse } from '../net/transport.ts';
import { GitHubAnswerError, readRateLimit, TooLargeAnswerError } from './failure.ts';

/** The part of a fetch response that octokit reads. */
interface CompleteResponse {
  readonly status: number;
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  /** The parsed JSON, or the text if the body is empty. Octokit uses it if the request succeeded. */
  readonly body: unknown;
  /** What octokit parses if the request failed. */
  text(): Promise<string>;
}

/**
 * Makes a `fetch` from a transport. It rejects if there is no complete answer, if a success is not JSON, on a redirect,
 * and if the body is too large. An answer to a create or delete may be empty; one to a read or update may not.
 * (Octokit itself would accept truncated JSON as text, and a body that broke off as success.)
 */
export function withCompleteBody(transport: Transport): (url: string, init?: FetchInit) => Promise<CompleteResponse> {
  return async (url, { method = 'GET', headers = {}, body } = {}) => {
    const request = { url, method, headers, body: body ?? undefined, retryDelayMs: decideRetryMs };
    const answer = readCompleteAnswer(await transport.send(request));
    if (answer instanceof Error) throw answer;
    return toCompleteResponse(url, answer);
  };
}

/** A usable answer, or why there is none. */
function readCompleteAnswer(exchange: Exchange): TransportResponse | Error {
  switch (exchange.kind) {
    case 'timeout':
      return new Error(`no whole answer within ${exchange.timeoutMs / 1000} s`);
    case 'network':
      return new Error(toCauseText(exchange.cause), { cause: exchange.cause });
    case 'redirect':
      return new GitHubAnswerError(`a redirect (${exchange.status ?? 'its status is hidden'}), which is not followed`);
    case 'response':
      if (exchange.status === 304)
        return new GitHubAnswerError('a cache between here and GitHub says "not modified" (304)');
      if (exchange.body.kind === 'too-large') return new TooLargeAnswerError('the answer is too large');
      return isCompleteAnswer(exchange.request, exchange)
        ? exchange
        : new GitHubAnswerError('the answer is not JSON, or it broke off');
  }
}

/** A body as JSON text, or unchanged if it is not JSON. */
function toBodyText({ body }: TransportResponse): string {
  if (body.kind === 'json') return JSON.stringify(body.value);
  return body.kind === 'text' ? body.text : '';
}

/** Whether a request creates something. We use GraphQL only to read. */
function isCreation({ method, url }: Exchange['request']): boolean {
  return method === 'POST' && !url.endsWith('/graphql');
}

function isCompleteAnswer(request: Exchange['request'], { status, body }: TransportResponse): boolean {
  if (status >= 300 || body.kind === 'json') return true;
  const mayBeEmpty = status === 204 || request.method === 'DELETE' || isCreation(request);
  return mayBeEmpty && body.kind === 'text' && body.text === '';
}

function toCompleteResponse(url: string, response: TransportResponse): CompleteResponse {
  const { status, headers, body } = response;
  // For any other type octokit would read the body as bytes.
  const type = body.kind === 'json' ? 'application/json' : 'text/plain';
  return {
    status,
    url,
    headers: new Map([...headers, ['content-type', type]]),
    body: body.kind === 'json' ? body.value : '',
    text: () => Promise.resolve(toBodyText(response)),
  };
}

/** Decides how many milliseconds to wait before a retry; null: a retry would not help, or would do harm. */
function decideRetryMs(exchange: Exchange): number | null {
  const answer = readCompleteAnswer(exchange);
  // It would be as large the next time.
  if (answer instanceof TooLargeAnswerError) return null;
  if (answer instanceof Error) return isRepeatable(exchange) ? backoffMs(exchange, null) : null;
  const { status, headers } = answer;
  const limit = readRateLimit({
    status,
    headers: Object.fromEntries(headers),
    // Only a 403 needs its text.
    message: status === 403 ? toBodyText(answer) : '',
  });
  const isTransient = TRANSIENT_STATUSES.has(status) && isRepeatable(exchange);
  if (!limit.rateLimited && !isTransient) return null;
  if (limit.retryAfter !== null || limit.rateLimitResetS === null) {
    return backoffMs(exchange, limit.retryAfter);
  }
  const untilResetMs = Math.max(0, limit.rateLimitResetS * 1_000 - exchange.nowMs);
  return untilResetMs <= MAX_RETRY_AFTER_MS ? untilResetMs : null;
}

function backoffMs(exchange: Exchange, retryAfter: string | null): number | null {
  return retryDelayMs({ ...exchange, retryAfter });
}

/** A create, or an update of a check run (which appends), may have happened unless it was clearly refused. */
function isRepeatable({ request }: Exchange): boolean {
  const isAppending = request.method === 'PATCH' && request.url.includes('/check-runs/');
  return !isAppending && !isCreation(request);
}
