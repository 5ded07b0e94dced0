// The table of the service's eleven endpoints: request, answer, and whether a request may be retried.
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

/**
 * When a request may be sent again after a transient failure.
 * `always`: it is idempotent. `unless-arrived`: only if no connection was made.
 */
export type RepeatRule = 'always' | 'unless-arrived';

/** One endpoint of the service; `T` is the checked value of its answer. */
export interface Endpoint<T> {
  readonly method: 'GET' | 'POST';
  /** Relative to the base address; `{…}` is replaced by one encoded identifier. */
  readonly path: string;
  /** The client method that calls it. */
  readonly name: string;
  readonly repeat: RepeatRule;
  readonly schema: Schema<T>;
  /** Error types to expect in addition to EVERYWHERE. The documentation does not map types to endpoints, so this is our reading. */
  readonly errors: readonly KnownErrorType[];
}

/** The error types that every endpoint can return. */
export const EVERYWHERE: readonly KnownErrorType[] = [
  'SERVICE_AUTHENTICATION_ERROR',
  'AUTHORIZATION_ERROR',
  'INTERNAL_ERROR',
];

const read = { method: 'GET', repeat: 'always' } as const;

/** All endpoints, in the order of the service's documentation. */
export const ENDPOINTS = {
  createRule: {
    method: 'POST',
    path: '/public/v1/rules',
    name: 'rules.create',
    // Starts a job: sending it twice would start two.
    repeat: 'unless-arrived',
    schema: schemas.ruleRequestStarted,
    errors: ['INVALID_REQUEST_BODY', 'NOT_FOUND'],
  },
  listRules: {
    ...read,
    path: '/public/v1/rules',
    name: 'rules.list',
    schema: schemas.ruleList,
    errors: ['INVALID_QUERY_PARAMS', 'NOT_FOUND'],
  },
  listRuleRequests: {
    ...read,
    path: '/public/v1/rules/requests',
    name: 'rules.requests.list',
    schema: schemas.ruleRequestList,
    errors: ['INVALID_QUERY_PARAMS', 'NOT_FOUND'],
  },
  getRuleRequest: {
    ...read,
    path: '/public/v1/rules/requests/{rcr_id}',
    name: 'rules.requests.get',
    schema: schemas.ruleRequestStatus,
    errors: ['NOT_FOUND'],
  },
  getRule: {
    ...read,
    path: '/public/v1/rules/{rule_id}',
    name: 'rules.get',
    schema: schemas.rule,
    errors: ['NOT_FOUND'],
  },
  listBugs: {
    ...read,
    path: '/public/v1/bugs',
    name: 'bugs.list',
    schema: schemas.bugPage,
    errors: ['INVALID_QUERY_PARAMS', 'NOT_FOUND', 'UNKNOWN_WORKFLOW_REQUEST'],
  },
  getBug: {
    ...read,
    path: '/public/v1/bugs/{bug_id}',
    name: 'bugs.get',
    schema: schemas.bug,
    errors: ['NOT_FOUND'],
  },
  reviewBug: {
    method: 'POST',
    path: '/public/v1/bugs/{bug_id}/review',
    name: 'bugs.review',
    // Overwrites, so sending it twice is harmless.
    repeat: 'always',
    schema: schemas.bugReview,
    errors: ['INVALID_REQUEST_BODY', 'NOT_FOUND'],
  },
  getUser: {
    ...read,
    path: '/public/v1/user',
    name: 'user.get',
    schema: schemas.user,
    errors: [],
  },
  listRepos: {
    ...read,
    path: '/public/v1/repos',
    name: 'repos.list',
    schema: schemas.repoPage,
    errors: ['INVALID_QUERY_PARAMS'],
  },
  listScans: {
    ...read,
    path: '/public/v1/scans',
    name: 'scans.list',
    schema: schemas.scanPage,
    errors: ['INVALID_QUERY_PARAMS', 'NOT_FOUND'],
  },
} as const satisfies Record<string, Endpoint<unknown>>;

/** The name of an endpoint in errors and docs: `GET /public/v1/bugs/{bug_id}`. */
export function toEndpointName({ method, path }: Pick<Endpoint<unknown>, 'method' | 'path'>): string {
  return `${method} ${path}`;
}
