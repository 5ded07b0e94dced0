// The faults of the judge and of what it asks, from the facts at hand. A service that refuses or fails is in
// `service/to-unverified.ts`, GitHub in `github/failure.ts`; the words are in `documents/causes.ts`.
import type { KeylessOrigin, Naming, Need } from './cause.ts';
import { type DeadlineError, ShareError } from './errors.ts';
import type { CommitSha, RepoId, RepositoryRef } from './identifiers.ts';
import type { Question } from './question.ts';
import { isAbsent, type Scan, scanAheadMs, type ScanHistory, type UsableScan } from './scan.ts';
import type { JudgedScan } from './selection.ts';
import { Unverified } from './unverified.ts';

export type { Naming };

// --- Scans

/** No scan can be judged. */
export function noScanFault(
  { sha, inputs, now }: Pick<Question, 'sha' | 'inputs' | 'now'>,
  { repositoryId, scans, foreignRepositoryIds }: ScanHistory,
): Unverified {
  const absent = scans.filter((scan) => isAbsent(scan, now));
  return new Unverified({ kind: 'no-scan', sha, inputs, repositoryId, scans, absent, foreignRepositoryIds });
}

/** A scan of none of the pull request's own commits does not serve `gate-on: introduced` alone. */
export function unscannedFault(scan: UsableScan, sha: CommitSha): Unverified {
  return new Unverified({ kind: 'unscanned', scan, sha });
}

/** A full scan of the commit failed, or its only scan. */
export function scanFailedFault({ sha }: Pick<Question, 'sha'>, scan: Scan): Unverified {
  return new Unverified({ kind: 'scan-failed', scan, sha });
}

/** A scan still ran when the time to wait was up. */
export function scanTimeoutFault(
  { sha, inputs: { waitTimeoutMs }, waitedMs }: Pick<Question, 'sha' | 'inputs' | 'waitedMs'>,
  scan: Scan,
): Unverified {
  return new Unverified({ kind: 'scan-running', scan, sha, waitedMs, waitTimeoutMs });
}

/** Scanning has stopped. `newest` is the youngest scan that could have excused the judged one, or that itself. */
export function oldScanFault(
  { inputs: { maxScanAgeMs }, now }: Pick<Question, 'inputs' | 'now'>,
  { scan, standsIn }: JudgedScan,
  newest: UsableScan,
): Unverified {
  return new Unverified({
    ...{ kind: 'scanning-stopped', scan, standsIn, newest, now },
    maxScanAgeMs: maxScanAgeMs ?? 0,
  });
}

/** The judged scan's age cannot be told. */
export function scanDatedAheadFault({ now }: Pick<Question, 'now'>, scan: UsableScan): Unverified {
  return new Unverified({ kind: 'scan-ahead', scan, aheadMs: scanAheadMs(scan, now) });
}

/** This machine's clock is over an hour off by the service's `Date`; `aheadMs` is negative where it is behind. */
export function clockFault(aheadMs: number): Unverified {
  return new Unverified({ kind: 'clock', aheadMs });
}

// --- Lists of the service

/** The lists of the judged scans stay short of what these count. */
export function shortListsFault(missing: number): Unverified {
  return new Unverified({ kind: 'short-lists', missing, of: 'judged' });
}

/** A list of the service that no two readings agreed on. */
export function changingListFault(endpoint: string, readings: number): Unverified {
  return new Unverified({ kind: 'changing-list', endpoint, readings });
}

/** An answer is about another repository than the one that was asked for. */
export function otherRepositoryFault(said: string): Unverified {
  return new Unverified({ kind: 'other-repository', said });
}

/** The time of the run is over, or that of one repository of many, for whatever took it. */
export function serviceDeadlineFault(error: DeadlineError): Unverified {
  return new Unverified({ kind: 'no-time', isOfShare: error instanceof ShareError, said: error.message });
}

// --- Key and repository

export function noCredentialsFault(origin: KeylessOrigin): Unverified {
  return new Unverified({ kind: 'no-key', origin });
}

/** GitHub knows no repository by this name, or the token does not see it. */
export function unknownNameFault(fullName: string): Unverified {
  return new Unverified({ kind: 'unknown-name', fullName });
}

