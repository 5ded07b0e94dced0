// The history of open bugs, drawn as bars of letters.
import type { EpochMs } from '../judgement/identifiers.ts';
import { type Scan, scanEndMs } from '../judgement/scan.ts';
import { MAX_CHART_SCANS } from './limits.ts';

export interface ScanPoint {
  readonly at: EpochMs;
  readonly sha: string | null;
  readonly open: number;
}

/** A telephone has room for so many cells behind the numbers. */
const BAR_CELLS = 10;

/** The newest scans with counts, oldest first, at most 30. */
export function toScanPoints(newestFirst: readonly Scan[]): readonly ScanPoint[] {
  return newestFirst
    .flatMap((scan) =>
      scan.state === 'complete' && scan.counts !== null
        ? [{ at: scanEndMs(scan), sha: scan.sha, open: scan.counts.open }]
        : [],
    )
    .slice(0, MAX_CHART_SCANS)
    .reverse();
}

/** A bar of up to ten cells, scaled to `highest`; at least one cell if there is any bug. */
export function toBar(open: number, highest: number): string {
  if (open <= 0) return '';
  const cells = Math.max(1, Math.round((open / Math.max(1, highest)) * BAR_CELLS));
  return '█'.repeat(cells);
}
