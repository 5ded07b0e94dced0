// The age of the judged scan, where it depends on which branch newer scans are of.
import type { CommitSha } from '../judgement/identifiers.ts';
import type { ScanAged, ScanFound } from '../judgement/scan-outcome.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';

/** Whether a commit is on the base branch, or why that is not known. */
export type FindIsOnBase = (sha: CommitSha) => Promise<boolean | Unverified>;

/** Asks for one commit after the other, newest first, since mostly the first is on the base branch. */
export async function resolveAged(
  { selected, commits, fault }: ScanAged,
  findIsOnBase: FindIsOnBase,
): Promise<ScanFound | Unverified> {
  for (const sha of commits) {
    const isOnBase = await findIsOnBase(sha);
    if (isUnverified(isOnBase)) return isOnBase.with({ selected });
    if (isOnBase) return { kind: 'found', selected };
  }
  return fault;
}
