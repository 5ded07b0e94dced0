// The shape of a local bug findings service's world: what it knows before the first request.

export type ReviewState = 'pending' | 'resolved' | 'dismissed';

export interface BugReviewData {
  id?: string | null;
  state: ReviewState;
  createdAt: number;
  dismissalReason?: string;
  notes?: string;
  source?: string;
  jiraStatusName?: string;
  linearStateName?: string;
  asanaStateName?: string;
}

export interface BugData {
  id: string;
  title: string;
  summary: string;
  filePath?: string | null;
  createdAt: number;
  review?: BugReviewData | null;
  repoId: string;
  commitSha?: string | null;
  isSecurityVulnerability?: boolean | null;
  linkedIssues: { tracker: string; issueId: string; url: string | null }[];
  introducedIn?: { sha: string; date: string; author?: string; prNumber?: number } | null;
}

export interface RepoData {
  id: string;
  name: string;
  ownerName: string;
  fullName: string;
  visibility: string;
  primaryBranch: string;
  orgId: string;
  orgName: string;
}

export interface ScanData {
  workflowRequestId: string | null;
  repoId: string;
  repoName: string;
  ownerName: string;
  workflowStatus?: string | null;
  /** `default`, `recentChanges`, or any other word: a client has to bear a type that it does not know. */
  scanType?: string | null;
  initiator: string;
  commitSha: string | null;
  createdAt: number;
  completedAt: number | null;
  bugCounts?: { total: number; open: number; resolved: number; dismissed: number } | null;
}

/** A scan that is under way when the world begins, and how it ends. */
export interface RunningScan {
  /** The scan's `workflowRequestId`. */
  scan: string;
  /** It ends when the scan list has been read this many times … */
  afterLooks?: number;
  /** … or when this long has passed since the start; whichever is given. */
  afterMs?: number;
  /** `complete` counts the bugs that the scan surfaced. */
  endsAs: 'complete' | 'failed' | 'dlq';
}

/** A scan whose lists of bugs are shorter than its `bugCounts`, for a while or for good. */
export interface LateList {
  /** The scan's `workflowRequestId`. */
  scan: string;
  /** Ids of the bugs that the scan's lists leave out. */
  missing: string[];
  /** Each list of the scan (pending, resolved, dismissed) is whole once its first page was read this many times; absent: never. */
  afterLooks?: number;
}

export interface RuleData {
  id: string;
  ruleName: string;
  ruleFiles: Record<string, string>;
  createdAt: number;
  repoId: string;
}

export interface RuleRequestData {
  id: string;
  status: 'pending' | 'complete' | 'failed';
  input: { description?: string; bugIds?: string[]; commitShas?: string[] };
  createdAt: number;
  completedAt?: number;
  results: { id: string; ruleName: string }[];
  repoId: string;
}

export interface ServiceData {
  /** Keys (`svc_live_…`, `svc_test_…`) that may do everything. */
  keys: string[];
  /** Keys that may only read: a POST is answered 403 with `requiredRole`. */
  readOnlyKeys: string[];
  user: { email: string; orgs: { id: string; name: string }[] };
  repos: RepoData[];
  /** They have any order; the service lists them newest first. */
  scans: ScanData[];
  runningScans: RunningScan[];
  bugs: BugData[];
  /** Scan id -> ids of the bugs that it surfaced. A scan without an entry surfaced none. */
  surfaced: Record<string, string[]>;
  /**
   * True: a bug is listed only in the scan that found it first, the one that was created first of all that surfaced
   * it. Counts follow the lists. Lists of the whole repository show every bug.
   */
  listsBugsOnce?: boolean;
  /** Absent: every list is whole at once. */
  lateLists?: LateList[];
  rules: RuleData[];
  ruleRequests: RuleRequestData[];
}
