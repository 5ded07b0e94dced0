// The accounts behind a commit: who wrote it, and who committed it.
import * as v from 'valibot';
import { AccountAnswer, type AccountName } from '../github/account.ts';
import { decode } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import type { RepositoryRef } from '../judgement/identifiers.ts';

/** The accounts of a commit; null where GitHub knows none for the address in it. */
export interface CommitAccounts {
  /** The full SHA of the commit that GitHub answered with, in lower case. */
  readonly sha: string;
  readonly author: AccountName | null;
  readonly committer: AccountName | null;
  /** Whether GitHub vouches for the signature. Otherwise author and committer are what somebody typed. */
  readonly isVerified: boolean;
}

const Commit = v.object({
  sha: v.string(),
  author: AccountAnswer,
  committer: AccountAnswer,
  commit: v.nullish(v.object({ verification: v.nullish(v.object({ verified: v.nullish(v.boolean()) })) })),
});

/** Who wrote and who committed a commit. Rejects where there is no such commit. */
export async function fetchCommitAccounts(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  sha: string,
): Promise<CommitAccounts> {
  const { data } = await octokit.rest.repos.getCommit({ owner, repo, ref: sha, per_page: 1 });
  const commit = decode(Commit, data, 'Commit');
  return {
    sha: commit.sha.toLowerCase(),
    author: commit.author ?? null,
    committer: commit.committer ?? null,
    isVerified: commit.commit?.verification?.verified === true,
  };
}
