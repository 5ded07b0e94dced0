// The world as the judge asks about it: twelve questions to the service and to GitHub, each answered, or why it is not.
import type { Finding } from './finding.ts';
import type { CommitSha, EpochMs } from './identifiers.ts';
import type { ScanHistory, UsableScan } from './scan.ts';
import type { Tally } from './tally.ts';
import type { Unverified } from './unverified.ts';

/** Asking twice costs nothing. What cannot be known is an answer, too. Rejects only for a cancelled run or a defect. */
export interface World {
  scans(): Promise<ScanHistory | Unverified>;
  /** The pending bugs of a list, all of them. */
  bugs(list: BugList): Promise<ListedBugs | Unverified>;
  totals(list: BugList): Promise<ListTotals | Unverified>;
  /** The judged commit and the commits that are reachable from it, nearest first; at most 250. */
  ancestors(): Promise<readonly CommitSha[] | Unverified>;
  /** Whether the judged commit is this one or comes after it. The SHA is full or abbreviated, in lower case. */
  reaches(sha: string): Promise<boolean | Unverified>;
  changes(pullRequest: number): Promise<ChangeLists>;
  /** Commits that a pull request had before somebody rebased it or pushed by force. */
  formerCommits(pullRequest: number): Promise<FormerCommits | Unverified>;
  /** The SHA of a pull request's oldest commit, in lower case. */
  firstCommit(pullRequest: number): Promise<string | Unverified>;
  /** The open pull requests, all that have the same head branch as this one among them. */
  openPulls(beside: number | null): Promise<OpenPulls | Unverified>;
  /** One that `openPulls` does not list; null: it is not open. */
  openPull(number: number): Promise<OpenPull | null | Unverified>;
  /** The pull request as GitHub shows it after its changes were read. */
  head(pullRequest: number): Promise<PullHead | Unverified>;
  repository(): Promise<RepositoryFacts | Unverified>;
}

export type BugList = UsableScan | 'repository';

export interface ListedBugs {
  /** The bugs that no review settles, each once, in the service's order. */
  readonly findings: readonly Finding[];
  /** How many bugs the list has, settled ones included. */
  readonly total: number;
  /** The time just before the list was read. */
  readonly readAt: EpochMs;
}

/** The service counts by its own filter, whatever the review of a bug says. */
export type ListTotals = Pick<Tally, 'pending' | 'resolved' | 'dismissed'>;

/** GitHub lists files and commits apart from each other, and may refuse either. */
export interface ChangeLists {
  readonly files: readonly ChangedFile[] | Unverified;
  readonly commits: readonly PullCommit[] | Unverified;
}

export interface ChangedFile {
  readonly path: string;
  /** The file's name before it was renamed, or the name of the file that it is a copy of. */
  readonly previousPath: string | null;
  /** Absent: only the content of the file changed, or GitHub does not say. */
  readonly change?: 'added' | 'removed' | 'renamed' | 'copied' | undefined;
  readonly firstChangedLine: number;
}

export interface PullCommit {
  /** The SHA is in lower case. */
  readonly sha: string;
  /** Null if GitHub does not say. */
  readonly committedAt: EpochMs | null;
}

export interface FormerCommits {
  /** The SHAs are full and in lower case. */
  readonly commits: readonly string[];
  /** The oldest commit of each former head. */
  readonly firsts: readonly string[];
  /** Whether GitHub lists all commits of the former heads that it still has. */
  readonly isWhole: boolean;
  /** How many former heads GitHub no longer has. */
  readonly lost: number;
}

export interface OpenPulls {
  readonly pulls: readonly OpenPull[];
  /** False: more than a thousand are open, and these were updated last. */
  readonly isWhole: boolean;
}

export interface OpenPull {
  readonly number: number;
  /** In lower case. */
  readonly headSha: string;
  /** Null if GitHub does not say. */
  readonly author: Author | null;
  /** How many files it changes by GitHub's own count; null or absent if GitHub does not say. */
  readonly fileCount?: number | null;
}

export interface Author {
  /** Null if GitHub does not say. */
  readonly id: number | null;
  /** Case does not matter. Null if GitHub does not say. */
  readonly login: string | null;
  /** Whether it is a person's account, not a bot's. */
  readonly isUser: boolean;
}

/** GitHub did not say what is null. */
export interface PullHead {
  readonly sha: CommitSha;
  /** GitHub's own counts may be larger than its lists. */
  readonly fileCount: number | null;
  readonly commitCount: number | null;
}

export interface RepositoryFacts {
  readonly defaultBranch: string;
}

/** GitHub lists no more files of a pull request (REST, "List pull requests files"). */
export const MAX_FILES = 3_000;
/** GitHub lists no more commits of a pull request (REST, "List commits on a pull request"). */
export const MAX_COMMITS = 250;
/** Our own limit: no more open pull requests are listed. */
export const MAX_OPEN = 1_000;
