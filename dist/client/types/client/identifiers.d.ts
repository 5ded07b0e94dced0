/** `bug_` followed by any text. */
export type BugId = string & {
    readonly __brand: 'BugId';
};
/** `bfrv_` followed by any text. */
export type ReviewId = string & {
    readonly __brand: 'ReviewId';
};
/** `repo_` followed by any text. */
export type RepoId = string & {
    readonly __brand: 'RepoId';
};
/** `org_` followed by any text. */
export type OrgId = string & {
    readonly __brand: 'OrgId';
};
/** `rule_` followed by any text. */
export type RuleId = string & {
    readonly __brand: 'RuleId';
};
/** `rcr_` followed by any text. */
export type RuleRequestId = string & {
    readonly __brand: 'RuleRequestId';
};
/** The `workflowRequestId` of a scan: `wr_` followed by any text. */
export type ScanId = string & {
    readonly __brand: 'ScanId';
};
/** The SHA of a commit as the service gives or takes it, whole or short; the document sets no format. */
export type CommitId = string & {
    readonly __brand: 'CommitId';
};
/** Unix time in whole milliseconds. */
export type EpochMs = number & {
    readonly __brand: 'EpochMs';
};
/** Tells whether a text has the form of a bug id. */
export declare const isBugId: (value: unknown) => value is BugId;
/** Tells whether a text has the form of a review id. */
export declare const isReviewId: (value: unknown) => value is ReviewId;
/** Tells whether a text has the form of a repository id. */
export declare const isRepoId: (value: unknown) => value is RepoId;
/** Tells whether a text has the form of an organization id. */
export declare const isOrgId: (value: unknown) => value is OrgId;
/** Tells whether a text has the form of a rule id. */
export declare const isRuleId: (value: unknown) => value is RuleId;
/** Tells whether a text has the form of a rule request id. */
export declare const isRuleRequestId: (value: unknown) => value is RuleRequestId;
/** Tells whether a text has the form of a scan id. */
export declare const isScanId: (value: unknown) => value is ScanId;
/** Tells whether a value can be the SHA of a commit: any text, since the document sets no format. */
export declare const isCommitId: (value: unknown) => value is CommitId;
/** Tells whether a value can be a time of the service: a whole number. */
export declare const isEpochMs: (value: unknown) => value is EpochMs;
