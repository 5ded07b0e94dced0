// How many bugs the lists of a scan show, beside how many it counts. Throws what the client throws, and what `requireOurs` throws.
import type { Bug, BugQuery, ServiceClient } from '../client/index.ts';
import type { RepoId, ScanId } from '../judgement/identifiers.ts';
import { countMissing, type UsableScan } from '../judgement/scan.ts';
import type { Tally } from '../judgement/tally.ts';
import { Unverified } from '../judgement/unverified.ts';

/** The pending bugs that a scan lists, and how many bugs it counts that none of its lists shows. */
export interface ScanList<Item> {
  readonly listed: readonly Item[];
  readonly missing: number;
}

/** Waits for the list, and asks beside it how many bugs are settled where the scan counts its bugs. */
export async function fetchScanList<Item>(
  service: ServiceClient,
  { repoId, scan }: { readonly repoId: RepoId; readonly scan: UsableScan },
  pending: Promise<readonly Item[]>,
): Promise<ScanList<Item>> {
  const asked = scan.bugTotal === null ? NONE_SETTLED : fetchSettled(service, { repoId, scanId: scan.id });
  const [listed, { resolved, dismissed }] = await Promise.all([pending, asked]);
  return { listed, missing: countMissing(scan, listed.length + resolved + dismissed) };
}

const NONE_SETTLED = { resolved: 0, dismissed: 0 };

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

/** How many bugs of any status a scan lists. */
export async function fetchListedCount(service: ServiceClient, repoId: RepoId, scanId: ScanId): Promise<number> {
  const query = { repoId, scanId };
  const [pending, { resolved, dismissed }] = await Promise.all([
    fetchTotal(service, { ...query, status: 'pending' }),
    fetchSettled(service, query),
  ]);
  return pending + resolved + dismissed;
}

export async function fetchTotal(service: ServiceClient, query: BugQuery): Promise<number> {
  const { bugs, total } = await service.bugs.list({ ...query, limit: 1 });
  for (const bug of bugs) requireOurs(bug, query.repoId);
  return total;
}

/**
 * Makes sure of the repository of a bug.
 * @throws {Unverified} If it is of another repository than the one asked for.
 */
export function requireOurs(bug: Bug, repositoryId: RepoId): Bug {
  if (bug.repoId === repositoryId) return bug;
  throw new Unverified({
    kind: 'other-repository',
    said: `Asked for the bugs of \`${repositoryId}\`, the service sent \`${bug.id}\` of \`${bug.repoId}\`.`,
  });
}
