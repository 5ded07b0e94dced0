// Sentences on scans that several documents share, as plain text.
import { formatDuration } from './format.ts';
import type { EpochMs } from './identifiers.ts';
import type { Report } from './report.ts';
import { toScanCommit } from './scan-line.ts';
import type { ScanMatch } from './scan-selection.ts';
import { type Scan, scanAgeMs, selectUnknownTypes } from './scan.ts';

const MATCHES: Readonly<Record<ScanMatch, string>> = {
  exact: 'a scan of this commit',
  ancestor: 'a scan of the nearest scanned ancestor',
  latest: 'the newest scan of the repository, perhaps of another branch',
};

/** What a value of `scan-match` means. */
export function toMatchSentence(match: ScanMatch): string {
  return MATCHES[match];
}

/** A warning for each type of `scan-types` that is probably misspelled; none without scans, which say nothing about types. */
export function toTypeWarnings(types: readonly string[], scans: readonly Scan[]): readonly string[] {
  if (scans.length === 0) return [];
  return selectUnknownTypes(types, scans).map(
    (type) =>
      `scan-types names ${JSON.stringify(type)}, but none of the scans that were read has this type. The service documents default and recentChanges.`,
  );
}

const MAX_RECENT_SCANS = 5;
const SCAN_REASONS: ReadonlySet<string> = new Set(['scan-failed', 'scan-timeout', 'stale-scan']);

/** The newest scans if none could be judged; otherwise empty. */
export function toRecentScans({ scan, recentScans, verdict }: Report): readonly Scan[] {
  const isWanted = scan === null || SCAN_REASONS.has(verdict.reason);
  return isWanted ? recentScans.slice(0, MAX_RECENT_SCANS) : [];
}

/** One scan in a list: commit, age, and status as the service wrote it; for the log. */
export function toScanAgeLine(scan: Scan, now: EpochMs): string {
  return `${toScanCommit(scan)}, ${formatDuration(scanAgeMs(scan, now))} old, ${scan.status ?? scan.state}`;
}
