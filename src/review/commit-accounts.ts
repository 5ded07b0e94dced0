// The accounts behind a commit: who wrote it, and who committed it.
import * as v from 'valibot';
import { AccountAnswer, type DescribedAccount } from '../github/account.ts';
import { decode } from '../github/failure.ts';
import type { Octokit } from '../github/octokit.ts';
import type { RepositoryRef } from '../judgement/identifiers.ts';

/** The accounts of a commit; null where GitHub knows none for the address in it, or it was deleted. */
export interface CommitAccounts {
  /** The full SHA of the commit that GitHub answered with, in lower case. */
  readonly sha: string;
  readonly author: DescribedAccount | null;
  readonly committer: DescribedAccount | null;
  /** Who its `Co-authored-by` lines name: a name and an address, as somebody typed them. */
  readonly coAuthors: readonly string[];
  /** Whether GitHub vouches for the signature. Otherwise author and committer are what somebody typed. */
  readonly isVerified: boolean;
}

const Commit = v.object({
  sha: v.string(),
  author: AccountAnswer,
  committer: AccountAnswer,
  commit: v.nullish(
    v.object({
      message: v.nullish(v.string(), ''),
      verification: v.nullish(v.object({ verified: v.nullish(v.boolean()) })),
    }),
  ),
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
    coAuthors: readCoAuthors(commit.commit?.message ?? ''),
    isVerified: commit.commit?.verification?.verified === true,
  };
}

const CO_AUTHOR = /^co-authored-by\s*:/i;

/** What stands behind `Co-authored-by:`, wherever in the message: it may forbid, never permit. Linear time. */
function readCoAuthors(message: string): readonly string[] {
  const lines = message.split(/[\n\r]+/).map((line) => line.trimStart());
  return lines.filter((line) => CO_AUTHOR.test(line)).map((line) => line.replace(CO_AUTHOR, '').trim());
}
