// A failed call to GitHub, as data and as one sentence that names the missing permission.
import * as v from 'valibot';
import { toSentence } from '../documents/causes.ts';
import type { FailedCause, Surrounding } from '../judgement/cause.ts';
import { DeadlineError, ShareError } from '../judgement/errors.ts';
import { formatDuration, formatTime, withoutFullStop } from '../judgement/format.ts';
import { type EpochMs, isEpochMs } from '../judgement/identifiers.ts';
import type { GitHubQuestion } from '../judgement/reasons.ts';
import { MINUTE_MS } from '../judgement/time.ts';
import { isUnverified, Unverified } from '../judgement/unverified.ts';
import { findPage } from '../net/body.ts';
import {
  findAnswering,
  findSurrounding,
  findSurroundingOfSound,
  NetworkCause,
  toNamelessCauseText,
  toSurroundingAdvice,
} from '../net/network-cause.ts';
import { MAX_RETRY_AFTER_MS, parseRetryAfterMs } from '../net/retry-timing.ts';

/** What an answer says about GitHub's rate limits. */
export interface RateLimit {
  /** The header, where it can be read. */
  readonly retryAfter: string | null;
  /** When the rate limit resets, in Unix seconds; null unless it is used up. */
  readonly rateLimitResetS: number | null;
  /** Whether the call was refused because of a rate limit, and so had no effect. */
  readonly rateLimited: boolean;
}

interface GitHubFailure extends RateLimit {
  /**
   * Null: no complete answer, or one that does not match GitHub's documentation; also a refusal in HTML, which is a firewall's
   * and says nothing of what was asked for. A refusal of GraphQL counts as 403 or 404.
   */
  readonly status: number | null;
  /** What was answered: a status, or the type of GraphQL's error. */
  readonly answered: string | null;
  /** What of this machine's own network failed; null: nothing, or it cannot be told. */
  readonly surrounding: Surrounding | null;
  /** Whether there was an answer that we could not use. */
  readonly unusable: boolean;
  /** Whether anything was sent; false where requests or time of a repository were used up before. */
  readonly isAsked: boolean;
  readonly message: string;
  /** `message` without host names and addresses that only a connection or a redirect tells. */
  readonly publicMessage: string;
  /** What was asked for; null if the error does not say. */
  readonly url: URL | null;
  /** Whether something was to be written; false if the error does not say. */
  readonly isWrite: boolean;
}

/** An answer that does not match GitHub's documentation. */
export class GitHubAnswerError extends Error {
  override readonly name: string = 'GitHubAnswerError';
}

/** An answer that was not read to its end. */
export class TooLargeAnswerError extends GitHubAnswerError {
  override readonly name = 'TooLargeAnswerError';
}

/** An answer that is neither what was asked for nor somebody's page: most likely the first part of one. */
export class BrokenAnswerError extends GitHubAnswerError {
  override readonly name = 'BrokenAnswerError';
}

/** A request that arrived, as far as can be told, and got no whole answer: time was up, or the connection ended. */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
}

/** A redirect that is not followed, to wherever it leads. */
export class RedirectError extends GitHubAnswerError {
  override readonly name = 'RedirectError';
  readonly withoutNames: string;
  /** Whether it leads to another host, as to the sign-in page of a network. */
  readonly leadsElsewhere: boolean;

  /** `origin` is of another host; null: it is of the same, or unknown. */
  constructor(status: number | undefined, origin: string | null) {
    const redirect = `a redirect (${status ?? 'its status is hidden'})`;
    const end = 'which is not followed';
    super(`${redirect}${origin === null ? '' : ` to ${origin}`}, ${end}`);
    this.withoutNames = `${redirect}, ${end}`;
    this.leadsElsewhere = origin !== null;
  }
}

/** A repository that GitHub has under another name. */
export class RenamedError extends GitHubAnswerError {
  override readonly name = 'RenamedError';

  readonly status: number;

  constructor(status: number) {
    super('the repository was renamed or moved');
    this.status = status;
  }
}

