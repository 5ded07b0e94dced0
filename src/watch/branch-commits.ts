// Which commits are on the watched branch: its newest ones are listed, an older one is compared with it.
import { fetchIsOnBranch, toReachable } from '../github/commits.ts';
import { hasStatus } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchPages } from '../github/pages.ts';
import type { CommitSha, RepositoryRef } from '../judgement/identifiers.ts';

/** How many pages of the newest commits of a branch are read: 500 commits, our own limit. */
const MAX_PAGES = 5;

/** How many commits are compared with the branch in a run: our own limit. */
export const MAX_COMPARED = 100;

export interface BranchCommits {
  /** Which of these commits are on the branch. Rejects with octokit's RequestError, and is of no use from then on. */
  readonly find: (shas: readonly CommitSha[]) => Promise<ReadonlySet<CommitSha>>;
  /** How many commits were left out so far, beyond those that are compared. */
  readonly countLeftOut: () => number;
  /** Whether GitHub shows no such branch, or no commit of it, as far as it was asked. */
  readonly isWithoutCommits: () => boolean;
}

/** Creates the reader of a branch's commits, which asks about a commit once, and for no more of the newest than it needs. */
export function createBranchCommits(octokit: Octokit, repository: RepositoryRef, branch: string): BranchCommits {
  // With the name alone a tag of the same name would take the branch's place.
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
      // A list that has begun is of a branch that is there.
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
      // A branch that was read to its first commit has no other.
      if (!isWhole) await fetchCompared(asked.filter((sha) => !isListed(sha)));
      return new Set(shas.filter((sha) => isListed(sha) || compared.get(sha) === true));
    },
    countLeftOut: () => leftOut.size,
    isWithoutCommits: () => isWithoutCommits,
  };
}

/** 404: there is no such branch, or the token may not see it; 409: the repository has no commit yet. */
const hasNone = hasStatus(404, 409);
