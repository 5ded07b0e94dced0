// The public API of the client of the bug findings service. It works without the rest of Scan Gate.

export { createClient, type ServiceClient, type UserMethods } from './client.ts';
export { ConfigurationError, ServiceClientError } from './client-error.ts';
export type { ClientOptions } from './configuration.ts';
export type { BugMethods } from './bugs.ts';
export type * from './queries.ts';
export type { RepoMethods } from './repos.ts';
export { AmbiguousRepositoryError, RepositoryNotFoundError, type SeenByKey } from './repo-errors.ts';
export type { ScanMethods } from './scans.ts';
export type { RuleMethods } from './rules.ts';
export type { FilePlan, PlannedFile, RefusedFile } from './rule-files.ts';
export type { System } from './rule-files.ts';
export type { CreatedRules, RuleCreation, RuleRequestMethods } from './rule-requests.ts';
export type { RequestEvent, ResponseEvent, RetryEvent, ServiceCall } from './request.ts';
export type { WithResponse } from './read-answer.ts';
export type { ResponseInfo } from './client-error.ts';
export {
  RuleRequestFailedError,
  RuleRequestUnfinishedError,
  ScanFailedError,
  ScanUnfinishedError,
} from './wait-errors.ts';
export type { KnownErrorType } from './endpoints.ts';
export {
  errorCategory,
  isServiceError,
  ServiceError,
  type ErrorCategory,
  type Failure,
  type FailureKind,
} from './service-error.ts';
export { DISMISSAL_REASONS, type DismissalReason } from './resources.ts';
export {
  isBugId,
  isCommitId,
  isEpochMs,
  isOrgId,
  isRepoId,
  isReviewId,
  isRuleId,
  isRuleRequestId,
  isScanId,
  type BugId,
  type CommitId,
  type EpochMs,
  type OrgId,
  type RepoId,
  type ReviewId,
  type RuleId,
  type RuleRequestId,
  type ScanId,
} from '../judgement/identifiers.ts';
export type * from './resources.ts';
export type {
  BodyChunk,
  BodyReader,
  FetchInit,
  FetchLike,
  FetchResponse,
  ReadableBody,
  ResponseBody,
  Signal,
} from '../net/fetch.ts';