/** An error of GitHub's GraphQL API, which comes with status 200. */
export const GraphqlErrorAnswer = v.object({
  /** Such as `FORBIDDEN`; null if there is none. */
  type: v.fallback(v.nullish(v.string(), null), null),
  message: v.fallback(v.nullish(v.string(), ''), ''),
  /** The field of the answer that it is about; empty: all of it. */
  path: v.fallback(v.nullish(v.array(v.union([v.string(), v.number()])), []), []),
});
export type GraphqlError = Readonly<v.InferOutput<typeof GraphqlErrorAnswer>>;

/** Thrown where an error of GraphQL leaves nothing to go on with. */
export class GraphqlRefusal extends Error {
  override readonly name = 'GraphqlRefusal';
  readonly type: string | null;
  readonly headers: Readonly<Record<string, unknown>>;

  constructor({ type, message }: GraphqlError, headers: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.type = type;
    this.headers = headers;
  }
}

/** Whether a call failed because its answer was too large. */
export function isTooLarge(error: unknown): boolean {
  return isOrWraps(error, TooLargeAnswerError);
}

/** Whether an answer did not arrive as a whole, for whatever reason, so that a smaller one may. */
export function isNotWhole(error: unknown): boolean {
  return isTooLarge(error) || isOrWraps(error, BrokenAnswerError) || isOrWraps(error, UnansweredError);
}

/** Octokit wraps what is thrown while an answer is read. */
function isOrWraps(error: unknown, kind: abstract new (...parameters: never[]) => Error): boolean {
  return findCause(error, kind) !== null;
}

const MAX_DEPTH = 4;

/** The first of these in an error and its causes; null: there is none. */
function findCause<Kind extends Error>(
  error: unknown,
  kind: abstract new (...parameters: never[]) => Kind,
): Kind | null {
  let each = error;
  for (let depth = 0; depth < MAX_DEPTH && each instanceof Error; depth += 1) {
    if (each instanceof kind) return each;
    each = each.cause;
  }
  return null;
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
  if (error instanceof GitHubAnswerError || error instanceof GraphqlRefusal || isGivenUp(error)) return true;
  return error instanceof Error && 'request' in error && 'status' in error;
}

/** A thrown object that is not an error has no message, and may not even convert to a string. */
function readMessage(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : 'no error was given';
}

const Header = v.fallback(v.nullish(v.string(), null), null);
const LimitHeaders = v.object({ 'retry-after': Header, 'x-ratelimit-remaining': Header, 'x-ratelimit-reset': Header });
/** What octokit throws. Without an answer it has no `response`, and octokit makes up a status of 500. */
const Thrown = v.fallback(
  v.object({
    status: v.fallback(v.nullable(v.number()), null),
    request: v.fallback(v.nullable(v.object({ url: v.string(), method: v.fallback(v.string(), 'GET') })), null),
    response: v.fallback(v.nullable(v.object({ headers: LimitHeaders })), null),
  }),
  { status: null, request: null, response: null },
);

/** GitHub's own; an Enterprise Server may have any certificate. */
const GITHUB_HOST = /(?:^|\.)(?:github\.com|ghe\.com)$/;

/** Reads whatever a call threw. Never throws. */
export function readFailure(error: unknown): GitHubFailure {
  const refusal = findCause(error, GraphqlRefusal);
  if (refusal !== null) return readRefusal(refusal);
  const { status: said, request, response } = v.parse(Thrown, error);
  const answered = findCause(error, RenamedError)?.status ?? (response === null ? null : said);
  const message = readMessage(error);
  const cause = findCause(error, NetworkCause);
  const url = request && URL.parse(request.url);
  const find = GITHUB_HOST.test(url?.hostname ?? '') ? findSurroundingOfSound : findSurrounding;
  const status = findPage(message) !== null && answered !== null && answered < 500 ? null : answered;
  return {
    status,
    answered: answered === null ? null : String(answered),
    surrounding: cause === null ? findInterposed(error, answered) : find(cause),
    unusable: answered === null && isOrWraps(error, GitHubAnswerError),
    isAsked: !(error instanceof RequestLimitError || error instanceof ShareError),
    message: toShownMessage(message),
    publicMessage: toShownMessage(findNameless(error, cause) ?? message),
    url,
    isWrite: request !== null && request.method !== 'GET',
    ...readRateLimit({ status: answered, message, headers: response?.headers ?? {} }),
  };
}

