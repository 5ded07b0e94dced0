// Finds which commits are on the watched branch: its newest ones are listed, an older one is compared with it.
import { fetchIsOnBranch, toReachable } from '../github/commits.ts';
import { hasStatus } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchPages } from '../github/pages.ts';
import type { CommitSha, RepositoryRef } from '../judgement/identifiers.ts';

/** We read the newest 500 commits of a branch. */
const MAX_PAGES = 5;

/** We compare so many commits with the branch in a run. */
export const MAX_COMPARED = 100;

export interface BranchCommits {
  /** Finds which of these commits are on the branch. After octokit's RequestError it cannot be used again. */
  readonly find: (shas: readonly CommitSha[]) => Promise<ReadonlySet<CommitSha>>;
  /** Counts the commits that were not compared because there were too many. */
  readonly countLeftOut: () => number;
  /** Says whether GitHub knows no such branch, or no commit of it. */
  readonly isWithoutCommits: () => boolean;
}

/** Creates the reader of a branch's commits. It asks about each commit once, and lists only as many as it needs. */
export function createBranchCommits(octokit: Octokit, repository: RepositoryRef, branch: string): BranchCommits {
  // GitHub would take the bare name for that of a tag.
  const ref = `refs/heads/${branch}`;
  const newest = new Set<string>();
  const compared = new Map<CommitSha, boolean>();
  const leftOut = new Set<CommitSha>();
  const pages = fetchPages(toReachable(octokit, repository, ref));
  let left = MAX_PAGES;
  let isWhole = false;
  let isWithoutCommits = false;

  const fetchNewest = async (): Promise<void> => {
    const isFirst = left === MAX_PAGES;
    left -= 1;
    const { value: page } = await pages.next().catch((error: unknown) => {
      // Where the first page was there, so is the branch.
      isWithoutCommits = isFirst && hasNone(error);
      if (!isWithoutCommits) throw error;
      return { value: undefined };
    });
    for (const sha of page?.items ?? []) newest.add(sha);
    isWhole = page?.hasNext !== true;
  };
  const fetchCompared = async (shas: readonly CommitSha[]): Promise<void> => {
    const taken = shas.slice(0, MAX_COMPARED - compared.size);
    for (const sha of shas.slice(taken.length)) leftOut.add(sha);
    const answers = await Promise.all(
      taken.map(async (sha) => [sha, await fetchIsOnBranch(octokit, repository, { branch: ref, sha })] as const),
    );
    for (const [sha, isOnBranch] of answers) compared.set(sha, isOnBranch);
  };
  return {
    find: async (shas) => {
      const isListed = (sha: CommitSha): boolean => newest.has(sha);
      const asked = [...new Set(shas)].filter((sha) => !compared.has(sha));
      while (!isWhole && left > 0 && !asked.every(isListed)) await fetchNewest();
      // A branch that was read to its first commit has no others.
      if (!isWhole) await fetchCompared(asked.filter((sha) => !isListed(sha)));
      return new Set(shas.filter((sha) => isListed(sha) || compared.get(sha) === true));
    },
    countLeftOut: () => leftOut.size,
    isWithoutCommits: () => isWithoutCommits,
  };
}

/** GitHub answers 404 where there is no such branch or the token may not see it, 409 where the repository has no commit. */
const hasNone = hasStatus(404, 409);
