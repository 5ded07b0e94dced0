// Owns the connection to GitHub's REST API: octokit with our fetch, a time limit and a retry that never repeats what adds.
import { Octokit } from '@octokit/rest';
import type { FetchLike } from '../net/fetch.ts';
import { MAX_RETRY_AFTER_MS, retryDelayMs } from '../net/retry-timing.ts';
import { readFailure, type GitHubFailure } from './failure.ts';
import { isCreation, toWholeAnswers } from './whole-answer.ts';

export type { Octokit } from '@octokit/rest';

export interface OctokitOptions {
  readonly token: string;
  /** Such as `https://api.github.com`, or `https://HOST/api/v3` on Enterprise Server. */
  readonly baseUrl: string;
  readonly fetch: FetchLike;
  readonly signal: AbortSignal;
  /** Takes the token, and whatever else is secret, out of a text. */
  readonly scrub: (text: string) => string;
  readonly clock: {
    /** Unix time in milliseconds. */
    now(): number;
    /** From 0 to below 1. */
    random(): number;
    wait(ms: number, signal: AbortSignal): Promise<void>;
  };
}

const MAX_TRIES = 4;
const TIMEOUT_MS = 30_000;
const TRANSIENT: ReadonlySet<number | null> = new Set([null, 408, 429, 500, 502, 503, 504]);
const silent = (): void => undefined;

/** Opens nothing by itself. Calls reject with octokit's RequestError, or with the reason of `signal`. */
export function openOctokit(options: OctokitOptions): Octokit {
  const octokit = new Octokit({
    auth: options.token,
    baseUrl: options.baseUrl,
    userAgent: 'scan-gate',
    request: { fetch: toLimitedFetch(options) },
    // Octokit would print to the log, where lines can be commands.
    log: { debug: silent, info: silent, warn: silent, error: silent },
  });
  octokit.hook.wrap('request', async (request, parameters) => {
    for (let attempt = 1; ; attempt += 1) {
      options.signal.throwIfAborted();
      try {
        return await request(parameters);
      } catch (error) {
        options.signal.throwIfAborted();
        const failure = readFailure(error);
        const delayMs = toDelayMs(failure, attempt, options);
        const repeatable = isRepeatable(parameters) || failure.rateLimited;
        if (attempt === MAX_TRIES || !repeatable || delayMs === null) throw error;
        await options.clock.wait(delayMs, options.signal);
      }
    }
  });
  return octokit;
}

/** Here and not in the hook: what a hook hands on does not pass octokit's own hook for the token. */
function toLimitedFetch({
  fetch,
  signal,
  scrub,
}: OctokitOptions): ReturnType<typeof toWholeAnswers> {
  const fetchWhole = toWholeAnswers(fetch, scrub);
  return async (url, init) =>
    await fetchWhole(url, {
      ...init,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
}

/** A create that got no clear refusal may have been carried out, and so may the update of a check run, which appends. */
function isRepeatable({ method, url }: { readonly method: string; readonly url: string }): boolean {
  const isAppending = method === 'PATCH' && url.includes('/check-runs/');
  return !isAppending && !isCreation(method, url);
}

/** Milliseconds to wait, or null when another try would not help or come too late. */
function toDelayMs(
  failure: GitHubFailure,
  attempt: number,
  { clock }: OctokitOptions,
): number | null {
  if (!failure.rateLimited && !TRANSIENT.has(failure.status)) return null;
  if (failure.retryAfter === null && failure.rateLimitResetS !== null) {
    const untilResetMs = Math.max(0, failure.rateLimitResetS * 1_000 - clock.now());
    return untilResetMs <= MAX_RETRY_AFTER_MS ? untilResetMs : null;
  }
  const delayMs = retryDelayMs({
    attempt,
    retryAfter: failure.retryAfter,
    nowMs: clock.now(),
    random: () => clock.random(),
  });
  return delayMs ?? null;
}