/** What of this machine's network answers in place of GitHub, which itself sends nobody to another host; null: nothing. */
function findInterposed(error: unknown, answered: number | null): Surrounding | null {
  return findCause(error, RedirectError)?.leadsElsewhere === true ? 'network' : findAnswering(answered);
}

/** What failed without the names that only it tells; null: there are none. */
function findNameless(error: unknown, cause: NetworkCause | null): string | null {
  if (cause !== null) return toNamelessCauseText(cause);
  return findCause(error, RedirectError)?.withoutNames ?? null;
}

/** Types of GraphQL's errors, with the status that REST would have for them. */
const STATUSES: ReadonlyMap<string, number> = new Map([
  ['FORBIDDEN', 403],
  ['INSUFFICIENT_SCOPES', 403],
  ['NOT_FOUND', 404],
]);

function readRefusal({ type, message, headers }: GraphqlRefusal): GitHubFailure {
  const limit = readGraphqlLimit([{ type, message }], v.parse(LimitHeaders, headers));
  return {
    status: limit.rateLimited ? 403 : (STATUSES.get(type ?? '') ?? null),
    answered: type ?? 'an error',
    surrounding: null,
    unusable: false,
    isAsked: true,
    message: toShownMessage(message),
    publicMessage: toShownMessage(message),
    url: null,
    isWrite: false,
    ...limit,
  };
}

const NO_REASON = 'it gives no reason';

function toShownMessage(message: string): string {
  if (message.trim() === '') return NO_REASON;
  return findPage(message) ?? withoutFullStop(message.slice(0, MAX_MESSAGE_CHARACTERS));
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
  const retryAfter = readRetryAfter(headers);
  // The last request of an hour may be refused for another reason.
  const isOfHour = isUsedUp && (message === '' || findPage(message) !== null);
  const saysSo = retryAfter !== null || isLimit(message) || isOfHour;
  return {
    retryAfter,
    rateLimitResetS: isUsedUp ? readResetS(headers) : null,
    rateLimited:
      status === 429 || (status === 403 && saysSo) || (status === 422 && /\bsubmitted too quickly\b/i.test(message)),
  };
}

/** The same of the errors of an answer of GraphQL. The points of an hour may not suffice for a query though some are left. */
export function readGraphqlLimit(
  errors: readonly Pick<GraphqlError, 'type' | 'message'>[],
  headers: Partial<v.InferInput<typeof LimitHeaders>>,
): RateLimit {
  const isUsedUp = errors.some(({ type }) => type === 'RATE_LIMITED' || type === 'RATE_LIMIT');
  return {
    retryAfter: readRetryAfter(headers),
    rateLimitResetS: isUsedUp ? readResetS(headers) : null,
    rateLimited: errors.some(({ type, message }) => isLimit(message) || /(?:^|_)RATE_LIMIT(?:ED)?$/.test(type ?? '')),
  };
}

function readRetryAfter(headers: Partial<v.InferInput<typeof LimitHeaders>>): string | null {
  const given = headers['retry-after'] ?? null;
  return parseRetryAfterMs(given, 0) === undefined ? null : given;
}

function readResetS(headers: Partial<v.InferInput<typeof LimitHeaders>>): number | null {
  const given = headers['x-ratelimit-reset'] ?? '';
  return /^\d+$/.test(given) ? Number(given) : null;
}

/** Whether GitHub speaks of its rate limit, be it that of the hour or the secondary one. Older servers speak of abuse. */
function isLimit(message: string): boolean {
  return /\brate limit|\babuse detection/i.test(message);
}

/** What GitHub calls the token that lacks a permission; null for other refusals: a lock, an archive, a sign-on, a kind of token. */
function findLackingToken({ status, message }: GitHubFailure): string | null {
  return status === 403 ? (/\bresource not accessible by\b *(.*)/i.exec(message)?.[1] ?? null) : null;
}

