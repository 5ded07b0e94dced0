// What the lists of the service show, each asked for once, however many judgements need it.
import type { ServiceClient } from '../client/index.ts';
import { type Finding, uniqueById } from '../judgement/finding.ts';
import type { RepoId } from '../judgement/identifiers.ts';
import { sum } from '../judgement/lists.ts';
import { decideTally, type PendingFindings } from '../judgement/scan-results.ts';
import type { UsableScan } from '../judgement/scan.ts';
import type { Unverified } from '../judgement/unverified.ts';
import type { Clock } from '../net/clock.ts';
import { once } from '../net/once.ts';
import { fetchPending } from '../service/fetch-findings.ts';
import { fetchListedIds, fetchMissing, fetchScanList, type ScanList } from '../service/fetch-list-totals.ts';
import { unverifiedBy } from '../service/to-unverified.ts';

export interface ScanLists {
  /** The pending bugs of the repository. May reject. */
  fetchOfRepository(): Promise<PendingFindings>;
  /** The pending bugs of these scans together, and how many more they count. May reject. */
  fetchOfScans(scans: readonly UsableScan[]): Promise<PendingFindings>;
  /** The ids of the pending bugs that any of these scans lists. May reject. */
  fetchListed(scans: readonly UsableScan[]): Promise<ReadonlySet<string>>;
  /** How many bugs these scans count that none of their lists shows. May reject. */
  fetchMissing(scans: readonly UsableScan[]): Promise<number>;
  /** Why the first that could not be read could not be; null: all could. */
  findFault(): Unverified | null;
}

interface ScanListsSource {
  readonly service: ServiceClient;
  readonly repositoryId: RepoId;
  readonly clock: Pick<Clock, 'now'>;
  /** The pending bugs of the repository, where they were read already. */
  readonly findings?: PendingFindings;
}

/** Asks nothing yet. How many bugs are resolved and dismissed is asked only where lists may fall short. */
export function createScanLists(source: ScanListsSource): ScanLists {
  const { service, repositoryId, clock, findings } = source;
  let fault: Unverified | null = null;
  const ask = async <Answer>(question: Promise<Answer>): Promise<Answer> => {
    try {
      return await question;
    } catch (error) {
      fault ??= unverifiedBy(error);
      throw error;
    }
  };
  const lists = new Map<string, Promise<ScanList<Finding | null>>>();
  const fetchIds = once((scan: UsableScan) => ask(fetchListedIds(service, repositoryId, [scan])), toId);
  const fetchCount = once((scan: UsableScan) => ask(fetchMissing(service, repositoryId, scan)), toId);
  const fetchAll = once(async () => {
    const readAt = clock.now();
    const listed = await ask(fetchPending(service, repositoryId, null));
    return toPending(listed, { countedFrom: 'repository', missing: 0, readAt });
  });
  const fetchList = (scan: UsableScan): Promise<ScanList<Finding | null>> => {
    const asked = { repoId: repositoryId, scan };
    const list = lists.get(scan.id) ?? ask(fetchScanList(service, asked, fetchPending(service, repositoryId, scan)));
    lists.set(scan.id, list);
    return list;
  };
  return {
    fetchOfRepository: () => (findings === undefined ? fetchAll() : Promise.resolve(findings)),
    fetchOfScans: async (scans) => {
      const readAt = clock.now();
      const read = await Promise.all(scans.map(fetchList));
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
    findFault: () => fault,
  };
}

function toId({ id }: UsableScan): string {
  return id;
}

/** Nobody reads how many bugs are settled. */
function toPending(
  listed: readonly (Finding | null)[],
  known: Pick<PendingFindings, 'countedFrom' | 'missing' | 'readAt'>,
): PendingFindings {
  const findings = uniqueById(listed.filter((finding) => finding !== null));
  const tally = decideTally(findings, { resolved: 0, dismissed: 0 });
  return { kind: 'read', findings, tally, dismissed: { kind: 'read', findings: [] }, unlisted: 0, ...known };
}
