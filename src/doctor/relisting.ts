// Measures on the last full scans of the default branch whether the service lists its bugs again in every scan.
import { isServiceError, type ServiceClient } from '../client/index.ts';
import type { BugId, CommitSha, EpochMs, RepoId } from '../judgement/identifiers.ts';
import { isComplete, isFullScan, type Scan, type ScanHistory, type UsableScan } from '../judgement/scan.ts';
import { requireOurs } from '../service/fetch-list-totals.ts';
import type { DoctorInputs } from './inputs.ts';
import type { RecentPull } from './recent-pulls.ts';

export interface Relisting {
  /** So many scans were compared. */
  readonly scans: number;
  /** Two of them or more list so many pending bugs. */
  readonly listedTwice: number;
  /** One of them leaves out so many pending bugs that had been found, and that a later one lists. */
  readonly missed: number;
}

/** Each pending bug that a scan lists has the time at which it was found. */
export interface ListedScan {
  readonly startedAt: EpochMs;
  readonly bugs: ReadonlyMap<BugId, EpochMs>;
}

const MAX_SCANS = 20;

/** Reads the list of each; a list that the service no longer has says nothing. Throws what the client throws. */
export async function fetchRelisting(
  service: ServiceClient,
  repoId: RepoId,
  scans: readonly UsableScan[],
): Promise<Relisting> {
  const lists = await Promise.all(scans.map((scan) => fetchList(service, repoId, scan)));
  return decideRelisting(lists.filter((list) => list !== null));
}

export function selectRelisted(scans: readonly Scan[], branchCommits: ReadonlySet<CommitSha>): readonly UsableScan[] {
  return scans
    .filter(isComplete)
    .filter((scan) => isFullScan(scan) && scan.sha !== null && branchCommits.has(scan.sha))
    .slice(0, MAX_SCANS);
}

async function fetchList(
  service: ServiceClient,
  repoId: RepoId,
  { id: scanId, startedAt }: UsableScan,
): Promise<ListedScan | null> {
  try {
    const bugs = await service.bugs.collect({
      ...{ repoId, scanId, status: 'pending' },
      select: (bug) => [requireOurs(bug, repoId).id, bug.createdAt] as const,
    });
    return { startedAt, bugs: new Map(bugs) };
  } catch (error) {
    if (isServiceError(error) && error.status === 404) return null;
    throw error;
  }
}

export function decideRelisting(lists: readonly ListedScan[]): Relisting {
  const listed = new Map<BugId, readonly ListedScan[]>();
  for (const list of lists) for (const id of list.bugs.keys()) listed.set(id, [...(listed.get(id) ?? []), list]);
  const isMissed = ([id, by]: readonly [BugId, readonly ListedScan[]]): boolean => {
    const lastAt = Math.max(...by.map(({ startedAt }) => startedAt));
    const foundAt = by[0]?.bugs.get(id) ?? lastAt;
    return lists.some((list) => !by.includes(list) && list.startedAt > foundAt && list.startedAt < lastAt);
  };
  return {
    scans: lists.length,
    listedTwice: [...listed.values()].filter((by) => by.length > 1).length,
    missed: [...listed].filter(isMissed).length,
  };
}

export const ENOUGH_BUGS = 20;

export interface RelistingFacts {
  readonly settings: Pick<DoctorInputs, 'scanTypes'>;
  readonly history: ScanHistory;
  readonly pulls: readonly RecentPull[];
  /** It is null if it is not known. */
  readonly relisting: Relisting | null;
  /** What the newest scans count, and how much of it their lists show; null: it is not known. */
  readonly lists: readonly { readonly counted: number; readonly listed: number }[] | null;
}

/**
 * Lets the gate count from the scan alone if no bug was ever missed, no list falls short of what its scan counts, and half of
 * the heads or more have a full scan of their own. A partial scan, or one that stands in, leaves out what it did not look at.
 */
export function decideListsAgain(facts: RelistingFacts): boolean {
  const { settings, history, pulls, relisting, lists } = facts;
  const { scanTypes } = settings;
  if (relisting === null || relisting.missed > 0 || relisting.listedTwice < ENOUGH_BUGS) return false;
  if (lists?.some(({ counted, listed }) => listed < counted) === true) return false;
  const full = new Set(history.scans.filter((scan) => isComplete(scan) && isFullScan(scan)).map(({ sha }) => sha));
  const scanned = pulls.filter(({ headSha }) => full.has(headSha));
  return scanTypes.every((type) => type === 'default') && scanned.length > 0 && scanned.length * 2 >= pulls.length;
}
