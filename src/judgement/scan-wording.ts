// What is said of scans: in a list, in a sentence, and in a warning. Plain text with code in it.
import { countOf, formatDuration, formatTime } from './format.ts';
import { type EpochMs, toShortSha } from './identifiers.ts';
import { compact } from './lists.ts';
import { type Scan, scanAgeMs, scanEndMs, selectUnknownTypes } from './scan.ts';
import type { ScanMatch } from './selection.ts';

/** One scan in a list: commit, date, and state. */
export function toScanLine(scan: Scan): string {
  return `${toScanCommit(scan)}, ${formatTime(scanEndMs(scan))}, ${toStateWord(scan)}`;
}

/** One scan in a list: commit, age, and state; for the log. */
export function toScanAgeLine(scan: Scan, now: EpochMs): string {
  return `${toScanCommit(scan)}, ${formatDuration(scanAgeMs(scan, now))} old, ${toStateWord(scan)}`;
}

/** The state of a scan in English: as the service wrote it, apart from its name for a queue of failures. */
export function toStateWord({ status, state }: Scan): string {
  return status === null || status === 'dlq' ? state : status.replaceAll('_', ' ');
}

/** The commit of a scan, as a list shows it. */
function toScanCommit({ sha }: Scan): string {
  return sha === null ? 'unknown commit' : `\`${toShortSha(sha)}\``;
}

/** A scan as the subject of a sentence that gives its commit. */
export function toScanName({ id }: Scan): string {
  return id === null ? 'The scan without an ID' : `Scan \`${id}\``;
}

/** The newest scans that a sentence names; of more it gives the number. */
const MAX_NAMED = 3;

/** Why these scans are as if they were not there, a sentence for each cause; empty without any. */
export function toAbsentSentences(absent: readonly Scan[]): readonly string[] {
  const unreadable = absent.filter(({ state }) => state === 'complete');
  const stuck = absent.filter(({ state }) => state === 'running');
  return compact([
    unreadable.length > 0 &&
      `${countOf(unreadable.length, 'scan is', 'scans are')} complete, but the service gave no ID to read the bugs by: ${toNames(unreadable)}.`,
    stuck.length > 0 &&
      `${countOf(stuck.length, 'scan has', 'scans have')} been in progress for more than 24 hours, so ${stuck.length === 1 ? 'it is' : 'they are'} no longer waited for: ${toNames(stuck)}.`,
  ]);
}

function toNames(scans: readonly Scan[]): string {
  const more = scans.length - MAX_NAMED;
  const named = scans.slice(0, MAX_NAMED).map(toScanLine).join('; ');
  return more > 0 ? `${named}; and ${more} more` : named;
}

/** What each value of `scan-match` means. */
export const MATCH_SENTENCES: Readonly<Record<ScanMatch, string>> = {
  exact: 'a scan of this commit',
  ancestor: 'a scan of the nearest scanned ancestor',
  latest: 'the newest scan of the repository, perhaps of another branch',
};

/** A warning for each type of `scan-types` that is probably misspelled; none without scans, which say nothing about types. */
export function toTypeWarnings(types: readonly string[], scans: readonly Scan[]): readonly string[] {
  if (scans.length === 0) return [];
  return selectUnknownTypes(types, scans).map(
    (type) =>
      `scan-types names ${JSON.stringify(type)}, but none of the scans that were read has this type. The service documents default and recentChanges.`,
  );
}
