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

/** `always`: idempotent, so it is sent again after a transient failure. `unless-arrived`: only if no connection was made. */
export type RepeatRule = 'always' | 'unless-arrived';

/** One endpoint of the service; `T` is the checked value of its answer. */
export interface Endpoint<T> {
  readonly method: 'GET' | 'POST';
  /** Relative to the base address; `{…}` is replaced by one encoded identifier. */
  readonly path: string;
  readonly repeat: RepeatRule;
  readonly schema: Schema<T>;
}

const read = { method: 'GET', repeat: 'always' } as const;

/** All endpoints, in the order of the service's documentation. */
export const ENDPOINTS = {
  createRule: {
    method: 'POST',
    path: '/public/v1/rules',
    // Starts a job: sending it twice would start two.
    repeat: 'unless-arrived',
    schema: schemas.ruleRequestStarted,
  },
  listRules: { ...read, path: '/public/v1/rules', schema: schemas.ruleList },
  listRuleRequests: { ...read, path: '/public/v1/rules/requests', schema: schemas.ruleRequestList },
  getRuleRequest: { ...read, path: '/public/v1/rules/requests/{rcr_id}', schema: schemas.ruleRequestStatus },
  getRule: { ...read, path: '/public/v1/rules/{rule_id}', schema: schemas.rule },
  listBugs: { ...read, path: '/public/v1/bugs', schema: schemas.bugPage },
  getBug: { ...read, path: '/public/v1/bugs/{bug_id}', schema: schemas.bug },
  reviewBug: {
    method: 'POST',
    path: '/public/v1/bugs/{bug_id}/review',
    // Overwrites, so sending it twice is harmless.
    repeat: 'always',
    schema: schemas.bugReview,
  },
  getUser: { ...read, path: '/public/v1/user', schema: schemas.user },
  listRepos: { ...read, path: '/public/v1/repos', schema: schemas.repoPage },
  listScans: { ...read, path: '/public/v1/scans', schema: schemas.scanPage },
} as const satisfies Record<string, Endpoint<unknown>>;

/** The name of an endpoint in errors and docs: `GET /public/v1/bugs/{bug_id}`. */
export function toEndpointName({ method, path }: Pick<Endpoint<unknown>, 'method' | 'path'>): string {
  return `${method} ${path}`;
}
