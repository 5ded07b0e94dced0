// The scan that confirms what people marked as resolved: the newest full one of the default branch that says what it found.
import type { ServiceClient } from '../client/index.ts';
import { fetchAncestorsUntil } from '../github/commits.ts';
import type { Octokit } from '../github/octokit.ts';
import { fetchRepository } from '../github/repository.ts';
import type { EpochMs, RepoId, RepositoryRef } from '../judgement/identifiers.ts';
import { isComplete, isFullScan, type Scan } from '../judgement/scan.ts';
import { fetchFoundBugs } from '../service/reviewed-bugs.ts';
import type { BranchScan } from './look-again.ts';

/** Our own limit: the lists of so many scans are read. */
const MAX_READ = 3;

export interface BranchScanQuery {
  readonly repositoryId: RepoId;
  readonly scans: readonly Scan[];
  /** The time of the first review that a scan should confirm; null: there is none, so that nobody is asked. */
  readonly since: EpochMs | null;
}

/**
 * Gives null if there was no such scan since then, as far as the newest 250 commits tell. A scan that lists no bug from before it
 * confirms nothing: its service may list no bug twice.
 */
export async function fetchBranchScan(
  { service, github }: { readonly service: ServiceClient; readonly github: Octokit },
  repository: RepositoryRef,
  { repositoryId, scans, since }: BranchScanQuery,
): Promise<BranchScan | null> {
  const candidates = scans
    .filter(isComplete)
    .filter((scan) => since !== null && isFullScan(scan) && scan.startedAt >= since)
    .toSorted((a, b) => b.startedAt - a.startedAt);
  if (candidates.length === 0) return null;
  const { defaultBranch } = await fetchRepository(github, repository);
  const isOfScan = (sha: string): boolean => candidates.some((scan) => scan.sha === sha);
  const commits = await fetchAncestorsUntil(github, repository, {
    // A tag may have the same name.
    ref: `refs/heads/${defaultBranch}`,
    isEnough: (nearest) => nearest.some(isOfScan),
  });
  const ofBranch = candidates.filter(({ sha }) => sha !== null && commits.includes(sha));
  for (const { id, startedAt } of ofBranch.slice(0, MAX_READ)) {
    const found = await fetchFoundBugs(service, { repoId: repositoryId, scanId: id });
    if (found.some(({ foundAt }) => foundAt < startedAt)) {
      return { startedAt, listed: new Set(found.map((bug) => bug.id)) };
    }
  }
  return null;
}
