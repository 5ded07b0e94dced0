// Lists that show fewer bugs than their scans count: read again, since a scan is often complete a moment before its bugs are listed.
import type { ServiceClient } from '../client/index.ts';
import { countOf } from '../judgement/format.ts';
import type { RepoId, ScanId } from '../judgement/identifiers.ts';
import type { UsableScan } from '../judgement/scan.ts';
import type { Clock } from '../net/clock.ts';
import { toScan } from '../service/from-api.ts';

export interface ListsQuery {
  readonly repositoryId: RepoId;
  readonly scans: readonly UsableScan[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/** How often lists that fall short are read again, and the pause before. */
const MAX_REREADS = 3;
const PAUSE_MS = 10_000;
/** The longest that lists which fall short are waited for. */
export const MAX_LISTS_WAIT_MS = MAX_REREADS * PAUSE_MS;

/** Where lists fall short, all are read again, three times at most; after that `missing` says how many bugs are not listed. */
export async function fetchWholeLists<Lists extends { readonly missing: number }>(
  service: ServiceClient,
  query: ListsQuery,
  fetchLists: (scans: readonly UsableScan[]) => Promise<Lists>,
): Promise<Lists> {
  let { scans } = query;
  for (let rereads = 0; ; rereads += 1) {
    const lists = await fetchLists(scans);
    if (lists.missing === 0 || rereads === MAX_REREADS) return lists;
    const counts = scans.length > 1 ? 'The scans count' : 'The scan counts';
    const more = countOf(lists.missing, 'more bug', 'more bugs');
    query.log(`${counts} ${more} than the service lists; the lists are read again.`);
    await query.clock.wait(PAUSE_MS, query.signal);
    scans = await fetchScansAgain(service, { ...query, scans });
  }
}

/** The scans as they are counted now; one that the service lists no more stays as it was. */
async function fetchScansAgain(
  service: ServiceClient,
  { repositoryId, scans, signal }: ListsQuery,
): Promise<readonly UsableScan[]> {
  const wanted = new Map<ScanId, UsableScan>(scans.map((scan) => [scan.id, scan]));
  let left = wanted.size;
  for await (const listed of service.scans.iterate({ repoId: repositoryId }, { signal })) {
    const scan = toScan(listed);
    const before = scan.id === null ? undefined : wanted.get(scan.id);
    if (before === undefined) continue;
    // A count that is left out now does not make the lists whole.
    wanted.set(before.id, { ...scan, id: before.id, bugTotal: scan.bugTotal ?? before.bugTotal });
    left -= 1;
    if (left === 0) break;
  }
  return [...wanted.values()];
}
