// The resources of the service as types: what an answer holds once it was checked.
//
// A field that the document calls optional is always there, and null when the service left it out or
// sent null: both mean the same. Unknown fields are dropped. An unknown value of an enumeration is kept.

import type { DismissalReason } from '../domain/dismissal-reason.ts';
import type {
  BugId,
  CommitId,
  EpochMs,
  OrgId,
  RepoId,
  ReviewId,
  RuleId,
  RuleRequestId,
  ScanId,
} from '../domain/identifiers.ts';

/** A known word, or whatever other word a later service may send. */
export type Open<Word extends string> = Word | (string & {});

/** What a review can say. */
export type ReviewState = 'pending' | 'resolved' | 'dismissed';
/** Where a review came from; those of this API are `review`. */
export type ReviewSource =
  'review' | 'linear' | 'jira' | 'asana' | 'github_issue' | 'bug_fix_check';
/** Where an issue is tracked. */
export type Tracker = 'linear' | 'jira' | 'github' | 'slack' | 'asana';
/** How far a scan is; `dlq`: given up after repeated failures. */
export type WorkflowStatus = 'in_progress' | 'complete' | 'failed' | 'dlq';
/** What a scan looked at: the whole repository, or what changed recently. */
export type ScanType = 'default' | 'recentChanges';
/** Who started a scan: the schedule, or a person. */
export type ScanInitiator = 'scheduler' | 'scanNow';
/** How far the creation of rules is. */
export type RuleRequestProgress = 'pending' | 'complete' | 'failed';

/** A finding in a repository. */
export interface Bug {
  readonly id: BugId;
  readonly title: string;
  readonly summary: string;
  /** Relative to the root of the repository. */
  readonly filePath: string | null;
  /** When it was first found. */
  readonly createdAt: EpochMs;
  /** Null: never reviewed, which counts as `pending`. */
  readonly review: BugReview | null;
  readonly repoId: RepoId;
  readonly commitSha: CommitId | null;
  readonly isSecurityVulnerability: boolean | null;
  readonly linkedIssues: readonly LinkedIssue[];
  readonly introducedIn: IntroducedIn | null;
}

/** What was decided about a bug. */
export interface BugReview {
  readonly id: ReviewId | null;
  readonly state: Open<ReviewState>;
  readonly createdAt: EpochMs;
  readonly dismissalReason: Open<DismissalReason> | null;
  readonly notes: string | null;
  readonly source: Open<ReviewSource> | null;
  readonly jiraStatusName: string | null;
  readonly linearStateName: string | null;
  readonly asanaStateName: string | null;
}

/** The commit that brought a bug in. */
export interface IntroducedIn {
  readonly sha: CommitId;
  /** `YYYY-MM-DD`, as the service wrote it. */
  readonly date: string;
  readonly author: string | null;
  readonly prNumber: number | null;
}

/** An issue of another tracker that is about the bug. */
export interface LinkedIssue {
  readonly tracker: Open<Tracker>;
  readonly issueId: string;
  readonly url: string | null;
}

/** An organization that the user belongs to. */
export interface Org {
  readonly id: OrgId;
  readonly name: string;
}

/** The owner of the API key. */
export interface User {
  readonly email: string;
  readonly orgs: readonly Org[];
}

/** A repository that the owner of the key can access. */
export interface Repo {
  readonly id: RepoId;
  /** Without the owner. */
  readonly name: string;
  readonly ownerName: string;
  readonly fullName: string;
  /** The document does not say which values there are. */
  readonly visibility: string;
  readonly primaryBranch: string;
  readonly orgId: OrgId;
  readonly orgName: string;
}

/** One analysis of a repository. */
export interface Scan {
  /** Identifies the scan; narrows a list of bugs to those that it surfaced. */
  readonly workflowRequestId: ScanId | null;
  readonly repoId: RepoId;
  /** Without the owner. */
  readonly repoName: string;
  readonly ownerName: string;
  readonly workflowStatus: Open<WorkflowStatus> | null;
  readonly scanType: Open<ScanType> | null;
  readonly initiator: Open<ScanInitiator>;
  readonly commitSha: CommitId | null;
  readonly createdAt: EpochMs;
  /** Null while the scan runs. */
  readonly completedAt: EpochMs | null;
  /** Null while the scan runs. */
  readonly bugCounts: BugCounts | null;
}

/** How many bugs a scan found, by state of review; `open` are the pending ones. The document requires none of them. */
export interface BugCounts {
  readonly total: number | null;
  readonly open: number | null;
  readonly resolved: number | null;
  readonly dismissed: number | null;
}

/** A rule without its files. */
export interface RuleListItem {
  readonly id: RuleId;
  readonly ruleName: string;
  readonly createdAt: EpochMs;
}

/** A rule with its files. */
export interface Rule extends RuleListItem {
  /** From a path or name, as the service wrote it (never trust it as a path), to the text of the file. */
  readonly ruleFiles: Readonly<Record<string, string>>;
}

/** A rule that came out of a request. */
export interface RuleRequestResult {
  readonly id: RuleId;
  readonly ruleName: string;
}

/** The input of a rule request as the service kept it: an echo, any texts, which need be no identifiers. */
export interface SubmittedRuleInput {
  readonly description: string | null;
  readonly bugIds: readonly string[] | null;
  readonly commitShas: readonly string[] | null;
}

/** A request for rules and how far it is. */
export interface RuleRequestStatus {
  readonly id: RuleRequestId;
  readonly status: Open<RuleRequestProgress>;
  readonly input: SubmittedRuleInput;
  readonly createdAt: EpochMs;
  /** Null until the request is finished. */
  readonly completedAt: EpochMs | null;
  /** Empty until `status` is `complete`. */
  readonly results: readonly RuleRequestResult[];
}

/** One page of bugs; `total` counts every match, whatever `limit` and `offset` are. */
export interface BugPage {
  readonly bugs: readonly Bug[];
  readonly total: number;
}

/** One page of repositories; `total` counts all of them. */
export interface RepoPage {
  readonly repos: readonly Repo[];
  readonly total: number;
}

/** One page of scans, newest first; `total` counts all scans of the repository. */
export interface ScanPage {
  readonly scans: readonly Scan[];
  readonly total: number;
}
