// The identifiers of the service and its unit of time: one branded type each, and how their texts are told apart.

/** `bug_` followed by any text. */
export type BugId = string & { readonly __brand: 'BugId' };
/** `bfrv_` followed by any text. */
export type ReviewId = string & { readonly __brand: 'ReviewId' };
/** `repo_` followed by any text. */
export type RepoId = string & { readonly __brand: 'RepoId' };
/** `org_` followed by any text. */
export type OrgId = string & { readonly __brand: 'OrgId' };
/** `rule_` followed by any text. */
export type RuleId = string & { readonly __brand: 'RuleId' };
/** `rcr_` followed by any text. */
export type RuleRequestId = string & { readonly __brand: 'RuleRequestId' };
/** The `workflowRequestId` of a scan: `wr_` followed by any text. */
export type ScanId = string & { readonly __brand: 'ScanId' };
/** The SHA of a commit as the service gives or takes it, whole or short; the document sets no format. */
export type CommitId = string & { readonly __brand: 'CommitId' };
/** Unix time in whole milliseconds. */
export type EpochMs = number & { readonly __brand: 'EpochMs' };

/** Tells whether a text has the form of a bug id. */
export const isBugId = (value: unknown): value is BugId => begins(value, 'bug_');
/** Tells whether a text has the form of a review id. */
export const isReviewId = (value: unknown): value is ReviewId => begins(value, 'bfrv_');
/** Tells whether a text has the form of a repository id. */
export const isRepoId = (value: unknown): value is RepoId => begins(value, 'repo_');
/** Tells whether a text has the form of an organization id. */
export const isOrgId = (value: unknown): value is OrgId => begins(value, 'org_');
/** Tells whether a text has the form of a rule id. */
export const isRuleId = (value: unknown): value is RuleId => begins(value, 'rule_');
/** Tells whether a text has the form of a rule request id. */
export const isRuleRequestId = (value: unknown): value is RuleRequestId => begins(value, 'rcr_');
/** Tells whether a text has the form of a scan id. */
export const isScanId = (value: unknown): value is ScanId => begins(value, 'wr_');
/** Tells whether a value can be the SHA of a commit: any text, since the document sets no format. */
export const isCommitId = (value: unknown): value is CommitId => typeof value === 'string';
/** Tells whether a value can be a time of the service: a whole number. */
export const isEpochMs = (value: unknown): value is EpochMs => Number.isSafeInteger(value);

function begins(value: unknown, prefix: string): boolean {
  return typeof value === 'string' && value.startsWith(prefix);
}
