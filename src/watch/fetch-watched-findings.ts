// The pending bugs of a repository and of its new scans, whole or not at all.
import type { Bug, ServiceClient } from '../client/index.ts';
import type { Finding } from '../judgement/finding.ts';
import { countOf } from '../judgement/format.ts';
import { sum } from '../judgement/lists.ts';
import type { UsableScan } from '../judgement/scan.ts';
import { unverified, type Unverified } from '../judgement/unverified.ts';
import { fetchScanList, requireOurs, type ScanList } from '../service/fetch-list-totals.ts';
import { createInterner, type Intern, toFinding } from '../service/from-api.ts';
import { fetchWholeLists, type ListsQuery, MAX_REREADS } from '../service/reread-short-lists.ts';
import type { ScanFindings } from './new-findings.ts';

export interface WatchedFindings {
  /** Of the whole repository. */
  readonly open: readonly Finding[];
  /** Of each scan, in the order of the query. */
  readonly lists: readonly ScanFindings[];
}

/** The pause before lists that fall short are read again. */
const PAUSE_MS = 10_000;

/** The longest that lists which fall short are waited for. */
export const MAX_LISTS_WAIT_MS = MAX_REREADS * PAUSE_MS;

export type WatchedFindingsQuery = Omit<ListsQuery, 'pollIntervalMs'>;

/**
 * Reads all lists at once. Summaries and linked issues are not kept. Throws what the client throws.
 * @throws {Unverified} If the lists of scans stay short, or an answer cannot be true.
 */
export async function fetchWatchedFindings(
  service: ServiceClient,
  query: WatchedFindingsQuery,
): Promise<WatchedFindings> {
  const source = { service, query, intern: createInterner(), known: new Map<string, Finding>() };
  const [open, { lists, missing }] = await Promise.all([fetchWatched(source, null), fetchAllScanFindings(source)]);
  if (missing > 0) throw shortListsFault(missing);
  return { open: open.filter((finding) => finding !== null), lists };
}

interface ListSource {
  readonly service: ServiceClient;
  readonly query: WatchedFindingsQuery;
  readonly intern: Intern;
  /** By id: a bug that is in several lists is held once. */
  readonly known: Map<string, Finding>;
}

async function fetchAllScanFindings(
  source: ListSource,
): Promise<Pick<WatchedFindings, 'lists'> & Pick<ScanList<Finding>, 'missing'>> {
  const { service, query } = source;
  return await fetchWholeLists(service, { ...query, pollIntervalMs: PAUSE_MS }, async (scans) => {
    // What is read again may say more of a bug.
    source.known.clear();
    const lists = await Promise.all(
      scans.map(async (scan) => {
        const asked = { repoId: query.repositoryId, scan };
        const { listed, missing } = await fetchScanList(service, asked, fetchWatched(source, scan));
        return { scan, findings: listed.filter((finding) => finding !== null), missing };
      }),
    );
    return { lists, missing: sum(lists.map((list) => list.missing)) };
  });
}

/** An item for each listed bug; null for one that its review settles. Without a scan: of the repository. */
async function fetchWatched(
  { service, query: { repositoryId }, intern, known }: ListSource,
  scan: UsableScan | null,
): Promise<readonly (Finding | null)[]> {
  const select = (bug: Bug): Finding | null => {
    const finding = toFinding({ ...requireOurs(bug, repositoryId), ...LEFT_OUT }, intern);
    if (finding === null) return null;
    const first = known.get(finding.id);
    if (first?.foundAt === finding.foundAt) return first;
    known.set(finding.id, finding);
    return finding;
  };
  return await service.bugs.collect({ repoId: repositoryId, scanId: scan?.id, status: 'pending', select });
}

/** What no document of a watch shows, and ten thousand bugs need not hold. */
const LEFT_OUT = { summary: '', linkedIssues: [] } as const;

function shortListsFault(missing: number): Unverified {
  return unverified(
    'service-error',
    `${countOf(missing, 'bug', 'bugs')} that the new scans count ${missing === 1 ? 'is' : 'are'} in none of their lists, so it is not known what is new.`,
    [
      'Run this job again later: a scan can be complete a while before its bugs are listed.',
      'If it stays so, ask whoever runs the service why the lists of the scan are short.',
    ],
  );
}
