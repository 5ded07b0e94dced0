// The nearest ancestors of a commit or a branch, as many as are needed.
import type { CommitSha } from '../judgement/identifiers.ts';
import type { RepositoryRef } from '../judgement/repository.ts';
import { fetchAncestorPage, MAX_PAGES, toAncestors } from '../github/commits.ts';
import type { Octokit } from '../github/octokit.ts';
import { PER_PAGE } from '../github/pages.ts';

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
