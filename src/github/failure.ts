// A failed call to GitHub, as data and as one sentence that names the missing permission.
import * as v from 'valibot';
import { DeadlineError } from '../judgement/errors.ts';
import { type GitHubQuestion, unverified } from '../judgement/reasons.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';

/** What an answer says about GitHub's rate limits. */
interface RateLimit {
  readonly retryAfter: string | null;
  /** When the rate limit resets, in Unix seconds; null unless it is used up. */
  readonly rateLimitResetS: number | null;
  /** Whether the call was refused because of a rate limit, and so had no effect. */
  readonly rateLimited: boolean;
}

/** What is known about a failed call. */
interface GitHubFailure extends RateLimit {
  /** Null: no complete answer, or one that does not match GitHub's documentation. */
  readonly status: number | null;
  /** Whether there was an answer that we could not use. */
  readonly unusable: boolean;
  readonly message: string;
  /** What was asked for; null if the error does not say. */
  readonly url: URL | null;
}

/** An answer that does not match GitHub's documentation. */
export class GitHubAnswerError extends Error {
  override readonly name: string = 'GitHubAnswerError';
}

/** An answer that was not read to its end. */
export class TooLargeAnswerError extends GitHubAnswerError {
  override readonly name = 'TooLargeAnswerError';
}

/** Whether a call failed because its answer was too large. */
export function isTooLarge(error: unknown): boolean {
  return isOrWraps(error, TooLargeAnswerError);
}

/** Octokit wraps what is thrown while an answer is read. */
function isOrWraps(error: unknown, kind: typeof GitHubAnswerError): boolean {
  return error instanceof kind || (error instanceof Error && error.cause instanceof kind);
}

/** A request that was not sent, since as many as allowed have been. */
export class RequestLimitError extends Error {
  override readonly name = 'RequestLimitError';

  constructor(max: number) {
    super(`at most ${max} requests to GitHub are allowed here`);
  }
}

/** Whether a call was given up for lack of requests or time, which says nothing about what was asked. */
function isGivenUp(error: unknown): boolean {
  return error instanceof RequestLimitError || error instanceof DeadlineError;
}

const MAX_MESSAGE_CHARACTERS = 300;

/** Whether an error is a failed call, octokit's RequestError or a deadline; anything else is a defect of our own. */
export function isGitHubFailure(error: unknown): boolean {
  if (error instanceof GitHubAnswerError || isGivenUp(error)) return true;
  return error instanceof Error && 'request' in error && 'status' in error;
}

/** A thrown object that is not an error has no message, and may not even convert to a string. */
function readMessage(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : 'no error was given';
}

const Header = v.fallback(v.nullish(v.string(), null), null);
/** The headers that say something about rate limits. */
const LimitHeaders = v.object({ 'retry-after': Header, 'x-ratelimit-remaining': Header, 'x-ratelimit-reset': Header });
/** What octokit throws. Without an answer it has no `response`, and octokit makes up a status of 500. */
const Thrown = v.fallback(
  v.object({
    status: v.fallback(v.nullable(v.number()), null),
    request: v.fallback(v.nullable(v.object({ url: v.string() })), null),
    response: v.fallback(v.nullable(v.object({ headers: LimitHeaders })), null),
  }),
  { status: null, request: null, response: null },
);

/** Reads whatever a call threw. Never throws. */
export function readFailure(error: unknown): GitHubFailure {
  const { status: said, request, response } = v.parse(Thrown, error);
  const status = response === null ? null : said;
  const message = readMessage(error);
  return {
    status,
    unusable: status === null && isOrWraps(error, GitHubAnswerError),
    message: message.slice(0, MAX_MESSAGE_CHARACTERS),
    url: request && URL.parse(request.url),
    ...readRateLimit({ status, message, headers: response?.headers ?? {} }),
  };
}

