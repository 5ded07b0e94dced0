// The accounts behind a commit or a pull request: who opened it, who wrote it.
import * as v from 'valibot';
import type { RepositoryRef } from '../domain/repository.ts';
import { AccountAnswer, type AccountName } from './account.ts';
import { decode } from './answer.ts';
import type { Octokit } from './octokit.ts';
import { fetchPages, PER_PAGE } from './pages.ts';
import type { PullRequestPlace } from './pull-request.ts';

/** The accounts of a commit; null where GitHub knows none for the address in it. */
export interface CommitAccounts {
  /** The full SHA of the commit that GitHub answered with, in lower case. */
  readonly sha: string;
  readonly author: AccountName | null;
  readonly committer: AccountName | null;
}

const Opened = v.object({ user: AccountAnswer });
const OpenedList = v.array(Opened);
const Commit = v.object({ sha: v.string(), author: AccountAnswer, committer: AccountAnswer });

/** Who opened a pull request; null when GitHub does not say. Rejects where there is no such pull request. */
export async function fetchOpener(
  octokit: Octokit,
  { owner, repo, number }: PullRequestPlace,
): Promise<AccountName | null> {
  const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number });
  return decode(Opened, data, 'Pull request').user ?? null;
}

/** Who opened each pull request that GitHub associates with a commit; null for one that GitHub does not name. */
export async function fetchOpenersOf(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  sha: string,
): Promise<readonly (AccountName | null)[]> {
  const pages = await fetchPages((page) =>
    octokit.rest.repos.listPullRequestsAssociatedWithCommit({
      owner,
      repo,
      commit_sha: sha,
      per_page: PER_PAGE,
      page,
    }),
  );
  return pages
    .flatMap((data) => decode(OpenedList, data, 'Pull requests of the commit'))
    .map(({ user }) => user ?? null);
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
  };
}