/** There is no repository to look at. If everybody can read the log, only public ones count. */
export function noRepositoryFault(isPublic = false): Unverified {
  return new Unverified({ kind: 'nothing-to-look-at', isPublic });
}

interface Hidden {
  /** Repositories of which it is not known that everybody can read them. */
  readonly hidden: number;
  readonly all: number;
}

/** Nobody says who can read the workflow's repository: the log of a public one must not name these, nor does this. */
export function unknownReadersFault(
  { repository, runAttempt }: { readonly repository: RepositoryRef; readonly runAttempt: number },
  { hidden, all }: Hidden,
): Unverified {
  return new Unverified({ kind: 'unknown-readers', repository, isAgain: runAttempt > 1, hidden, all });
}

/** The service knows no repository of this id, or does not show it. */
export function unknownRepositoryFault(repositoryId: RepoId): Unverified {
  return new Unverified({ kind: 'wrong-repository-id', repositoryId });
}

/** The service lists the repository, and then says that there is none of its id. */
export function hiddenRepositoryFault(repositoryId: RepoId): Unverified {
  return new Unverified({ kind: 'hidden-repository', repositoryId });
}

// --- GitHub

/** A question to GitHub, for the sentence that says that it failed. */
export interface GitHubQuestion {
  /** Completes "could not …". */
  readonly doing: string;
  /** The permission that a workflow would have to grant. */
  readonly permission: string;
  /** The part of the gate that needs the answer; absent: none that a reader has to know. */
  readonly need?: Need;
}

const READS_PULLS = 'pull-requests: read';

export const GITHUB_QUESTIONS = {
  ancestors: { doing: 'read the ancestors of the commit', permission: 'contents: read', need: 'ancestors' },
  files: { doing: 'read the files of the pull request', permission: READS_PULLS, need: 'changes' },
  commits: { doing: 'read the commits of the pull request', permission: READS_PULLS, need: 'changes' },
  head: { doing: 'read the head of the pull request', permission: READS_PULLS, need: 'changes' },
  openPulls: { doing: 'read the open pull requests', permission: READS_PULLS, need: 'twins' },
  otherPulls: {
    doing: 'read another open pull request, to which the service attributes a bug',
    permission: READS_PULLS,
  },
  formerHeads: {
    doing: 'read what the pull request was before a force push',
    permission: READS_PULLS,
    need: 'changes',
  },
  pullOfBranch: { doing: 'find the pull request of the commit', permission: READS_PULLS, need: 'pull-request' },
  repository: { doing: 'read the repository', permission: 'metadata: read' },
  comparison: { doing: 'compare the pushed commit with others', permission: 'contents: read' },
} as const satisfies Readonly<Record<string, GitHubQuestion>>;

export function toHeadQuestion(number: number): GitHubQuestion {
  return { doing: `read pull request ${number}`, permission: READS_PULLS, need: 'commit' };
}

export function noTokenFault({ doing, need }: GitHubQuestion): Unverified {
  return new Unverified({ kind: 'no-token', task: doing, need });
}

/** GitHub's API lags behind: what it shows, or one of its lists, is of an earlier head; or it does not show the pull request at all. */
export function headNotListedFault(isShown = true): Unverified {
  return new Unverified({ kind: 'not-yet-shown', isShown });
}

/** `meanwhile` says what was going on, such as ` while its scan was awaited`. */
export function supersededFault(sha: CommitSha, meanwhile = ''): Unverified {
  return new Unverified({ kind: 'superseded', sha, meanwhile });
}

interface OtherAuthor {
  /** The login that GitHub shows. */
  readonly author: string;
  /** The login that the token was taken to have. */
  readonly taken: string;
}

/** Another account than expected turned out to have created `what`, such as `the issue`. */
export function otherAuthorFault(what: string, { author, taken }: OtherAuthor): Unverified {
  return new Unverified({ kind: 'other-author', what, author, taken });
}

export function unknownCommitFault(why: string): Unverified {
  return new Unverified({ kind: 'no-commit', why });
}
