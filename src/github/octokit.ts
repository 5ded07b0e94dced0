// Opens octokit over our transport, and limits what is sent through it.
import { Octokit } from '@octokit/rest';
import type { ShareError } from '../judgement/errors.ts';
import type { RepositoryRef } from '../judgement/identifiers.ts';
import { createTransport, type TransportOptions } from '../net/transport.ts';
import { GitHubAnswerError, RequestLimitError } from './failure.ts';
import { type RequestTraits, withCompleteBody } from './octokit-fetch.ts';
import { readLastPage } from './pages.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';

export type { Octokit } from '@octokit/rest';

interface OctokitOptions extends Pick<TransportOptions, 'fetch' | 'clock' | 'redactor'> {
  readonly token: string;
  /** `https://api.github.com`, or `https://HOST/api/v3` on Enterprise Server. */
  readonly baseUrl: string;
  readonly signal: AbortSignal;
  /** All connections of a run share one; by default each has its own. */
  readonly limits?: RateLimits;
}

/** Goes beside the parameters of a request that the run does without: its limit costs no other an answer. */
export const OPTIONAL = { request: { isOptional: true } } as const;

/** Without it GitHub would choose a version. */
const API_VERSION = '2022-11-28';
const MAX_TRIES = 4;
export const TIMEOUT_MS = 30_000;
const MAX_BODY_BYTES = 32 * 2 ** 20;
const silent = (): void => undefined;

/** Sends nothing yet. Calls reject with octokit's RequestError, or with the reason of `signal`. */
export function openOctokit({ token, baseUrl, limits = createRateLimits(), ...options }: OctokitOptions): Octokit {
  const transport = createTransport({
    ...options,
    timeoutMs: TIMEOUT_MS,
    maxBodyBytes: MAX_BODY_BYTES,
    maxTries: MAX_TRIES,
  });
  const toFetch = (traits: RequestTraits) => withCompleteBody({ ...options, transport, limits }, traits);
  const octokit = new Octokit({
    auth: token,
    baseUrl,
    userAgent: 'scan-gate',
    // Our transport has already parsed, checked and redacted the body.
    request: { parseSuccessResponseBody: false },
    // Octokit would print to the log, where a line can be a command.
    log: { debug: silent, info: silent, warn: silent, error: silent },
  });
  octokit.hook.before('request', ({ headers, request }) => {
    headers['x-github-api-version'] = API_VERSION;
    const { isDivisible, isOptional } = request;
    request.fetch = toFetch({ isDivisible: isDivisible === true, isOptional: isOptional === true });
  });
  // Octokit wraps what its fetch throws, the reason of a cancelled job too.
  octokit.hook.error('request', (error) => {
    options.signal.throwIfAborted();
    throw error;
  });
  return octokit;
}

/** Allows `max` requests about one pull request, and none if it has more pages. Says whether it is so large. */
export function limitPullRequests(
  octokit: Octokit,
  max: number,
): (pull: RepositoryRef & { readonly number: number }) => boolean {
  const sent = new Map<string, number>();
  const large = new Set<string>();
  octokit.hook.wrap('request', async (request, options) => {
    const { owner, repo, pull_number: number } = options;
    if (number === undefined) return await request(options);
    const pull = JSON.stringify([owner, repo, number]);
    const count = (sent.get(pull) ?? 0) + 1;
    sent.set(pull, count);
    if (count > max) large.add(pull);
    if (large.has(pull)) throw new GitHubAnswerError(`it takes more than ${max} requests`);
    const answer = await request(options);
    if (readLastPage(answer.headers.link ?? '') > max) large.add(pull);
    return answer;
  });
  return ({ owner, repo, number }) => large.has(JSON.stringify([owner, repo, number]));
}

export interface RequestBudget {
  left(): number;
  /** Allows at most `max` more from now on, and no more than the run may send. */
  grant(max: number): void;
  /** Sends nothing more, GraphQL included, once there is such an error. */
  endWith(findEnd: () => ShareError | null): void;
}

/** REST requests beyond the first `max` reject with a RequestLimitError. Retries and GraphQL do not count. */
export function limitRequests(octokit: Octokit, max: number): RequestBudget {
  let left = max;
  let granted = { max, left: max };
  let findEnd = (): ShareError | null => null;
  octokit.hook.before('request', ({ url }) => {
    const end = findEnd();
    if (end !== null) throw end;
    if (url.endsWith('/graphql')) return;
    if (left === 0) throw new RequestLimitError(max);
    if (granted.left === 0) throw new RequestLimitError(granted.max);
    left -= 1;
    granted.left -= 1;
  });
  return {
    left: () => left,
    grant: (more) => {
      granted = { max: more, left: more };
    },
    endWith: (find) => {
      findEnd = find;
    },
  };
}
