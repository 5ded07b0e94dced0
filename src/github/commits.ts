// Asks for the ancestors of commits, for comparisons of two, and for the pull requests of a commit.
import * as v from 'valibot';
import { compareText } from '../judgement/finding.ts';
import { type CommitSha, parseCommitSha, type RepositoryRef } from '../judgement/identifiers.ts';
import { AccountAnswer } from './account.ts';
import { decode, hasStatus, orInstead } from './failure.ts';
import type { Octokit } from './octokit.ts';
import { fetchFirstPages, fetchList, fetchPages, type PagedList, PER_PAGE } from './pages.ts';
import { BaseAnswer, type Pull } from './pull-request.ts';

export const MAX_ANCESTORS = 250;

const CommitAnswer = v.pipe(
  v.object({ sha: v.string() }),
  v.transform(({ sha }) => sha),
);

/** The commits that are reachable from a commit or a branch, nearest first. */
export function toReachable(octokit: Octokit, { owner, repo }: RepositoryRef, ref: string): PagedList<string> {
  return {
    item: CommitAnswer,
    what: 'Commits',
    fetchPage: (paging) => octokit.rest.repos.listCommits({ owner, repo, sha: ref, ...paging }),
  };
}

/** The commit and its ancestors, nearest first; at most 250. */
export async function fetchAncestors(
  octokit: Octokit,
  repository: RepositoryRef,
  sha: CommitSha,
): Promise<readonly CommitSha[]> {
  return toAncestors(await fetchFirstPages(toReachable(octokit, repository, sha), MAX_PAGES));
}

const MAX_PAGES = Math.ceil(MAX_ANCESTORS / PER_PAGE);

function toAncestors(pages: readonly (readonly string[])[]): readonly CommitSha[] {
  const ancestors = pages.flat().flatMap((sha) => parseCommitSha(sha) ?? []);
  return [...new Set(ancestors)].slice(0, MAX_ANCESTORS);
}

/** Reads page by page until `isEnough`: fewer requests, where nobody waits. */
export async function fetchAncestorsUntil(
  octokit: Octokit,
  repository: RepositoryRef,
  { ref, isEnough }: { readonly ref: string; readonly isEnough: (nearest: readonly CommitSha[]) => boolean },
): Promise<readonly CommitSha[]> {
  const pages: (readonly string[])[] = [];
  const fetchEnough = async (): Promise<void> => {
    for await (const { items } of fetchPages(toReachable(octokit, repository, ref))) {
      pages.push(items);
      if (pages.length === MAX_PAGES || isEnough(toAncestors(pages))) break;
    }
  };
  // GitHub answers 409 for a repository without a commit.
  await orInstead(null, fetchEnough, hasStatus(409));
  return toAncestors(pages);
}

const Comparison = v.object({ status: v.string() });

interface AncestorQuery {
  readonly branch: string;
  readonly sha: string;
  /** The answer where GitHub does not know one of the two. By default the commit is not on the branch. */
  readonly ifUnknown?: boolean;
}

/** Whether a commit is on a branch, or among the ancestors of another commit. */
export async function fetchIsOnBranch(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  { branch, sha, ifUnknown = false }: AncestorQuery,
): Promise<boolean> {
  // The first page would have the patches of up to 300 files.
  const query = { owner, repo, basehead: `${branch}...${sha}`, per_page: 1, page: 2 };
  const compare = () => octokit.rest.repos.compareCommitsWithBasehead(query);
  const answer = await orInstead(null, compare, hasStatus(404));
  if (answer === null) return ifUnknown;
  const { status } = decode(Comparison, answer.data, 'Comparison of commits');
  return status === 'identical' || status === 'behind';
}

const AssociatedAnswer = v.object({
  number: v.number(),
  user: AccountAnswer,
  merged_at: v.nullish(v.string(), null),
  merge_commit_sha: v.nullish(v.string(), null),
  base: BaseAnswer,
});

/** A pull request that brought the commit in, or whose branch has it. */
interface AssociatedPull extends Pick<Pull, 'author' | 'baseBranch'> {
  readonly number: number;
  /** The time as GitHub writes it; null if it is not merged. */
  readonly mergedAt: string | null;
  /** The commit that the merge made, or GitHub’s temporary one; null if GitHub does not say. */
  readonly mergeCommitSha: string | null;
}

/** Rejects for a commit that GitHub does not know. */
export async function fetchPullsOf(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  sha: string,
): Promise<readonly AssociatedPull[]> {
  const pulls = await fetchList({
    item: AssociatedAnswer,
    what: 'Pull requests of the commit',
    fetchPage: (paging) =>
      octokit.rest.repos.listPullRequestsAssociatedWithCommit({ owner, repo, commit_sha: sha, ...paging }),
  });
  return pulls.map(({ number, user, merged_at: mergedAt, merge_commit_sha: mergeCommitSha, base }) => ({
    number,
    mergedAt,
    mergeCommitSha: mergeCommitSha?.toLowerCase() ?? null,
    author: user ?? null,
    baseBranch: base?.ref ?? null,
  }));
}

/** The merged pull request of a commit: first the one into `branch`, then the one merged first. Null: none. */
export async function findMergedPullRequestOf(
  octokit: Octokit,
  repository: RepositoryRef,
  { branch, sha }: { readonly branch: string; readonly sha: CommitSha },
): Promise<number | null> {
  // GitHub answers 422 for a commit that it does not have.
  const pulls = await orInstead([], () => fetchPullsOf(octokit, repository, sha), hasStatus(404, 422));
  const isInto = ({ baseBranch }: AssociatedPull): boolean => baseBranch === branch;
  const [first] = pulls
    .filter(({ mergedAt }) => mergedAt !== null)
    .sort((a, b) => Number(isInto(b)) - Number(isInto(a)) || compareMerged(a, b));
  return first?.number ?? null;
}

function compareMerged(a: AssociatedPull, b: AssociatedPull): number {
  return compareText(a.mergedAt ?? '', b.mergedAt ?? '') || a.number - b.number;
}
