// A failed call to GitHub becomes a cause.
import type { FailedCause } from '../judgement/cause.ts';
import { formatTime } from '../judgement/format.ts';
import { type EpochMs, isEpochMs } from '../judgement/identifiers.ts';
import type { GitHubQuestion } from '../judgement/reasons.ts';
import { MINUTE_MS } from '../judgement/time.ts';
import { isUnverified, Unverified } from '../judgement/unverified.ts';
import { toSurroundingAdvice } from '../net/network-cause.ts';
import { MAX_RETRY_AFTER_MS, parseRetryAfterMs } from '../net/retry-timing.ts';
import {
  findLacking,
  findLackingToken,
  type GitHubFailure,
  isGitHubFailure,
  isGivenUp,
  isRedirect,
  type RateLimit,
  readFailure,
} from './failure.ts';

/** Rejects with the reason of a cancelled job, or with a defect. @throws {Unverified} If GitHub could not be read or written. */
export async function askGitHub<Answer>(
  signal: AbortSignal,
  question: GitHubQuestion,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await findAnswer(signal, question, ask);
  if (isUnverified(answer)) throw answer;
  return answer;
}

export async function findAnswer<Answer>(
  signal: AbortSignal,
  question: GitHubQuestion,
  ask: () => Promise<Answer>,
): Promise<Answer | Unverified> {
  try {
    return await ask();
  } catch (error) {
    signal.throwIfAborted();
    if (!isGitHubFailure(error)) throw error;
    return gitHubFault(error, question);
  }
}

export function gitHubFault(error: unknown, { doing: task, permission, need }: GitHubQuestion): Unverified {
  const failure = readFailure(error);
  const said = describe(failure, failure.publicMessage);
  const quotation = describe(failure, failure.message);
  const failed = {
    ...({ who: 'github', task, need, said } as const),
    quotation: quotation === said ? undefined : quotation,
    remedy: adviseOn(failure, permission) ?? undefined,
  };
  return new Unverified(toCause(error, failure, { ...failed, permission }));
}

type FailedParts = Pick<FailedCause, 'who' | 'task' | 'need' | 'said' | 'quotation' | 'remedy'>;

function toCause(
  error: unknown,
  failure: GitHubFailure,
  { permission, ...failed }: FailedParts & { readonly permission: string },
): FailedCause {
  const { status, surrounding, rateLimited, unusable } = failure;
  const lasts = isLasting(failure) || isRedirect(error);
  if (isGivenUp(error)) return { kind: 'given-up', ...failed };
  if (surrounding !== null) return { kind: 'surroundings', part: surrounding, lasts, status, ...failed };
  if (rateLimited) {
    return { kind: 'rate-limited', until: findLimitEnd(failure), waitMs: findLongWaitMs(failure), ...failed };
  }
  if (isTooManyFiles(failure)) return { kind: 'too-many-files', ...failed };
  if (status === 301) return { kind: 'renamed', ...failed };
  const missing = toMissingPullRequest(failure);
  if (missing !== null) {
    return { kind: 'unknown-pull-request', permission, ...failed, said: missing, quotation: undefined };
  }
  const whose = findLacking(failure);
  if (whose !== undefined) return { kind: 'lacks-permission', whose, permission, ...failed };
  if (lasts) return { kind: 'refused', isForbidden: status === 403, list: null, ...failed };
  const how = unusable || isForNow(failure) ? 'broken' : 'down';
  return { kind: 'outage', how, status, ...failed };
}

function isLasting(failure: GitHubFailure): boolean {
  const { status, rateLimited } = failure;
  if (isTooManyFiles(failure)) return true;
  if (rateLimited || status === null || isForNow(failure)) return false;
  return status >= 300 && status < 500 && status !== 408 && status !== 409;
}

function isForNow({ message }: GitHubFailure): boolean {
  return /\btemporarily\b|\bheavy (?:server )?load\b/i.test(message);
}

