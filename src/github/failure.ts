// A failed call to GitHub, as data: the errors that reading an answer throws, and what any thrown error says.
import * as v from 'valibot';
import type { Surrounding } from '../judgement/cause.ts';
import { DeadlineError, ShareError } from '../judgement/errors.ts';
import { withoutFullStop } from '../judgement/format.ts';
import { findPage } from '../net/body.ts';
import {
  findAnswering,
  findSurrounding,
  findSurroundingOfSound,
  NetworkCause,
  toNamelessCauseText,
} from '../net/network-cause.ts';
import { parseRetryAfterMs } from '../net/retry-timing.ts';

export interface RateLimit {
  readonly retryAfter: string | null;
  /** When the rate limit resets, in Unix seconds; null unless it is used up. */
  readonly rateLimitResetS: number | null;
  /** True if the call was refused because of a rate limit, and so had no effect. */
  readonly rateLimited: boolean;
}

export interface GitHubFailure extends RateLimit {
  /** Null: no complete or proper answer, or a firewall's page. A refusal of GraphQL counts as 403 or 404. */
  readonly status: number | null;
  /** The status, or the type of GraphQL's error. */
  readonly answered: string | null;
  /** The part of this machine's own network that failed; null: none, or it cannot be told. */
  readonly surrounding: Surrounding | null;
  /** The kind of page that was answered in place of JSON; null: none. */
  readonly page: string | null;
  readonly unusable: boolean;
  /** False if requests or time of a repository were used up before anything was sent. */
  readonly isAsked: boolean;
  readonly message: string;
  /** `message` without host names and addresses that only a connection or a redirect tells. */
  readonly publicMessage: string;
  readonly url: URL | null;
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
  /** True if it leads to another host, as to the sign-in page of a network. */
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
  type: v.fallback(v.nullish(v.string(), null), null),
  message: v.fallback(v.nullish(v.string(), ''), ''),
  /** The field of the answer that it is about; empty: all of it. */
  path: v.fallback(v.nullish(v.array(v.union([v.string(), v.number()])), []), []),
});
export type GraphqlError = Readonly<v.InferOutput<typeof GraphqlErrorAnswer>>;

/** OctokitError where an error of GraphQL leaves nothing to go on with. */
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

export function isTooLarge(error: unknown): boolean {
  return isOrWraps(error, TooLargeAnswerError);
}

export function isRedirect(error: unknown): boolean {
  return isOrWraps(error, RedirectError);
}

/** A smaller answer may arrive if this one did not arrive as a whole. */
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

/** A call that was given up for lack of requests or time says nothing about what was asked. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof RequestLimitError || error instanceof DeadlineError;
}

const MAX_MESSAGE_CHARACTERS = 300;

/** An error that is no failed call, none of octokit's, and no deadline is a defect of our own. */
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
/** Octokit's error has no `response` if there was no answer; octokit then makes up a status of 500. */
const OctokitError = v.fallback(
  v.object({
    status: v.fallback(v.nullable(v.number()), null),
    request: v.fallback(v.nullable(v.object({ url: v.string(), method: v.fallback(v.string(), 'GET') })), null),
    response: v.fallback(v.nullable(v.object({ headers: LimitHeaders })), null),
  }),
  { status: null, request: null, response: null },
);

/** GitHub's own; an Enterprise Server may have any certificate. */
const GITHUB_HOST = /(?:^|\.)(?:github\.com|ghe\.com)$/;

export function readFailure(error: unknown): GitHubFailure {
  const refusal = findCause(error, GraphqlRefusal);
  if (refusal !== null) return readRefusal(refusal);
  const { status: said, request, response } = v.parse(OctokitError, error);
  const answered = findCause(error, RenamedError)?.status ?? (response === null ? null : said);
  const message = readMessage(error);
  const cause = findCause(error, NetworkCause);
  const url = request && URL.parse(request.url);
  const find = GITHUB_HOST.test(url?.hostname ?? '') ? findSurroundingOfSound : findSurrounding;
  const page = findPage(message);
  const status = page !== null && answered !== null && answered < 500 ? null : answered;
  return {
    ...{ status, page },
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

/** GitHub itself sends nobody to another host, so that a redirect there is the network's. */
function findInterposed(error: unknown, answered: number | null): Surrounding | null {
  return findCause(error, RedirectError)?.leadsElsewhere === true ? 'network' : findAnswering(answered);
}

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
    ...{ surrounding: null, page: null },
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

/** Reads the errors of an answer of GraphQL. The points of an hour may not suffice for a query though some are left. */
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

/** GitHub speaks of a rate limit, that of the hour or the secondary one; older servers speak of abuse. */
function isLimit(message: string): boolean {
  return /\brate limit|\babuse detection/i.test(message);
}

/** GitHub's name for the token that lacks a permission; null for other refusals: a lock, an archive, a sign-on. */
export function findLackingToken({ status, message }: GitHubFailure): string | null {
  return status === 403 ? (/\bresource not accessible by\b *(.*)/i.exec(message)?.[1] ?? null) : null;
}

export function lacksPermission(error: unknown): boolean {
  return findLackingToken(readFailure(error)) !== null;
}

/** GitHub has these words for the token of an app alone, and the workflow's own token is one. */
export function isRefusedToApp(error: unknown): boolean {
  return /^integration\b/i.test(findLackingToken(readFailure(error)) ?? '');
}

export function mayLackWorkflowPermission(error: unknown): boolean {
  return findLacking(readFailure(error)) === 'workflow';
}

/** Says whose permission is, or may be, missing: GitHub answers 404 for what a token may not see. */
export function findLacking(failure: GitHubFailure): 'workflow' | 'token' | undefined {
  const token = findLackingToken(failure);
  // No workflow sets the permissions of a person's own.
  if (token !== null) return /^personal access token\b/i.test(token) ? 'token' : 'workflow';
  return failure.status === 404 ? 'workflow' : undefined;
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

export function hasStatus(...statuses: readonly number[]): (error: unknown) => boolean {
  return (error) => statuses.includes(readFailure(error).status ?? 0);
}

/** @throws {GitHubAnswerError} If the answer does not match the schema; names the request and the field. */
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
