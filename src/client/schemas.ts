// The valibot schema of each resource, which the compiler checks against its type.
import * as v from 'valibot';
import * as ids from '../judgement/identifiers.ts';
import type * as wire from './resources.ts';
import { isRecord } from './shape.ts';

/** A schema whose checked value is a T. */
export type Schema<T> = v.GenericSchema<unknown, T>;

const text: Schema<string> = v.string();
const flag: Schema<boolean> = v.boolean();
const count: Schema<number> = v.custom<number>(isCount, 'a whole number from 0');
const integer: Schema<number> = v.custom<number>(Number.isSafeInteger, 'a whole number');
const time: Schema<ids.EpochMs> = v.custom<ids.EpochMs>(ids.isEpochMs, 'a time in milliseconds');
const sha: Schema<ids.CommitId> = v.custom<ids.CommitId>(ids.isCommitId, 'string');

export const bugId = identifier(ids.isBugId, 'bug_');
const reviewId = identifier(ids.isReviewId, 'bfrv_');
export const repoId = identifier(ids.isRepoId, 'repo_');
const orgId = identifier(ids.isOrgId, 'org_');
export const ruleId = identifier(ids.isRuleId, 'rule_');
export const ruleRequestId = identifier(ids.isRuleRequestId, 'rcr_');
export const scanId = identifier(ids.isScanId, 'wr_');

export const bugReview: Schema<wire.BugReview> = v.object({
  id: optional(reviewId),
  state: text,
  createdAt: time,
  dismissalReason: optional(text),
  notes: optional(text),
  source: optional(text),
  jiraStatusName: optional(text),
  linearStateName: optional(text),
  asanaStateName: optional(text),
});

const introducedIn: Schema<wire.IntroducedIn> = v.object({
  sha,
  date: text,
  author: optional(text),
  prNumber: optional(integer),
});

const linkedIssue: Schema<wire.LinkedIssue> = v.object({ tracker: text, issueId: text, url: v.nullable(text) });

export const bug: Schema<wire.Bug> = v.object({
  id: bugId,
  title: text,
  summary: text,
  filePath: optional(text),
  createdAt: time,
  review: optional(bugReview),
  repoId,
  commitSha: optional(sha),
  isSecurityVulnerability: optional(flag),
  linkedIssues: v.array(linkedIssue),
  introducedIn: optional(introducedIn),
});

export const bugPage: Schema<wire.BugPage> = v.object({ bugs: v.array(bug), total: count });

/** JSON of any form. */
export const anything: Schema<unknown> = v.unknown();

/** The owner of the key. */
export const user: Schema<wire.User> = v.object({ email: text, orgs: v.array(v.object({ id: orgId, name: text })) });

const repo: Schema<wire.Repo> = v.object({
  id: repoId,
  name: text,
  ownerName: text,
  fullName: text,
  visibility: text,
  primaryBranch: text,
  orgId,
  orgName: text,
});

export const repoPage: Schema<wire.RepoPage> = v.object({ repos: v.array(repo), total: count });

const bugCounts: Schema<wire.BugCounts> = v.object({
  total: optional(count),
  open: optional(count),
  resolved: optional(count),
  dismissed: optional(count),
});

const scan: Schema<wire.Scan> = v.object({
  workflowRequestId: v.nullable(scanId),
  repoId,
  repoName: text,
  ownerName: text,
  workflowStatus: optional(text),
  scanType: optional(text),
  initiator: text,
  commitSha: v.nullable(sha),
  createdAt: time,
  completedAt: v.nullable(time),
  bugCounts: optional(bugCounts),
});

export const scanPage: Schema<wire.ScanPage> = v.object({ scans: v.array(scan), total: count });

const ruleListItem = { id: ruleId, ruleName: text, createdAt: time };

/** The rules of a repository, out of what the service wraps them in. */
export const ruleList: Schema<readonly wire.RuleListItem[]> = v.pipe(
  v.object({ rules: v.array(v.object(ruleListItem)) }),
  v.transform(({ rules }) => rules),
);

export const rule: Schema<wire.Rule> = v.object({
  ...ruleListItem,
  // v.record would silently drop a file named `constructor`.
  ruleFiles: v.custom<Readonly<Record<string, string>>>(isTexts, 'an object of strings'),
});

export const ruleRequestStatus: Schema<wire.RuleRequestStatus> = v.object({
  id: ruleRequestId,
  status: text,
  // An echo: what somebody once sent must not make the request unreadable, whatever texts it holds.
  input: v.object({
    description: optional(text),
    bugIds: optional(v.array(text)),
    commitShas: optional(v.array(text)),
  }),
  createdAt: time,
  completedAt: optional(time),
  results: v.array(v.object({ id: ruleId, ruleName: text })),
});

/** The rule requests of a repository, out of what the service wraps them in. */
export const ruleRequestList: Schema<readonly wire.RuleRequestStatus[]> = v.pipe(
  v.object({ requests: v.array(ruleRequestStatus) }),
  v.transform(({ requests }) => requests),
);

/** The ID of a new rule request. */
export const ruleRequestStarted: Schema<ids.RuleRequestId> = v.pipe(
  v.object({ ruleCreationRequestId: ruleRequestId }),
  v.transform(({ ruleCreationRequestId }) => ruleCreationRequestId),
);

function identifier<T extends string>(is: (value: unknown) => value is T, prefix: string): Schema<T> {
  return v.custom<T>(is, `a string that begins with ${prefix}`);
}

// A reader takes "not required" and "or null" for the same.
function optional<T>(schema: Schema<T>): Schema<T | null> {
  return v.nullish(schema, null);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isTexts(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((entry) => typeof entry === 'string');
}
