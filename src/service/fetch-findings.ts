// The pending bugs, whole or not at all, and how many are settled.
import type { Bug, ServiceClient } from '../client/index.ts';
import { type DismissedFinding, type Finding, uniqueById } from '../judgement/finding.ts';
import type { EpochMs, RepoId } from '../judgement/identifiers.ts';
import { sum } from '../judgement/lists.ts';
import { type Counting, decideTally, type DismissedFindings, type PendingFindings } from '../judgement/scan-results.ts';
import { countMissing, mayStillList, type UsableScan } from '../judgement/scan.ts';
import { isUnverified } from '../judgement/unverified.ts';
import { capture } from '../net/abort.ts';
import { fetchMissing, fetchSettled, requireOurs } from './fetch-list-totals.ts';
import { createInterner, toDismissedFinding, toFinding } from './from-api.ts';
import { fetchWholeLists, type ListsQuery } from './reread-short-lists.ts';
import { unverifiedBy } from './to-unverified.ts';

export interface FindingsQuery extends ListsQuery, Counting {
  /** The scans that are judged together: their bugs are counted, or those of the repository. */
  readonly scans: readonly UsableScan[];
  /** Whether to read the dismissed bugs, not only count them. */
  readonly wantsDismissed: boolean;
}

/**
 * Reads all pending bugs and the counts of the settled ones at the same time, again while lists fall short.
 * Throws what the client throws.
 * @throws {Unverified} For an answer that cannot be true.
 */
export async function fetchFindings(service: ServiceClient, query: FindingsQuery): Promise<PendingFindings> {
  return await fetchWholeLists(service, query, (scans) => fetchOnce(service, { ...query, scans }));
}

async function fetchOnce(service: ServiceClient, query: FindingsQuery): Promise<PendingFindings> {
  const readAt = query.clock.now();
  const sources = toSources(query);
  const [lists, beside, dismissed] = await Promise.all([
    Promise.all(sources.map((source) => fetchSource(service, query, source))),
    query.countFrom === 'repository' && query.comparesLists
      ? Promise.all(query.scans.map((scan) => fetchBeside(service, query, { scan, now: readAt })))
      : [],
    fetchDismissed(service, query, sources),
  ]);
  const findings = uniqueById(lists.flatMap(({ pending }) => pending));
  const settled = {
    resolved: sum(lists.map(({ resolved }) => resolved)),
    dismissed: sum(lists.map((list) => list.dismissed)),
  };
  return {
    kind: 'read',
    findings,
    tally: decideTally(findings, settled),
    dismissed,
    countedFrom: query.countFrom,
    missing: sum([...lists, ...beside].map(({ missing }) => missing)),
    unlisted: sum(beside.map(({ unlisted }) => unlisted)),
    readAt,
  };
}

/** A set of lists: of one scan, or of the whole repository (null). */
type ScanOrRepository = UsableScan | null;

function toSources({ countFrom, scans }: FindingsQuery): readonly ScanOrRepository[] {
  return countFrom === 'scan' ? scans : [null];
}

interface SourceFindings {
  readonly pending: readonly Finding[];
  readonly resolved: number;
  readonly dismissed: number;
  /** How many bugs the scan counts that none of its lists shows. */
  readonly missing: number;
}

async function fetchSource(
  service: ServiceClient,
  query: FindingsQuery,
  source: ScanOrRepository,
): Promise<SourceFindings> {
  const { repositoryId: repoId } = query;
  const [listed, { resolved, dismissed }] = await Promise.all([
    fetchPending(service, repoId, source),
    fetchSettled(service, { repoId, scanId: source?.id }),
  ]);
  const counts = source?.counts ?? null;
  return {
    pending: listed.filter((finding) => finding !== null),
    resolved: counts?.resolved ?? resolved,
    dismissed: counts?.dismissed ?? dismissed,
    missing: source === null ? 0 : countMissing(source, listed.length + resolved + dismissed),
  };
}

/**
 * What the lists of a scan lack that is not counted from: soon after its end its bugs may be missing from the repository's
 * list too. Later it is only worth a notice, so failing to read them then does not matter.
 */
async function fetchBeside(
  service: ServiceClient,
  { repositoryId }: FindingsQuery,
  { scan, now }: { readonly scan: UsableScan; readonly now: EpochMs },
): Promise<Pick<PendingFindings, 'missing' | 'unlisted'>> {
  const asked = fetchMissing(service, repositoryId, scan);
  if (mayStillList(scan, now)) return { missing: await asked, unlisted: 0 };
  const read = await capture(asked);
  if (read.status === 'fulfilled') return { missing: 0, unlisted: read.value };
  // If the service answers for another repository, the bugs that count cannot be trusted either.
  if (isUnverified(read.reason)) throw read.reason;
  return { missing: 0, unlisted: 0 };
}

/**
 * The pending bugs that a scan lists, or the repository (null): an item for each, null for one that its review settles.
 * Throws what the client and `requireOurs` throw.
 */
export async function fetchPending(
  service: ServiceClient,
  repositoryId: RepoId,
  source: UsableScan | null,
): Promise<readonly (Finding | null)[]> {
  const intern = createInterner();
  const select = (bug: Bug): Finding | null => toFinding(requireOurs(bug, repositoryId), intern);
  return await service.bugs.collect({ repoId: repositoryId, scanId: source?.id, status: 'pending', select });
}

async function fetchDismissed(
  service: ServiceClient,
  query: FindingsQuery,
  sources: readonly ScanOrRepository[],
): Promise<DismissedFindings> {
  if (!query.wantsDismissed) return { kind: 'read', findings: [] };
  const { repositoryId: repoId } = query;
  const select = (bug: Bug): DismissedFinding | null => toDismissedFinding(requireOurs(bug, repoId));
  try {
    const lists = await Promise.all(
      sources.map((source) => service.bugs.collect({ repoId, scanId: source?.id, status: 'dismissed', select })),
    );
    const found = lists.flat().filter((finding) => finding !== null);
    return { kind: 'read', findings: uniqueById(found) };
  } catch (error) {
    // If the service answers for another repository, its pending bugs cannot be trusted either.
    if (isUnverified(error)) throw error;
    return unverifiedBy(error);
  }
}
