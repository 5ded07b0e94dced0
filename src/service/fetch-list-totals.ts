// How many bugs the lists of a scan show, beside how many it counts.
import type { ServiceClient } from '../client/index.ts';
import type { RepoId, ScanId } from '../judgement/identifiers.ts';
import type { Scan, UsableScan } from '../judgement/scan.ts';
import type { Unverified } from '../judgement/unverified.ts';
import { fetchTotal } from './bug-lists.ts';
import { unverifiedBy } from './to-unverified.ts';

export interface ListTotals {
  readonly scanId: ScanId;
  readonly counted: number;
  readonly listed: number;
}

const STATES = ['pending', 'resolved', 'dismissed'] as const;

/** How many bugs the scan counts that none of its lists shows. Throws what the client throws, and an UnbelievableAnswerError. */
export async function fetchMissing(
  service: ServiceClient,
  repoId: RepoId,
  { id, bugTotal }: UsableScan,
): Promise<number> {
  if (bugTotal === null) return 0;
  return Math.max(0, bugTotal - (await fetchListed(service, repoId, id)));
}

async function fetchListed(
  service: ServiceClient,
  repoId: RepoId,
  scanId: ScanId,
): Promise<number> {
  const totals = await Promise.all(
    STATES.map((status) => fetchTotal(service, { repoId, scanId, status })),
  );
  return totals.reduce((sum, total) => sum + total, 0);
}

/** Asks for the totals of all three lists of each scan that counts its bugs; others are left out. */
export async function fetchListTotals(
  service: ServiceClient,
  repoId: RepoId,
  scans: readonly Scan[],
): Promise<readonly ListTotals[] | Unverified> {
  const counting = scans.flatMap(({ id, bugTotal }) =>
    id === null || bugTotal === null ? [] : [{ scanId: id, counted: bugTotal }],
  );
  try {
    return await Promise.all(
      counting.map(async ({ scanId, counted }) => {
        const listed = await fetchListed(service, repoId, scanId);
        return { scanId, counted, listed };
      }),
    );
  } catch (error) {
    return unverifiedBy(error);
  }
}