/** Reads what an answer says about GitHub's rate limits; `message` is that of a refusal. */
export function readRateLimit({
  status,
  message,
  headers,
}: {
  readonly status: number | null;
  readonly message: string;
  readonly headers: Partial<v.InferInput<typeof LimitHeaders>>;
}): RateLimit {
  const isUsedUp = headers['x-ratelimit-remaining'] === '0';
  const resetS = Number(headers['x-ratelimit-reset'] ?? Number.NaN);
  const retryAfter = headers['retry-after'] ?? null;
  const saysSo = isUsedUp || retryAfter !== null || /secondary rate limit/i.test(message);
  return {
    retryAfter,
    rateLimitResetS: isUsedUp && Number.isFinite(resetS) ? resetS : null,
    rateLimited: status === 429 || (status === 403 && saysSo),
  };
}

/**
 * Says what GitHub refused and what to do, in one plain sentence. `doing` completes "could not …";
 * `permission` is what the workflow would have to grant.
 */
export function explain(error: unknown, doing: string, permission: string): string {
  const failure = readFailure(error);
  const pullRequest = toMissingPullRequest(failure);
  if (pullRequest !== null) {
    return `Could not ${doing}. There is ${pullRequest} that this token can see: check the number, and that the job has the permission "${permission}".`;
  }
  const what = `Could not ${doing}: ${describe(failure)}.`;
  if (failure.rateLimited || (failure.status !== 403 && failure.status !== 404)) return what;
  // No permission would help.
  if (/\barchived\b/i.test(failure.message)) return what;
  const limit = permission.endsWith(': write')
    ? '; on a pull request from a fork or by Dependabot it can only read'
    : '';
  return `${what} The token needs the permission "${permission}"${limit}.`;
}

/** Whether the token may not do it. What it may not even see is 404. */
function isRefusal(error: unknown): boolean {
  const { status, rateLimited } = readFailure(error);
  return (status === 403 && !rateLimited) || status === 404;
}

/** What a failed call means where a verdict depends on it. */
export function gitHubFault(error: unknown, { doing, permission, advice = [] }: GitHubQuestion): Unverified {
  const fault = unverified('github-error', explain(error, doing, permission), advice);
  if (isGivenUp(error)) return fault.with({ isGivenUp: true });
  return isRefusal(error) ? fault.with({ isRefused: true }) : fault;
}

/**
 * Gives GitHub's answer. Rejects with the reason of a cancelled job, or with a defect of our own.
 * @throws {Unverified} If GitHub could not be read or written.
 */
export async function askGitHub<Answer>(
  signal: AbortSignal,
  question: GitHubQuestion,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await findAnswer(signal, question, ask);
  if (isUnverified(answer)) throw answer;
  return answer;
}

/** The same, with why there is no answer as a value. */
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

/** Such as `no pull request 17 in acme/app`, if that is what a 404 means; else null. */
function toMissingPullRequest({ status, url }: GitHubFailure): string | null {
  const [, repository, number] =
    /\/repos\/([^/]+\/[^/]+)\/(?:pulls\/(?=\d)|issues\/(?=\d+\/comments))(\d+)/.exec(url?.pathname ?? '') ?? [];
  const isMissing = status === 404 && repository !== undefined && number !== undefined;
  return isMissing ? `no pull request ${number} in ${repository}` : null;
}

function describe({ status, unusable, message, rateLimited, url }: GitHubFailure): string {
  if (unusable) return `GitHub sent an invalid response (${message})`;
  if (status === null) {
    return `GitHub${url === null ? '' : ` at ${url.host}`} did not answer (${message})`;
  }
  return `GitHub answered ${status} (${message})${rateLimited ? ', because of its rate limit' : ''}`;
}

/**
 * Checks an answer against a schema.
 * @throws {GitHubAnswerError} If it does not match; names the request and the field.
 */
export function decode<Schema extends v.GenericSchema>(
  schema: Schema,
  data: unknown,
  what: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, data, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new GitHubAnswerError(`${what}: ${v.getDotPath(issue) ?? 'the answer'}: ${issue.message}`);
}
