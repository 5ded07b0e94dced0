// The table of the service's eleven endpoints: what the client's method takes, the request, the answer, and its retries.
import type * as v from 'valibot';
import * as takes from './arguments.ts';
import type { BugQuery, CreateRule, CustomRequest, PageQuery, ReviewInput } from './queries.ts';
import type { ReviewState } from './resources.ts';
import * as schemas from './schemas.ts';
import type { Schema } from './schemas.ts';

/** The error types that the service documents; an unknown one is kept as it is. */
export type KnownErrorType =
  | 'SERVICE_AUTHENTICATION_ERROR'
  | 'AUTHORIZATION_ERROR'
  | 'NOT_FOUND'
  | 'INTERNAL_ERROR'
  | 'INVALID_REQUEST_BODY'
  | 'INVALID_QUERY_PARAMS'
  | 'UNKNOWN_WORKFLOW_REQUEST';

/** `always`: idempotent, so it is sent again after a transient failure. `unless-arrived`: only if no connection was made. */
export type RepeatRule = 'always' | 'unless-arrived';

/** The parts of a request that its arguments decide. */
export interface RequestParts extends Pick<CustomRequest, 'query' | 'body'> {
  /** Replaces `{…}` in the path, encoded. */
  readonly id?: string;
}

/** A request whose parts are known; `T` is the checked value of its answer. */
export interface Endpoint<T> {
  readonly method: CustomRequest['method'];
  /** It stands behind the base address. */
  readonly path: string;
  readonly repeat: RepeatRule;
  readonly answer: Schema<T>;
}

/** An endpoint as a method of the client. */
export interface EndpointMethod<Args extends readonly unknown[], T> extends Endpoint<T> {
  /** The name of the method. */
  readonly call: string;
  /** A schema for each argument but the last, which is the options of the call. */
  readonly takes: v.ObjectEntries;
  readonly toParts: (...args: Args) => RequestParts;
}

/** The service can be asked for one state of review at a time. */
export interface OneStateQuery extends BugQuery {
  readonly status: ReviewState;
}

type Row<Args extends readonly unknown[], T> = Pick<EndpointMethod<Args, T>, 'takes' | 'toParts' | 'answer'>;

/** All endpoints, in the order of the service's documentation. */
export const ENDPOINTS = {
  createRule: {
    method: 'POST',
    path: '/public/v1/rules',
    call: 'rules.create',
    takes: takes.rule,
    // It starts a job: sent twice, it would start two.
    repeat: 'unless-arrived',
    toParts: ({ repoId, input = {} }: CreateRule) => ({ body: { repo_id: repoId, input } }),
    answer: schemas.ruleRequestStarted,
  },
  listRules: get('rules.list', '/public/v1/rules', list(takes.ofRepository, schemas.ruleList)),
  listRuleRequests: get(
    'rules.requests.list',
    '/public/v1/rules/requests',
    list(takes.ofRepository, schemas.ruleRequestList),
  ),
  getRuleRequest: get(
    'rules.requests.get',
    '/public/v1/rules/requests/{rcr_id}',
    one(takes.requestId, schemas.ruleRequestStatus),
  ),
  getRule: get('rules.get', '/public/v1/rules/{rule_id}', one(takes.ruleId, schemas.rule)),
  listBugs: get('bugs.list', '/public/v1/bugs', list(takes.bugPage, schemas.bugPage)),
  getBug: get('bugs.get', '/public/v1/bugs/{bug_id}', one(takes.bugId, schemas.bug)),
  reviewBug: {
    method: 'POST',
    path: '/public/v1/bugs/{bug_id}/review',
    call: 'bugs.review',
    takes: takes.review,
    // It overwrites, so sending it twice is harmless.
    repeat: 'always',
    toParts: (id: string, review: ReviewInput) => ({ id, body: review }),
    answer: schemas.bugReview,
  },
  getUser: get('user.get', '/public/v1/user', { takes: {}, toParts: () => ({}), answer: schemas.user }),
  listRepos: get('repos.list', '/public/v1/repos', list(takes.repoPage, schemas.repoPage)),
  listScans: get('scans.list', '/public/v1/scans', list(takes.scanPage, schemas.scanPage)),
} as const satisfies Record<string, EndpointMethod<never, unknown>>;

function get<Args extends readonly unknown[], T>(
  call: string,
  path: string,
  row: Row<Args, T>,
): EndpointMethod<Args, T> {
  return { ...row, call, path, method: 'GET', repeat: 'always' };
}

/** An endpoint that gives what an ID names. */
function one<T>(argument: v.ObjectEntries, answer: Schema<T>): Row<[id: string], T> {
  return { takes: argument, answer, toParts: (id) => ({ id }) };
}

/** An endpoint that gives a list. */
function list<T>(argument: v.ObjectEntries, answer: Schema<T>): Row<[query?: Partial<OneStateQuery> & PageQuery], T> {
  return {
    takes: argument,
    answer,
    toParts: ({ repoId, scanId, ...others } = {}) => ({
      query: { repo_id: repoId, ...others, workflow_request_id: scanId },
    }),
  };
}

/** The name of an endpoint in errors and docs: `GET /public/v1/bugs/{bug_id}`. */
export function toEndpointName({ method, path }: Pick<Endpoint<unknown>, 'method' | 'path'>): string {
  return `${method} ${path}`;
}
