// Owns the reading of GitHub's answers: whole and well-formed, or an error. Octokit takes a body that broke off for an empty one.
import type { FetchInit, FetchLike } from '../net/fetch.ts';
import { GitHubAnswerError } from './failure.ts';

/** As much of a fetch response as octokit reads. */
export interface WholeAnswer {
  readonly status: number;
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  text(): Promise<string>;
}

const MAX_BODY_BYTES = 32 * 1024 * 1024;

/**
 * Wraps a fetch so that it rejects when the body breaks off, is not the JSON it says it is, or is over 32 MiB. What
 * is made or deleted may be answered with nothing but a status; what is read or updated may not. Secrets are taken out
 * here, and not only where texts leave: what is cut or escaped on its way no longer looks like one.
 */
export function toWholeAnswers(
  fetch: FetchLike,
  scrub: (text: string) => string,
): (url: string, init?: FetchInit) => Promise<WholeAnswer> {
  return async (url, init) => {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const text = scrub(await fetchText(response.body));
    const headers = copyHeaders(response.headers);
    if (response.status >= 300 && response.status < 400) {
      throw new GitHubAnswerError(`a redirect (${response.status}), which is not followed`);
    }
    const mayBeEmpty = response.status === 204 || isMadeOrDeleted(init?.method ?? 'GET', url);
    if (response.status < 300 && (text !== '' || !mayBeEmpty)) requireJson(text);
    return { status: response.status, url, headers, text: () => Promise.resolve(text) };
  };
}

/** Whether a request makes something. GraphQL is only used to read. */
export function isCreation(method: string, url: string): boolean {
  return method === 'POST' && !url.endsWith('/graphql');
}

function isMadeOrDeleted(method: string, url: string): boolean {
  return method === 'DELETE' || isCreation(method, url);
}

async function fetchText(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new GitHubAnswerError('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const HEADERS = [
  'content-type',
  'link',
  'retry-after',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-github-request-id',
] as const;

/** As octokit reads them: `get`, and each pair in turn. The `Headers` of Node would load all of its own fetch. */
function copyHeaders(from: { get(name: string): string | null }): ReadonlyMap<string, string> {
  return new Map(
    HEADERS.flatMap((name): [string, string][] => {
      const value = from.get(name);
      if (value === null) return [];
      return [[name, name === 'content-type' ? toReadableType(value) : value]];
    }),
  );
}

/** Octokit asks for the bytes of what is neither JSON nor text, and of bytes nothing could be told. */
function toReadableType(type: string): string {
  return /^(?:application\/json|text\/)/i.test(type) ? type : 'text/plain';
}

function requireJson(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    throw new GitHubAnswerError('the answer is not JSON, or it broke off');
  }
}
