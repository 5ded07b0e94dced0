// What the lists of the service show, each asked for once, however many judgements need it.
import type { ServiceClient } from '../client/index.ts';
import type { Finding } from '../judgement/finding.ts';
import { sum } from '../judgement/format.ts';
import type { RepoId } from '../judgement/identifiers.ts';
import { decideTally, type PendingFindings } from '../judgement/scan-results.ts';
import { countMissing, type UsableScan } from '../judgement/scan.ts';
import type { Clock } from '../net/clock.ts';
import { once } from '../net/once.ts';
import { fetchPending } from '../service/fetch-findings.ts';
import { fetchListedIds, fetchMissing, fetchSettled } from '../service/fetch-list-totals.ts';

export interface ScanLists {
  /** The pending bugs of the repository. May reject. */
  fetchOfRepository(): Promise<PendingFindings>;
  /** The pending bugs of these scans together, and how many more they count. May reject. */
  fetchOfScans(scans: readonly UsableScan[]): Promise<PendingFindings>;
  /** The ids of the pending bugs that any of these scans lists. May reject. */
  fetchListed(scans: readonly UsableScan[]): Promise<ReadonlySet<string>>;
  /** How many bugs these scans count that none of their lists shows. May reject. */
  fetchMissing(scans: readonly UsableScan[]): Promise<number>;
}

export interface ScanListsSource {
  readonly service: ServiceClient;
  readonly repositoryId: RepoId;
  readonly clock: Pick<Clock, 'now'>;
  /** The pending bugs of the repository, where they were read already. */
  readonly findings?: PendingFindings;
}

/** What one scan lists. */
interface ScanList {
  readonly listed: readonly (Finding | null)[];
  readonly missing: number;
}

/** Asks nothing yet. How many bugs are resolved and dismissed is asked only where lists may fall short. */
export function createScanLists(source: ScanListsSource): ScanLists {
  const { service, repositoryId, clock, findings } = source;
  const lists = new Map<string, Promise<ScanList>>();
  const fetchIds = once((scan: UsableScan) => fetchListedIds(service, repositoryId, [scan]), toId);
  const fetchCount = once((scan: UsableScan) => fetchMissing(service, repositoryId, scan), toId);
  const fetchAll = once(async () => {
    const readAt = clock.now();
    const listed = await fetchPending(service, repositoryId, null);
    return toPending(listed, { countedFrom: 'repository', missing: 0, readAt });
  });
  const fetchList = async (scan: UsableScan): Promise<ScanList> => {
    const [listed, settled] = await Promise.all([
      fetchPending(service, repositoryId, scan),
      scan.bugTotal === null ? NONE_SETTLED : fetchSettled(service, { repoId: repositoryId, scanId: scan.id }),
    ]);
    return { listed, missing: countMissing(scan, listed.length + settled.resolved + settled.dismissed) };
  };
  const listOf = (scan: UsableScan): Promise<ScanList> => {
    const list = lists.get(scan.id) ?? fetchList(scan);
    lists.set(scan.id, list);
    return list;
  };
  return {
    fetchOfRepository: () => (findings === undefined ? fetchAll() : Promise.resolve(findings)),
    fetchOfScans: async (scans) => {
      const readAt = clock.now();
      const read = await Promise.all(scans.map(listOf));
      const missing = sum(read.map((list) => list.missing));
      return toPending(
        read.flatMap(({ listed }) => listed),
        { countedFrom: 'scan', missing, readAt },
      );
    },
    fetchListed: async (scans) => {
      const found = await Promise.all(
        scans.map(async (scan) => {
          const list = await lists.get(scan.id);
          return list === undefined ? await fetchIds(scan) : list.listed.flatMap((each) => each?.id ?? []);
        }),
      );
      return new Set(found.flatMap((ids) => [...ids]));
    },
    fetchMissing: async (scans) => {
      const missing = await Promise.all(
        scans.map(async (scan) => (await lists.get(scan.id))?.missing ?? (await fetchCount(scan))),
      );
      return sum(missing);
    },
  };
}

function toId({ id }: UsableScan): string {
  return id;
}

const NONE_SETTLED = { resolved: 0, dismissed: 0 };

/** Nobody reads how many bugs are settled. */
function toPending(
  listed: readonly (Finding | null)[],
  known: Pick<PendingFindings, 'countedFrom' | 'missing' | 'readAt'>,
): PendingFindings {
  const pending = listed.filter((finding) => finding !== null);
  const findings = [...new Map(pending.map((finding) => [finding.id, finding])).values()];
  const tally = decideTally(findings, NONE_SETTLED);
  return { kind: 'read', findings, tally, dismissed: { kind: 'read', findings: [] }, unlisted: 0, ...known };
}
