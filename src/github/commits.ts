// The ancestors of a commit.
import * as v from 'valibot';
import { compareText } from '../judgement/finding.ts';
import { type CommitSha, parseCommitSha, type RepositoryRef } from '../judgement/identifiers.ts';
import { fetchComparison } from './comparison.ts';
import { decode, readFailure } from './failure.ts';
import type { Octokit } from './octokit.ts';
import { PER_PAGE } from './pages.ts';

/** How many commits back we search for an ancestor. */
export const MAX_ANCESTORS = 250;

const Commits = v.array(v.object({ sha: v.string() }));

/** The commit and its ancestors, in GitHub's order, nearest first; at most 250. */
export async function fetchAncestors(
  octokit: Octokit,
  repository: RepositoryRef,
  sha: CommitSha,
): Promise<readonly CommitSha[]> {
  const pages = Array.from({ length: MAX_PAGES }, (_, index) =>
    fetchAncestorPage(octokit, repository, { ref: sha, page: index + 1 }),
  );
  return toAncestors(await Promise.all(pages));
}

/** How many pages those are. */
const MAX_PAGES = Math.ceil(MAX_ANCESTORS / PER_PAGE);

/** One page of the commits that are reachable from a commit or a branch, in GitHub's order. */
async function fetchAncestorPage(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  { ref, page }: { readonly ref: string; readonly page: number },
): Promise<readonly string[]> {
  const query = { owner, repo, sha: ref, per_page: PER_PAGE, page };
  const { data } = await octokit.rest.repos.listCommits(query);
  return decode(Commits, data, 'Commits').map(({ sha }) => sha);
}

/** The commits of pages that follow one another, each once; at most 250. */
function toAncestors(pages: readonly (readonly string[])[]): readonly CommitSha[] {
  const ancestors = pages.flat().flatMap((sha) => parseCommitSha(sha) ?? []);
  // A server without paging sends the first page three times; the first of equal commits is the nearest.
  return [...new Set(ancestors)].slice(0, MAX_ANCESTORS);
}

/**
 * The commit and its ancestors, nearest first, at most 250, page by page until `isEnough`: fewer requests than
 * `fetchAncestors`, where nobody waits.
 */
export async function fetchAncestorsUntil(
  octokit: Octokit,
  repository: RepositoryRef,
  { ref, isEnough }: AncestorSearch,
): Promise<readonly CommitSha[]> {
  const pages: (readonly string[])[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const found = await fetchAncestorPage(octokit, repository, { ref, page });
    pages.push(found);
    if (found.length < PER_PAGE || isEnough(toAncestors(pages))) break;
  }
  return toAncestors(pages);
}

export interface AncestorSearch {
  readonly ref: string;
  readonly isEnough: (nearest: readonly CommitSha[]) => boolean;
}

/** Whether a commit is on a branch, that is, the branch has it among its ancestors. A commit that GitHub does not know is not. */
export async function fetchIsOnBranch(
  octokit: Octokit,
  repository: RepositoryRef,
  { branch, sha }: { readonly branch: string; readonly sha: CommitSha },
): Promise<boolean> {
  try {
    const status = await fetchComparison(octokit, repository, `${branch}...${sha}`);
    return status === 'identical' || status === 'behind';
  } catch (error) {
    if (readFailure(error).status === 404) return false;
    throw error;
  }
}

const MergedPulls = v.array(
  v.object({
    number: v.number(),
    merged_at: v.nullish(v.string(), null),
    base: v.nullish(v.object({ ref: v.nullish(v.string(), null) })),
  }),
);

/** The merged pull request that a commit came with, the one into `branch` first, then the one merged first; null: there is none. */
export async function findMergedPullRequestOf(
  octokit: Octokit,
  { owner, repo }: RepositoryRef,
  { branch, sha }: { readonly branch: string; readonly sha: CommitSha },
): Promise<number | null> {
  try {
    const { data } = await octokit.rest.repos.listPullRequestsAssociatedWithCommit({
      owner,
      repo,
      commit_sha: sha,
      per_page: PER_PAGE,
    });
    const merged = decode(MergedPulls, data, 'Pull requests of the commit')
      .filter((pull) => pull.merged_at !== null)
      .map((pull) => ({ ...pull, isInto: pull.base?.ref === branch }))
      .sort((a, b) => Number(b.isInto) - Number(a.isInto) || compareMerged(a, b));
    return merged[0]?.number ?? null;
  } catch (error) {
    if (isUnknown(error)) return null;
    throw error;
  }
}

function compareMerged(
  a: { readonly number: number; readonly merged_at: string | null },
  b: { readonly number: number; readonly merged_at: string | null },
): number {
  return compareText(a.merged_at ?? '', b.merged_at ?? '') || a.number - b.number;
}

/** GitHub answers 422 for a commit that it does not have. */
function isUnknown(error: unknown): boolean {
  const { status } = readFailure(error);
  return status === 404 || status === 422;
}
