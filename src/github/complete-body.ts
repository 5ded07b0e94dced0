// The fetch that octokit is given: our transport, with answers that are complete and what they claim to be, or an error.
import type { FetchInit } from '../net/fetch.ts';
import { toCauseText } from '../net/network-cause.ts';
import type { Attempt, Response, RetryPolicy, Transport } from '../net/transport.ts';
import { GitHubAnswerError } from './failure.ts';

/** As much of a fetch response as octokit reads. */
export interface CompleteResponse {
  readonly status: number;
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  /** The parsed JSON, or the text where the body is empty; what octokit takes where the request succeeded. */
  readonly body: unknown;
  /** What octokit parses where the request failed. */
  text(): Promise<string>;
}

/**
 * Makes a fetch of a transport. It rejects when no whole answer came, when one that tells of success is not JSON, for a
 * redirect, and for a body that is too large. What is created or deleted may be answered with nothing but a status; what
 * is read or updated may not. (By itself octokit takes JSON that was cut for text, and a body that broke off for success.)
 */
export function withCompleteBody(
  transport: Transport,
  retryDelayMs: RetryPolicy,
): (url: string, init?: FetchInit) => Promise<CompleteResponse> {
  return async (url, { method = 'GET', headers = {}, body } = {}) => {
    const request = { url, method, headers, body: body ?? undefined, retryDelayMs };
    const answer = readAnswer(await transport.send(request));
    if (answer instanceof Error) throw answer;
    return toCompleteResponse(url, answer);
  };
}

/** Reads an attempt as an answer that can be used, or as the error that there is none. */
export function readAnswer({ request, exchange, timeoutMs }: Attempt): Response | Error {
  switch (exchange.kind) {
    case 'timeout':
      return new Error(`no whole answer within ${timeoutMs / 1000} s`);
    case 'network':
      return new Error(toCauseText(exchange.cause), { cause: exchange.cause });
    case 'redirect':
      return new GitHubAnswerError(`a redirect (${exchange.status}), which is not followed`);
    case 'response':
      if (exchange.body.kind === 'too-large')
        return new GitHubAnswerError('the answer is too large');
      return isComplete(request, exchange)
        ? exchange
        : new GitHubAnswerError('the answer is not JSON, or it broke off');
  }
}

/** The text of a body as JSON, or as it came. */
export function toBodyText({ body }: Response): string {
  if (body.kind === 'json') return JSON.stringify(body.value);
  return body.kind === 'text' ? body.text : '';
}

/** Whether a request makes something. GraphQL is only used to read. */
export function isCreation({ method, url }: Attempt['request']): boolean {
  return method === 'POST' && !url.endsWith('/graphql');
}

function isComplete(request: Attempt['request'], { status, body }: Response): boolean {
  if (status >= 300 || body.kind === 'json') return true;
  const mayBeEmpty = status === 204 || request.method === 'DELETE' || isCreation(request);
  return mayBeEmpty && body.kind === 'text' && body.text === '';
}

function toCompleteResponse(url: string, response: Response): CompleteResponse {
  const { status, headers, body } = response;
  // Octokit asks for the bytes of what is neither JSON nor text, and could say nothing of them.
  const type = body.kind === 'json' ? 'application/json' : 'text/plain';
  return {
    status,
    url,
    headers: new Map([...headers, ['content-type', type]]),
    body: body.kind === 'json' ? body.value : '',
    text: () => Promise.resolve(toBodyText(response)),
  };
}
