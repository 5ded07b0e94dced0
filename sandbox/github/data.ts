// The shape of a local GitHub's world: what it knows before the first request.

export type Access = 'none' | 'read' | 'write';

/** Who a token is and what it may do, as a workflow's `permissions:` would say it. */
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
  };
}

export interface UserData {
  id: number;
  login: string;
  type: 'Bot' | 'User';
  /** What the collaborator-permission endpoint says; `none` for strangers of a private repository. */
  permission: 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';
}

export interface CommitData {
  sha: string;
  /** First parent first. */
  parents: string[];
  message: string;
  authorName: string;
  /** Login of the author's account; absent or null: no account is known for the address. */
  author?: string | null;
  /** Login of the committer's account; absent: the author's. */
  committer?: string | null;
  /** ISO 8601. */
  date: string;
  /** What the commit changes; absent: nothing is known. */
  files?: FileData[];
}

export interface FileData {
  filename: string;
  status: 'added' | 'removed' | 'modified' | 'renamed';
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
  /** Only of a closed one; absent: closed without merging. */
  merged?: boolean;
  draft: boolean;
  /** Login of the author. */
  user: string;
  head: {
    sha: string;
    ref: string;
    /** `owner/name`; null when the fork is gone. */ repository: string | null;
  };
  base: { sha: string; ref: string };
  /** The pull request's own commits, oldest first. */
  commits: string[];
  files: FileData[];
}

export interface CommentData {
  id: number;
  /** Pull request or issue number. */
  issue: number;
  /** Login of the author. */
  user: string;
  body: string;
  createdAt: string;
  updatedAt: string;
}

export interface RunData {
  id: number;
  name: string;
  headSha: string;
  attempt: number;
  status: 'completed' | 'in_progress';
  conclusion: 'success' | 'failure' | 'cancelled' | null;
  /** What started it; absent: `pull_request` where the head is that of one, else `push`. */
  event?: string;
}

export interface GitHubData {
  owner: string;
  name: string;
  visibility: 'public' | 'private' | 'internal';
  defaultBranch: string;
  /** Tips of branches by name, besides those of the pull requests; the default branch's is the newest commit outside them. */
  branches?: Record<string, string>;
  tokens: TokenData[];
  users: UserData[];
  commits: CommitData[];
  pulls: PullData[];
  comments: CommentData[];
  runs: RunData[];
}