/** Whether it is GitHub that says that the token lacks a permission, and nothing else. */
export function lacksPermission(error: unknown): boolean {
  return findLackingToken(readFailure(error)) !== null;
}

/** Whether GitHub refuses in words that it has for the token of an app alone: the workflow's own is one. */
export function isRefusedToApp(error: unknown): boolean {
  return /^integration\b/i.test(findLackingToken(readFailure(error)) ?? '');
}

/** Whether what is missing is, or may be, a permission that the workflow gives its token. */
export function mayLackWorkflowPermission(error: unknown): boolean {
  return findLacking(readFailure(error)) === 'workflow';
}

/** Whose permission is what is missing, or may be: what a token may not see is 404. */
function findLacking(failure: GitHubFailure): 'workflow' | 'token' | undefined {
  const token = findLackingToken(failure);
  // No workflow sets the permissions of a person's own.
  if (token !== null) return /^personal access token\b/i.test(token) ? 'token' : 'workflow';
  return failure.status === 404 ? 'workflow' : undefined;
}

/** What GitHub refused and what to do, for everybody. `doing` completes "could not …"; `permission` is what it would take. */
export function explain(error: unknown, doing: string, permission: string): string {
  return toSentence(toCause(error, { doing, permission }));
}

/** The same with the names of hosts that only a connection or a redirect tells, for readers of a repository that is not public. */
export function explainWithNames(error: unknown, question: Pick<GitHubQuestion, 'doing' | 'permission'>): string {
  const cause = toCause(error, question);
  return toSentence({ ...cause, said: cause.quotation ?? cause.said });
}

/** The name is that of the event, or of a list that was read just before: no input has it. */
const OLD_NAME =
  'This run keeps the old name, even if it is run again. The next run, such as that of a push or a new comment, has the present one. In a list of repositories, write that one.';

/** What to do, where GitHub's own words do not say it. */
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

/** When GitHub says that its limit ends. */
function findLimitEnd({ rateLimited, rateLimitResetS }: RateLimit): EpochMs | undefined {
  // Times are told to the minute, and at that minute it has to be over.
  const end = Math.ceil((rateLimitResetS ?? Number.NaN) / 60) * MINUTE_MS;
  return rateLimited && isEpochMs(end) ? end : undefined;
}

/** GitHub's words for a change that is too large, with whatever status. */
const TOO_MANY_FILES =
  /too many files|too_many_files|diff (?:exceeded|is too|was too|(?:is taking|took|takes) too long)/i;
const FOR_NOW = /\btemporarily\b|\bheavy (?:server )?load\b/i;

/** GitHub computes no list of files for a pull request that changes too much. */
function isTooManyFiles({ status, message, url }: GitHubFailure): boolean {
  const isOfFiles = /\/pulls\/\d+\/files$/.test(url?.pathname ?? '');
  return isOfFiles && (status ?? 0) >= 400 && TOO_MANY_FILES.test(message) && !FOR_NOW.test(message);
}

/** What a failed call means where a verdict depends on it. */
export function gitHubFault(error: unknown, question: GitHubQuestion): Unverified {
  return new Unverified(toCause(error, question));
}

