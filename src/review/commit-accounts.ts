// The accounts behind a commit or a pull request: who opened it, who wrote it, and from which branch it came.
import * as v from 'valibot';
import { AccountAnswer, type AccountName } from '../github/account.ts';
import { decode } from '../github/failure.ts';
import { BaseAnswer, HeadAnswer, toHeadBranch } from '../github/head-branch.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchPages, PER_PAGE } from '../github/pages.ts';
import type { Pull } from '../github/pull-request.ts';
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

/** A pull request that brought a commit, as far as it says who is behind it. */
export interface CommitOrigin extends Pick<Pull, 'author' | 'branch'> {
  readonly number: number;
}

const Opened = v.object({
  number: v.number(),
  user: AccountAnswer,
  head: v.nullish(HeadAnswer),
  base: v.nullish(BaseAnswer),
});
const OpenedList = v.array(Opened);
const Commit = v.object({
  sha: v.string(),
  author: AccountAnswer,
  committer: AccountAnswer,
  commit: v.nullish(v.object({ verification: v.nullish(v.object({ verified: v.nullish(v.boolean()) })) })),
});

function toOrigin({ number, user, head, base }: v.InferOutput<typeof Opened>): CommitOrigin {
  const branch = head ? toHeadBranch(head, base) : null;
  return { number, author: user ?? null, branch };
}

/** Where each pull request comes from that GitHub associates with a commit. */
export async function fetchOriginsOf(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  sha: string,
): Promise<readonly CommitOrigin[]> {
  const pages = await fetchPages((page) =>
    octokit.rest.repos.listPullRequestsAssociatedWithCommit({
      owner,
      repo,
      commit_sha: sha,
      per_page: PER_PAGE,
      page,
    }),
  );
  return pages.flatMap((data) => decode(OpenedList, data, 'Pull requests of the commit')).map(toOrigin);
}

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
