// The ancestors of a commit.
import * as v from 'valibot';
import { parseCommitSha, type CommitSha } from '../domain/identifiers.ts';
import type { RepositoryRef } from '../domain/repository.ts';
import { decode } from './answer.ts';
import type { Octokit } from './octokit.ts';
import { PER_PAGE } from './pages.ts';

/** How many commits back we search for an ancestor. */
export const MAX_ANCESTORS = 250;

const Commits = v.array(v.object({ sha: v.string() }));

/** The commit and its ancestors, in GitHub's order, nearest first; at most 250. */
export async function fetchAncestors(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  sha: CommitSha,
): Promise<readonly CommitSha[]> {
  const pages = Array.from({ length: Math.ceil(MAX_ANCESTORS / PER_PAGE) }, async (_, index) => {
    const page = index + 1;
    const { data } = await octokit.rest.repos.listCommits({
      owner,
      repo,
      sha,
      per_page: PER_PAGE,
      page,
    });
    return decode(Commits, data, 'Commits');
  });
  const commits = (await Promise.all(pages)).flat();
  const ancestors = commits.flatMap((commit) => parseCommitSha(commit.sha) ?? []);
  // A server without paging sends the first page three times; the first of equal commits is the nearest.
  return [...new Set(ancestors)].slice(0, MAX_ANCESTORS);
}