/** What an answer looks like, and the cause that this is. */
function toCause(error: unknown, { doing: task, permission, need }: GitHubQuestion): FailedCause {
  const failure = readFailure(error);
  const { status, surrounding, rateLimited, message, publicMessage } = failure;
  const [said, whole] = [describe({ ...failure, message: publicMessage }), describe(failure)];
  const told = { said, quotation: whole === said ? undefined : whole };
  const failed = { who: 'github', task, need, ...told, remedy: adviseOn(failure, permission) ?? undefined } as const;
  const lasts = isLasting(failure) || isOrWraps(error, RedirectError);
  if (isGivenUp(error)) return { kind: 'given-up', ...failed };
  if (surrounding !== null) return { kind: 'surroundings', part: surrounding, lasts, status, ...failed };
  if (rateLimited) return { kind: 'rate-limited', until: findLimitEnd(failure) ?? null, ...failed };
  if (isTooManyFiles(failure)) return { kind: 'too-many-files', ...failed };
  if (status === 301) return { kind: 'renamed', ...failed };
  const missing = toMissingPullRequest(failure);
  if (missing !== null)
    return { kind: 'unknown-pull-request', permission, ...failed, said: missing, quotation: undefined };
  const whose = findLacking(failure);
  if (whose !== undefined) return { kind: 'lacks-permission', whose, permission, ...failed };
  if (lasts) return { kind: 'refused', isForbidden: status === 403, ...failed };
  const isBroken = failure.unusable || FOR_NOW.test(message);
  return { kind: 'outage', how: isBroken ? 'broken' : 'down', status, ...failed };
}

/** Whether GitHub would answer the same the next time. */
function isLasting(failure: GitHubFailure): boolean {
  const { status, rateLimited, message } = failure;
  if (isTooManyFiles(failure)) return true;
  if (rateLimited || status === null || FOR_NOW.test(message)) return false;
  return status >= 300 && status < 500 && status !== 408 && status !== 409;
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

/**
 * GitHub's answer; `instead` where it gives none, or fails as is expected here. Rejects with whatever else is thrown.
 *
 * @default isExpected Any failure of GitHub's: for what only adds to what is known.
 */
export async function orInstead<Answer, Instead>(
  instead: Instead,
  ask: () => Promise<Answer>,
  isExpected: (error: unknown) => boolean = isGitHubFailure,
): Promise<Answer | Instead> {
  try {
    return await ask();
  } catch (error) {
    if (isExpected(error)) return instead;
    throw error;
  }
}

/** Whether an error is an answer of GitHub's with one of these statuses. */
export function hasStatus(...statuses: readonly number[]): (error: unknown) => boolean {
  return (error) => statuses.includes(readFailure(error).status ?? 0);
}

/** Such as `no pull request 17 in acme/app`, if that is what a 404 means; else null. What is written to was read before. */
function toMissingPullRequest({ status, url, isWrite }: GitHubFailure): string | null {
  const [, repository, number] =
    /\/repos\/([^/]+\/[^/]+)\/(?:pulls\/(?=\d)|issues\/(?=\d+\/comments))(\d+)/.exec(url?.pathname ?? '') ?? [];
  const isMissing = status === 404 && !isWrite && repository !== undefined && number !== undefined;
  return isMissing ? `no pull request ${number} in ${repository}` : null;
}

function describe({ status, answered, unusable, isAsked, message, url, ...limit }: GitHubFailure): string {
  const at = url === null ? '' : ` at ${url.host}`;
  if (!isAsked) return `GitHub was not asked (${message})`;
  if (unusable) return `GitHub sent an invalid response (${message})`;
  if (answered === null) return `GitHub${at} did not answer (${message})`;
  if (status === 301) return `GitHub says that ${toRepository(url) ?? 'the repository'} was renamed or moved (301)`;
  const page = findPage(message);
  const what = page === null ? ` (${message})` : ` with ${page}`;
  return `GitHub answered ${answered}${what}${describeLimit(limit)}`;
}

/** The time is by GitHub's clock. */
function describeLimit(limit: RateLimit): string {
  if (!limit.rateLimited) return '';
  const end = findLimitEnd(limit);
  if (end !== undefined) return `, because of its rate limit until ${formatTime(end)}`;
  const askedMs = parseRetryAfterMs(limit.retryAfter, 0) ?? 0;
  // A date is one of our clock's alone, and what is shorter was waited for.
  const isToldLong = /^\d+$/.test(limit.retryAfter ?? '') && askedMs > MAX_RETRY_AFTER_MS;
  return `, because of its rate limit${isToldLong ? `, and asks to wait ${formatDuration(askedMs)}` : ''}`;
}

function toRepository(url: URL | null): string | null {
  return /\/repos\/([^/]+\/[^/]+)/.exec(url?.pathname ?? '')?.[1] ?? null;
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
