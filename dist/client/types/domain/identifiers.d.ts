type Branded<Value, Name extends string> = Value & {
    readonly __brand: Name;
};
/** `bug_` followed by any text. */
export type BugId = Branded<string, 'BugId'>;
/** `bfrv_` followed by any text. */
export type ReviewId = Branded<string, 'ReviewId'>;
/** `repo_` followed by any text. */
export type RepoId = Branded<string, 'RepoId'>;
/** `org_` followed by any text. */
export type OrgId = Branded<string, 'OrgId'>;
/** `rule_` followed by any text. */
export type RuleId = Branded<string, 'RuleId'>;
/** `rcr_` followed by any text. */
export type RuleRequestId = Branded<string, 'RuleRequestId'>;
/** The `workflowRequestId` of a scan: `wr_` followed by any text. */
export type ScanId = Branded<string, 'ScanId'>;
/** The SHA of a commit as the service sends or accepts it, full or short; the service defines no format. */
export type CommitId = Branded<string, 'CommitId'>;
/** A full commit SHA in lower case, 40 or 64 hexadecimal digits. */
export type CommitSha = Branded<string, 'CommitSha'>;
/** Unix time in whole milliseconds. */
export type EpochMs = Branded<number, 'EpochMs'>;
/** Whether a value has the form of a bug's identifier. */
export declare const isBugId: (value: unknown) => value is BugId;
/** Whether a value has the form of a review's identifier. */
export declare const isReviewId: (value: unknown) => value is ReviewId;
/** Whether a value has the form of a repository's identifier. */
export declare const isRepoId: (value: unknown) => value is RepoId;
/** Whether a value has the form of an organization's identifier. */
export declare const isOrgId: (value: unknown) => value is OrgId;
/** Whether a value has the form of a rule's identifier. */
export declare const isRuleId: (value: unknown) => value is RuleId;
/** Whether a value has the form of a rule request's identifier. */
export declare const isRuleRequestId: (value: unknown) => value is RuleRequestId;
/** Whether a value has the form of a scan's identifier. */
export declare const isScanId: (value: unknown) => value is ScanId;
/** Whether a value can be the SHA of a commit: any text, because the service defines no format. */
export declare const isCommitId: (value: unknown) => value is CommitId;
/** Whether a value can be a time of the service: a whole number. */
export declare const isEpochMs: (value: unknown) => value is EpochMs;
/** Reads a full commit SHA in upper or lower case; null for any other text. */
export declare function parseCommitSha(text: string): CommitSha | null;
/** Whether a text is a full commit SHA in lower case. */
export declare function isCommitSha(text: string): text is CommitSha;
/** The seven characters that GitHub shows of a SHA. */
export declare function toShortSha(sha: string): string;
export {};
