// The identifiers of the service and of commits, and times: one type each, so that the compiler keeps them apart.

type Branded<Value, Name extends string> = Value & { readonly __brand: Name };

/** `bug_` followed by any text. */
export type BugId = `bug_${string}`;
/** `bfrv_` followed by any text. */
export type ReviewId = `bfrv_${string}`;
/** `repo_` followed by any text. */
export type RepoId = `repo_${string}`;
/** `org_` followed by any text. */
export type OrgId = `org_${string}`;
/** `rule_` followed by any text. */
export type RuleId = `rule_${string}`;
/** `rcr_` followed by any text. */
export type RuleRequestId = `rcr_${string}`;
/** The `workflowRequestId` of a scan: `wr_` followed by any text. */
export type ScanId = `wr_${string}`;
/** The SHA of a commit as the service sends or accepts it, full or short: any text, because the service defines no format. */
export type CommitId = string;
/** A full commit SHA in lower case, 40 or 64 hexadecimal digits. */
export type CommitSha = Branded<string, 'CommitSha'>;
/** Unix time in whole milliseconds. */
export type EpochMs = Branded<number, 'EpochMs'>;

/** Whether a value has the form of a bug's identifier. */
export const isBugId = (value: unknown): value is BugId => isIdentifier(value, 'bug_');
/** Whether a value has the form of a review's identifier. */
export const isReviewId = (value: unknown): value is ReviewId => isIdentifier(value, 'bfrv_');
/** Whether a value has the form of a repository's identifier. */
export const isRepoId = (value: unknown): value is RepoId => isIdentifier(value, 'repo_');
/** Whether a value has the form of an organization's identifier. */
export const isOrgId = (value: unknown): value is OrgId => isIdentifier(value, 'org_');
/** Whether a value has the form of a rule's identifier. */
export const isRuleId = (value: unknown): value is RuleId => isIdentifier(value, 'rule_');
/** Whether a value has the form of a rule request's identifier. */
export const isRuleRequestId = (value: unknown): value is RuleRequestId => isIdentifier(value, 'rcr_');
/** Whether a value has the form of a scan's identifier. */
export const isScanId = (value: unknown): value is ScanId => isIdentifier(value, 'wr_');
/** Whether a value can be the SHA of a commit: any text, because the service defines no format. */
export const isCommitId = (value: unknown): value is CommitId => typeof value === 'string';
/** Whether a value can be a time of the service: a whole number. */
export const isEpochMs = (value: unknown): value is EpochMs => Number.isSafeInteger(value);

/** Reads a time such as GitHub writes it; null for none, or for any other text. */
export function parseTime(text: string | null): EpochMs | null {
  const at = Date.parse(text ?? '');
  return isEpochMs(at) ? at : null;
}

function isIdentifier(value: unknown, prefix: string): boolean {
  return typeof value === 'string' && value.startsWith(prefix) && value.length > prefix.length;
}

const FULL_SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Reads a full commit SHA in upper or lower case; null for any other text. */
export function parseCommitSha(text: string): CommitSha | null {
  const lower = text.toLowerCase();
  return isCommitSha(lower) ? lower : null;
}

/** Whether a text is a full commit SHA in lower case. */
export function isCommitSha(text: string): text is CommitSha {
  return FULL_SHA.test(text);
}

/** Git shows at least seven digits of a SHA; fewer would match unrelated commits. */
const SOME_SHA = /^[0-9a-f]{7,64}$/;

/** Reads a full or abbreviated SHA in upper or lower case, with white space around it; null for any other text. */
export function parseSomeSha(text: string): string | null {
  const lower = text.trim().toLowerCase();
  return SOME_SHA.test(lower) ? lower : null;
}

/** The seven characters that GitHub shows of a SHA. */
export function toShortSha(sha: string): string {
  return sha.slice(0, 7);
}

/** As in `owner/repo`. */
export interface RepositoryRef {
  readonly owner: string;
  readonly repo: string;
}

/** `owner/name`. */
export function toFullName({ owner, repo }: RepositoryRef): string {
  return `${owner}/${repo}`;
}

/** Whatever their case, of ASCII alone as on GitHub: elsewhere a letter of another alphabet may fold to one of ours. */
export function isSameFullName(a: string, b: string): boolean {
  return toFoldedName(a) === toFoldedName(b);
}

/** A full name as it is compared: equal for those of one repository. */
export function toFoldedName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
