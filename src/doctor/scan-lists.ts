// What the lists of judged scans show, each asked for once, however many pull requests need it.
import type { ServiceClient } from '../client/index.ts';
import type { RepoId } from '../judgement/identifiers.ts';
import type { UsableScan } from '../judgement/scan.ts';
import { fetchListedIds, fetchMissing } from '../service/fetch-list-totals.ts';
import { once } from './pull-material.ts';

export interface ScanLists {
  /** The ids of the pending bugs that any of these scans lists. May reject. */
  fetchListed(scans: readonly UsableScan[]): Promise<ReadonlySet<string>>;
  /** How many bugs these scans count that none of their lists shows. May reject. */
  fetchMissing(scans: readonly UsableScan[]): Promise<number>;
}

/** Asks nothing yet. */
export function createScanLists(service: ServiceClient, repositoryId: RepoId): ScanLists {
  const fetchIds = once((_: string, scan: UsableScan) => fetchListedIds(service, repositoryId, [scan]));
  const fetchCount = once((_: string, scan: UsableScan) => fetchMissing(service, repositoryId, scan));
  return {
    fetchListed: async (scans) => {
      const lists = await Promise.all(scans.map((scan) => fetchIds(scan.id, scan)));
      return new Set(lists.flatMap((ids) => [...ids]));
    },
    fetchMissing: async (scans) => {
      const counts = await Promise.all(scans.map((scan) => fetchCount(scan.id, scan)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}
