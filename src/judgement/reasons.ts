// The questions to GitHub, by which a sentence says what failed, and the faults that several places come to.
import type { KeylessOrigin, Need } from './cause.ts';
import type { Question } from './question.ts';
import { isAbsent, type ScanHistory } from './scan.ts';
import { Unverified } from './unverified.ts';

export function noScanFault(
  { sha, inputs, now }: Pick<Question, 'sha' | 'inputs' | 'now'>,
  { repositoryId, scans, foreignRepositoryIds }: ScanHistory,
): Unverified {
  const absent = scans.filter((scan) => isAbsent(scan, now));
  return new Unverified({ kind: 'no-scan', sha, inputs, repositoryId, scans, absent, foreignRepositoryIds });
}

export function noCredentialsFault(origin: KeylessOrigin): Unverified {
  return new Unverified({ kind: 'no-key', origin });
}

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
