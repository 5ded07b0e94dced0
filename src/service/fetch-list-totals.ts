// How many bugs the lists of a scan show, beside how many it counts. Throws what the client throws, and what `requireOurs` throws.
import type { Bug, BugQuery, ServiceClient } from '../client/index.ts';
import type { BugId, RepoId, ScanId } from '../judgement/identifiers.ts';
import { OTHER_REPOSITORY_ADVICE } from '../judgement/scan-outcome.ts';
import type { Tally } from '../judgement/scan-results.ts';
import { countMissing, type Scan, type UsableScan } from '../judgement/scan.ts';
import { unverified } from '../judgement/unverified.ts';

/** A scan's own count of bugs, and how many its lists have. */
export interface ListTotals {
  readonly scanId: ScanId;
  readonly counted: number;
  readonly listed: number;
}

/** How many bugs the scan counts that none of its lists shows. */
export async function fetchMissing(service: ServiceClient, repoId: RepoId, scan: UsableScan): Promise<number> {
  return scan.bugTotal === null ? 0 : countMissing(scan, await fetchListed(service, repoId, scan.id));
}

/** How many bugs of a scan are resolved or dismissed; without a scan, of the repository. */
export async function fetchSettled(
  service: ServiceClient,
  query: Pick<BugQuery, 'repoId' | 'scanId'>,
): Promise<Pick<Tally, 'resolved' | 'dismissed'>> {
  const [resolved, dismissed] = await Promise.all([
    fetchTotal(service, { ...query, status: 'resolved' }),
    fetchTotal(service, { ...query, status: 'dismissed' }),
  ]);
  return { resolved, dismissed };
}

async function fetchListed(service: ServiceClient, repoId: RepoId, scanId: ScanId): Promise<number> {
  const query = { repoId, scanId };
  const [pending, { resolved, dismissed }] = await Promise.all([
    fetchTotal(service, { ...query, status: 'pending' }),
    fetchSettled(service, query),
  ]);
  return pending + resolved + dismissed;
}

/** Asks for the totals of all three lists of each scan that counts its bugs; others are left out. */
export async function fetchListTotals(
  service: ServiceClient,
  repoId: RepoId,
  scans: readonly Scan[],
): Promise<readonly ListTotals[]> {
  const counting = scans.flatMap(({ id, bugTotal }) =>
    id === null || bugTotal === null ? [] : [{ scanId: id, counted: bugTotal }],
  );
  return await Promise.all(
    counting.map(async ({ scanId, counted }) => {
      const listed = await fetchListed(service, repoId, scanId);
      return { scanId, counted, listed };
    }),
  );
}

/** How many bugs a list has. */
async function fetchTotal(service: ServiceClient, query: BugQuery): Promise<number> {
  const { bugs, total } = await service.bugs.list({ ...query, limit: 1 });
  for (const bug of bugs) requireOurs(bug, query.repoId);
  return total;
}

/** The ids of the pending bugs that any of these scans lists. */
export async function fetchListedIds(
  service: ServiceClient,
  repoId: RepoId,
  scans: readonly UsableScan[],
): Promise<ReadonlySet<BugId>> {
  const select = (bug: Bug): BugId => requireOurs(bug, repoId).id;
  const lists = await Promise.all(
    scans.map(({ id: scanId }) => service.bugs.collect({ repoId, scanId, status: 'pending', select })),
  );
  return new Set(lists.flat());
}

/**
 * Returns the bug.
 * @throws {Unverified} If it is of another repository than the one asked for.
 */
export function requireOurs(bug: Bug, repositoryId: RepoId): Bug {
  if (bug.repoId === repositoryId) return bug;
  throw unverified(
    'service-error',
    `Asked for the bugs of \`${repositoryId}\`, the service sent \`${bug.id}\` of \`${bug.repoId}\`.`,
    OTHER_REPOSITORY_ADVICE,
  );
}
