// The types of the service's resources, as they are after an answer has been checked.
//
// An optional field is always present, and null if the service omitted it or sent null: both mean the same.
// Unknown fields are dropped. Unknown values of an enumeration are kept.
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
} from '../judgement/identifiers.ts';

/** A known value, or any other that a later version of the service may send. */
export type Open<Word extends string> = Word | (string & {});

/** The states of a review. */
export const REVIEW_STATES = ['pending', 'resolved', 'dismissed'] as const;
/** The state of a review. */
export type ReviewState = (typeof REVIEW_STATES)[number];
/** The origin of a review; reviews made with this API are `review`. */
export type ReviewSource = 'review' | 'linear' | 'jira' | 'asana' | 'github_issue' | 'bug_fix_check';
/** The tracker of an issue. */
export type Tracker = 'linear' | 'jira' | 'github' | 'slack' | 'asana';
/** The state of a scan; `dlq`: given up after repeated failures. */
export type WorkflowStatus = 'in_progress' | 'complete' | 'failed' | 'dlq';
/** A scan looks at the whole repository, or at recent changes. */
export type ScanType = 'default' | 'recentChanges';
/** Who started a scan: the schedule, or a person. */
export type ScanInitiator = 'scheduler' | 'scanNow';
/** The state of a rule request. */
export type RuleRequestProgress = 'pending' | 'complete' | 'failed';

/** A finding in a repository. */
export interface Bug {
  readonly id: BugId;
  readonly title: string;
  readonly summary: string;
  /** The path from the root of the repository. */
  readonly filePath: string | null;
  /** When it was first found. */
  readonly createdAt: EpochMs;
  /** A bug that was never reviewed has null here, and counts as `pending`. */
  readonly review: BugReview | null;
  readonly repoId: RepoId;
  /** The commit in which it was found. */
  readonly commitSha: CommitId | null;
  /** Null means that the service has not classified it. */
  readonly isSecurityVulnerability: boolean | null;
  readonly linkedIssues: readonly LinkedIssue[];
  readonly introducedIn: IntroducedIn | null;
}

/** A decision about a bug. */
export interface BugReview {
  readonly id: ReviewId | null;
  readonly state: Open<ReviewState>;
  /** When it was recorded. */
  readonly createdAt: EpochMs;
  /** A dismissed bug has one. */
  readonly dismissalReason: Open<DismissalReason> | null;
  readonly notes: string | null;
  readonly source: Open<ReviewSource> | null;
  readonly jiraStatusName: string | null;
  readonly linearStateName: string | null;
  readonly asanaStateName: string | null;
}

/** The commit that introduced a bug. */
export interface IntroducedIn {
  readonly sha: CommitId;
  /** `YYYY-MM-DD`, as the service wrote it. */
  readonly date: string;
  readonly author: string | null;
  readonly prNumber: number | null;
}

/** An issue about the bug in another tracker. */
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

/** A repository that the key's owner can access. */
export interface Repo {
  readonly id: RepoId;
  /** The short name, without the owner. */
  readonly name: string;
  readonly ownerName: string;
  readonly fullName: string;
  /** The documentation does not list the values. */
  readonly visibility: string;
  /** The branch that scheduled scans check. */
  readonly primaryBranch: string;
  /** The organization in the service. */
  readonly orgId: OrgId;
  readonly orgName: string;
}

/** One analysis of a repository. */
export interface Scan {
  /** Identifies the scan; use it to list only the bugs that it surfaced. */
  readonly workflowRequestId: ScanId | null;
  readonly repoId: RepoId;
  /** The short name, without the owner. */
  readonly repoName: string;
  readonly ownerName: string;
  readonly workflowStatus: Open<WorkflowStatus> | null;
  readonly scanType: Open<ScanType> | null;
  readonly initiator: Open<ScanInitiator>;
  /** The commit that was scanned. */
  readonly commitSha: CommitId | null;
  /** When it began. */
  readonly createdAt: EpochMs;
  /** It is null while the scan runs. */
  readonly completedAt: EpochMs | null;
  /** It is null while the scan runs. */
  readonly bugCounts: BugCounts | null;
}

/** How many bugs a scan found, by review state; `open` are the pending ones. All are optional in the documentation. */
export interface BugCounts {
  readonly total: number | null;
  readonly open: number | null;
  readonly resolved: number | null;
  readonly dismissed: number | null;
}

/** A rule without its files. */
export interface RuleListItem {
  readonly id: RuleId;
  /** Chosen by the service. */
  readonly ruleName: string;
  readonly createdAt: EpochMs;
}

/** A rule with its files. */
export interface Rule extends RuleListItem {
  /** File contents by path or name, as the service wrote it: never trust it as a path. */
  readonly ruleFiles: Readonly<Record<string, string>>;
}

/** A rule that a request produced. */
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

/** A rule request and its state. */
export interface RuleRequestStatus {
  readonly id: RuleRequestId;
  readonly status: Open<RuleRequestProgress>;
  readonly input: SubmittedRuleInput;
  readonly createdAt: EpochMs;
  /** It is null until the request is finished. */
  readonly completedAt: EpochMs | null;
  /** The list is empty until `status` is `complete`. */
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

/** Users see them in this order. */
export const DISMISSAL_REASONS = ['not_a_bug', 'wont_fix', 'duplicate', 'other'] as const;

/** Why a bug was dismissed. */
export type DismissalReason = (typeof DISMISSAL_REASONS)[number];
