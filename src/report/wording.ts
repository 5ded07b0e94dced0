// The sentences that several documents share, as plain text: headline, thresholds, scan, dates.
import { countOf, formatCount, formatDuration, formatTime } from '../domain/format.ts';
import { toShortSha, type EpochMs } from '../domain/identifiers.ts';
import { scanAgeMs, type Scan } from '../domain/scan.ts';
import type { ScanMatch } from '../domain/scan-selection.ts';
import type { Threshold, ThresholdName } from '../domain/threshold.ts';
import type { UnverifiedReason } from '../domain/verdict.ts';
import type { Report } from './report.ts';

const UNVERIFIED: Readonly<Record<UnverifiedReason, string>> = {
  'no-scan': 'there is no scan of this commit',
  'scan-failed': 'the scan of this commit failed',
  'scan-timeout': 'the scan of this commit has not finished in time',
  'stale-scan': 'the scan is too old or dated in the future',
  superseded: 'the pull request has newer commits',
  'service-error': 'the service could not be read',
  'github-error': 'GitHub could not be read',
  'no-credentials': 'there is no API key',
  'invalid-input': 'an input is not right',
  unauthorized: 'the API key was refused',
  'repository-not-found': 'the service does not know this repository',
};

const COUNTED: Readonly<Record<ThresholdName, readonly [one: string, many: string]>> = {
  'max-security-bugs': ['pending security bug', 'pending security bugs'],
  'max-bugs': ['pending bug', 'pending bugs'],
};

const MATCHES: Readonly<Record<ScanMatch, string>> = {
  exact: 'of this very commit',
  ancestor: 'of an ancestor of this commit',
  latest: 'the newest of the repository, maybe of another branch',
};

/** The verdict and why, such as `failed: 4 pending security bugs, 0 allowed`. */
export function toHeadline(report: Report): string {
  const { verdict } = report;
  switch (verdict.kind) {
    case 'passed':
      return `passed: ${toWithinSentence(verdict.thresholds)}`;
    case 'failed':
      return `failed: ${verdict.thresholds
        .filter((t) => t.exceeded)
        .map(toThresholdSentence)
        .join('; ')}`;
    case 'unverified':
      return `unverified (${verdict.reason}): ${UNVERIFIED[verdict.reason]}`;
  }
}

/** Only the thresholds that have a limit. */
function toWithinSentence(thresholds: readonly Threshold[]): string {
  const held = thresholds.filter(({ limit }) => limit !== 'off').map(toThresholdSentence);
  return held.length === 0 ? 'no threshold is set' : held.join('; ');
}

/** For example `4 pending security bugs, 0 allowed`. */
function toThresholdSentence(threshold: Threshold): string {
  const { name, count, limit } = threshold;
  const allowed = limit === 'off' ? 'no limit' : `${formatCount(limit)} allowed`;
  return `${countOf(count, ...COUNTED[name])}, ${allowed}`;
}

/** What a value of `scan-match` means. */
export function toMatchSentence(match: ScanMatch): string {
  return MATCHES[match];
}

const MAX_RECENT_SCANS = 5;
const SCAN_REASONS: ReadonlySet<string> = new Set(['scan-failed', 'scan-timeout', 'stale-scan']);

/** The newest scans if none could be judged; otherwise empty. */
export function toRecentScans({ scan, recentScans, verdict }: Report): readonly Scan[] {
  const isWanted = scan === null || SCAN_REASONS.has(verdict.reason);
  return isWanted ? recentScans.slice(0, MAX_RECENT_SCANS) : [];
}

/** One scan in a list: commit, date, and status as the service wrote it. */
export function toScanLine(scan: Scan): string {
  return `${toScanCommit(scan)}, ${formatTime(scan.endedAt ?? scan.startedAt)}, ${scan.status ?? scan.state}`;
}

/** The same with its age instead of a date, for the log. */
export function toScanAgeLine(scan: Scan, now: EpochMs): string {
  return `${toScanCommit(scan)}, ${formatDuration(scanAgeMs(scan, now))} old, ${scan.status ?? scan.state}`;
}

function toScanCommit({ sha }: Scan): string {
  return sha === null ? 'unknown commit' : `\`${toShortSha(sha)}\``;
}