/** GitHub's words for a change that is too large, with whatever status. */
const TOO_MANY_FILES =
  /too many files|too_many_files|diff (?:exceeded|is too|was too|(?:is taking|took|takes) too long)/i;

/** GitHub computes no list of files for a pull request that changes too much. */
function isTooManyFiles(failure: GitHubFailure): boolean {
  const { status, message, url } = failure;
  const isOfFiles = /\/pulls\/\d+\/files$/.test(url?.pathname ?? '');
  return isOfFiles && (status ?? 0) >= 400 && TOO_MANY_FILES.test(message) && !isForNow(failure);
}

/** Says such as `no pull request 17 in acme/app` if a 404 means that. A pull request that is written to was read before. */
function toMissingPullRequest({ status, url, isWrite }: GitHubFailure): string | null {
  const [, repository, number] =
    /\/repos\/([^/]+\/[^/]+)\/(?:pulls\/(?=\d)|issues\/(?=\d+\/comments))(\d+)/.exec(url?.pathname ?? '') ?? [];
  const isMissing = status === 404 && !isWrite && repository !== undefined && number !== undefined;
  return isMissing ? `no pull request ${number} in ${repository}` : null;
}

/** When GitHub says that its limit ends; null: it does not say. */
function findLimitEnd({ rateLimited, rateLimitResetS }: RateLimit): EpochMs | null {
  // Times are told to the minute, and at that minute it has to be over.
  const end = Math.ceil((rateLimitResetS ?? Number.NaN) / 60) * MINUTE_MS;
  return rateLimited && isEpochMs(end) ? end : null;
}

/** A request waits by itself for less than this. A date would be read by our own clock, so it does not count. */
function findLongWaitMs({ retryAfter }: RateLimit): number | null {
  const waitMs = /^\d+$/.test(retryAfter ?? '') ? (parseRetryAfterMs(retryAfter, 0) ?? 0) : 0;
  return waitMs > MAX_RETRY_AFTER_MS ? waitMs : null;
}

/** The name of a repository is that of the event, or of a list that was read just before: no input has it. */
const OLD_NAME =
  'This run keeps the old name, even if it is run again. The next run, such as that of a push or a new comment, has the present one. In a list of repositories, write that one.';

function adviseOn(failure: GitHubFailure, permission: string): string | null {
  const { status, rateLimited, surrounding, url } = failure;
  if (surrounding !== null) {
    const host = url?.host ?? 'GitHub';
    return toSurroundingAdvice(surrounding, { host, usesProxyVariables: true, isWritten: false });
  }
  if (rateLimited) return null;
  if (isTooManyFiles(failure)) return 'Running the job again will not help: split the pull request.';
  switch (status) {
    case 301:
      return OLD_NAME;
    case 401:
      return 'Check the input `github-token`: the token is not valid, or no longer.';
    case 403:
      return findLackingToken(failure) === null ? null : `The token needs the permission "${permission}".`;
    case 404:
      return `If it is there, the token needs the permission "${permission}".`;
    default:
      return null;
  }
}

function describe(failure: GitHubFailure, message: string): string {
  const { status, answered, unusable, isAsked, page, url } = failure;
  const at = url === null ? '' : ` at ${url.host}`;
  if (!isAsked) return `GitHub was not asked (${message})`;
  if (unusable) return `GitHub sent an invalid response (${message})`;
  if (answered === null) return `GitHub${at} did not answer (${message})`;
  if (status === 301) {
    const repository = /\/repos\/([^/]+\/[^/]+)/.exec(url?.pathname ?? '')?.[1] ?? 'the repository';
    return `GitHub says that ${repository} was renamed or moved (301)`;
  }
  const end = findLimitEnd(failure);
  const limit = failure.rateLimited
    ? `, because of its rate limit${end === null ? '' : ` until ${formatTime(end)}`}`
    : '';
  return `GitHub answered ${answered}${page === null ? ` (${message})` : ` with ${page}`}${limit}`;
}
