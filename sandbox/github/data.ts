// The shape of a local GitHub's world: what it knows before the first request.

export type Access = 'none' | 'read' | 'write';

/** It says who a token is and what it may do, as a workflow's `permissions:` would. */
export interface TokenData {
  token: string;
  /** `github-actions[bot]` for a workflow's own token. */
  login: string;
  type: 'Bot' | 'User';
  permissions: {
    contents: Access;
    'pull-requests': Access;
    issues: Access;
    checks: Access;
    actions: Access;
    /** Absent: none. */
    statuses?: Access;
  };
  /** Full names of the repositories that these permissions are for; absent: the first alone, as for a workflow's own token. */
  repositories?: 'all' | string[];
}

export interface UserData {
  id: number;
  login: string;
  type: 'Bot' | 'User';
  /** What the collaborator-permission endpoint says; `none` for anyone without access to a private repository. */
  permission: 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';
}

export interface CommitData {
  sha: string;
  /** First parent first. */
  parents: string[];
  message: string;
  authorName: string;
  /** Absent or null: no account is known for the address. */
  author?: string | null;
  /** Absent: the author's account. */
  committer?: string | null;
  /** GitHub could verify the signature; absent: there is none. */
  verified?: boolean;
  /** ISO 8601. */
  date: string;
  /** Absent: nothing is known of what the commit changes. */
  files?: FileData[];
}

export interface FileData {
  filename: string;
  status: 'added' | 'removed' | 'modified' | 'renamed' | 'copied' | 'changed' | 'unchanged';
  previousFilename?: string;
  additions: number;
  deletions: number;
  /** Unified diff hunks; absent for binary or very large files. */
  patch?: string;
}

export interface PullData {
  number: number;
  title: string;
  state: 'open' | 'closed';
  /** Only a closed one has it; absent: it was closed without a merge. */
  merged?: boolean;
  /** The commit that the merge made on the base branch, by a merge or a squash; absent: an invented one. */
  mergeCommitSha?: string;
  draft: boolean;
  user: string;
  /** Lists name no author. */
  isUserGone?: boolean;
  /** Required reviews say this; absent: none is required. */
  reviewDecision?: 'APPROVED' | 'CHANGES_REQUESTED' | 'REVIEW_REQUIRED';
  head: {
    sha: string;
    ref: string;
    /** `owner/name`; null when the fork is gone. */ repository: string | null;
  };
  base: { sha: string; ref: string };
  /** The pull request's own commits, oldest first. */
  commits: string[];
  /** The heads before each force push, oldest first, among `commits` of the repository; null: GitHub no longer has it. Absent: none. */
  formerHeads?: (string | null)[];
  files: FileData[];
  /** Until then the API shows it as it was at an earlier commit, or (null) not at all; absent: it shows it as it is. */
  lag?: { until: string; at: string | null };
  body?: string | null;
  labels?: string[];
  /** Nobody may comment: the conversation is locked. */
  locked?: boolean;
  /** ISO 8601; absent: the same day for all. A merged one was merged when it was closed. */
  createdAt?: string;
  updatedAt?: string;
  closedAt?: string;
}

/** An issue that is not a pull request. The two share one series of numbers. */
export interface IssueData {
  number: number;
  title: string;
  body: string | null;
  user: string;
  state: 'open' | 'closed';
  stateReason?: 'completed' | 'not_planned' | 'duplicate' | 'reopened' | null;
  labels: string[];
  /** Nobody may comment: the conversation is locked. */
  locked?: boolean;
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
  closedAt?: string | null;
}

export interface CommentData {
  id: number;
  /** Pull request or issue number. */
  issue: number;
  user: string;
  body: string;
  /** Slug of the app that wrote it with a person's login; absent: none did. A bot's is its own app's. */
  app?: string;
  createdAt: string;
  updatedAt: string;
}

export interface JobData {
  /** GitHub shows it so. */
  name: string;
  /** Absent: the run's. */
  conclusion?: RunData['conclusion'];
  /** GitHub's timestamp. Absent: it began with the attempt. */
  startedAt?: string;
}

