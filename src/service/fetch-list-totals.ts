// How many bugs the lists of a scan show, beside how many it counts.
import type { ServiceClient } from '../client/index.ts';
import type { RepoId, ScanId } from '../domain/identifiers.ts';
import type { Scan } from '../domain/scan.ts';
import type { Unverified } from '../domain/unverified.ts';
import { fetchTotal } from './bug-lists.ts';
import { unverifiedBy } from './unverified-by.ts';

export interface ListTotals {
  readonly scanId: ScanId;
  readonly counted: number;
  readonly listed: number;
}

const STATES = ['pending', 'resolved', 'dismissed'] as const;

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
        const totals = await Promise.all(
          STATES.map((status) => fetchTotal(service, { repoId, scanId, status })),
        );
        return { scanId, counted, listed: totals.reduce((sum, total) => sum + total, 0) };
      }),
    );
  } catch (error) {
    return unverifiedBy(error);
  }
}