/** An attempt of a run that has ended and was followed by another. */
export interface PastAttemptData {
  conclusion: RunData['conclusion'];
  startedAt?: string;
  triggeredBy?: string;
  jobs?: JobData[];
}

export interface RunData {
  id: number;
  /** GitHub calls it by the workflow's name, or as `run-name` says. */
  name: string;
  /** The workflow's name; absent: the run's. */
  workflow?: string;
  headSha: string;
  attempt: number;
  /** Of every attempt; absent: one, `gate`. */
  jobs?: JobData[];
  /** Earlier attempts, the first one first; absent, or too short: they were like the newest. */
  past?: PastAttemptData[];
  /** ISO 8601; absent: the same day for all, and never too long ago to be started again. */
  createdAt?: string;
  /** The newest attempt began at this time; absent: when the run was created. */
  startedAt?: string;
  /** Login of who started the newest attempt; absent: the author of the pull request. */
  triggeredBy?: string;
  status: 'completed' | 'in_progress' | 'queued' | 'waiting';
  /** `action_required` with the status `completed`: someone has to approve the run first. */
  conclusion: 'success' | 'failure' | 'cancelled' | 'action_required' | null;
  /** This event started it; absent: `pull_request` where the head is that of one, else `push`. */
  event?: string;
}

export interface RequirementData {
  /** They are of active rulesets at any level, as GitHub lists them; absent: there is none. */
  rules?: RuleData[];
  /** The classic protection; absent: there is none. */
  classic?: {
    /** Required checks; absent: the protection requires something else. */
    contexts?: string[];
    /** GitHub shows this token what it requires; absent: it does. */
    isShown?: boolean;
  };
}

export type RuleData =
  | { type: 'required_status_checks'; contexts: string[] }
  | { type: 'workflows'; workflows: { path: string; repositoryId: number }[] }
  /** A rule that requires no check. */
  | { type: 'deletion' | 'non_fast_forward' | 'pull_request' };

/** Tokens and limits are the first repository's. */
export type NeighbourData = Omit<GitHubData, 'creationIntervalMs' | 'neighbours' | 'tokens'>;

export interface GitHubData {
  owner: string;
  name: string;
  /** Full names that it had before; GitHub leads from those to it. Absent: none. */
  formerNames?: string[];
  visibility: 'public' | 'private' | 'internal';
  defaultBranch: string;
  /** True: nothing can be written any more. */
  archived?: boolean;
  /** True: GitHub has switched it off, and gives nothing of what is in it. */
  disabled?: boolean;
  /** More repositories of the same GitHub, for tokens that were given several. */
  neighbours?: NeighbourData[];
  /** Tips of branches by name, besides those of the pull requests; the default branch's is the newest commit outside them. */
  branches?: Record<string, string>;
  /** Commits of tags by name; one takes the place of a branch of the same name where only the name is given. Absent: none. */
  tags?: Record<string, string>;
  /** Branches require this, by their names; absent: nothing. */
  requirements?: Record<string, RequirementData>;
  tokens: TokenData[];
  users: UserData[];
  /** The contexts of commit statuses, each once, by the commit's SHA; absent: none. */
  statuses?: Record<string, string[]>;
  /** Text by the name of its file in `.github/workflows` of the default branch; absent: there is no such folder. */
  workflows?: Record<string, string>;
  commits: CommitData[];
  pulls: PullData[];
  /** Absent: none. */
  issues?: IssueData[];
  /** Names of the labels that the repository has before the first request; absent: none. */
  labels?: string[];
  /** False: issues are switched off. */
  hasIssues?: boolean;
  /** Before the primary rate limit answers; absent: 1,000, as for a workflow's own token. The first repository's. */
  requestsPerHour?: number;
  /** Creations that follow one another faster meet the secondary rate limit; GitHub asks for 1,000. Absent: no limit. */
  creationIntervalMs?: number;
  comments: CommentData[];
  runs: RunData[];
}
