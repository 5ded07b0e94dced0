// Decides which scans of a branch and which findings are new, and how far the watch has come.
import { type Finding, uniqueById } from '../judgement/finding.ts';
import type { EpochMs, ScanId } from '../judgement/identifiers.ts';
import { isComplete, isFromFuture, isAbsent, isStuck, type Scan, type UsableScan } from '../judgement/scan.ts';
import { DAY_MS } from '../judgement/time.ts';

/** The watch has come as far as this scan. */
export interface ScanPosition {
  /** Null where the oldest scan was still running at the first run. */
  readonly scanId: ScanId | null;
  readonly startedAt: EpochMs;
}

/** We read so many scans of a repository, the newest, whatever their branch. */
export const MAX_WATCHED_SCANS = 2_000;

/** Says whether the scans go back to the last position; without one, to where no scan can be running any more. */
export function isReadBack(newest: readonly Scan[], last: ScanPosition | null, now: EpochMs): boolean {
  const scanId = last?.scanId ?? null;
  if (scanId !== null) return newest.some(({ id }) => id === scanId);
  return newest.some(({ startedAt }) => startedAt < toBackMs(last, now));
}

/** Scans from this moment on are looked at, whether or not one of them is complete. */
export function toBackMs(position: ScanPosition | null, now: EpochMs): number {
  return position?.startedAt ?? now - DAY_MS;
}

/**
 * Reads the position of a marker, which anybody who can edit the issue can change: the service's own time of its scan counts.
 * Null: none of the repository's scans is as young, so that it would hide what is new.
 */
export function readPosition(last: ScanPosition, newest: readonly Scan[]): ScanPosition | null {
  const listed = newest.find(({ id }) => id !== null && id === last.scanId);
  if (listed !== undefined) return { ...last, startedAt: listed.startedAt };
  return newest.some(({ startedAt }) => startedAt >= last.startedAt) ? last : null;
}

/** Says whether there may be scans since the last position that were not read. */
export function isIntervalCut(newest: readonly Scan[], previous: ScanPosition | null): boolean {
  if (previous === null || newest.length < MAX_WATCHED_SCANS) return false;
  return newest.every(({ startedAt }) => startedAt > previous.startedAt);
}

export interface WatchedScans {
  readonly latest: UsableScan;
  /** They are complete and after the last position, oldest first. Without a position there are none. */
  readonly newScans: readonly UsableScan[];
  /** Where the watch stands when `newScans` has been processed. */
  readonly position: ScanPosition;
  /** They are after the last position, and stuck or unreadable; newest first. */
  readonly passedOver: readonly Scan[];
}

export interface WatchedScansQuery {
  /** They are of the branch and of the types that count, newest first. */
  readonly scans: readonly Scan[];
  readonly previous: ScanPosition | null;
  readonly now: EpochMs;
}

/**
 * Selects the scans that are new. A scan that is still running holds back the newer ones until it is stuck, so that the
 * position never passes it. One that is dated in the future is new when its time has come: a position there would hide
 * what comes before. Null: no scan is complete.
 */
export function selectWatchedScans(query: WatchedScansQuery): WatchedScans | null {
  const scans = query.scans.toSorted((a, b) => b.startedAt - a.startedAt);
  const latest = scans.find(isComplete);
  if (latest === undefined) return null;
  const { previous, now } = query;
  const begun = scans.filter((scan) => !isFromFuture(scan, now));
  const after = begun.filter((scan) => previous === null || isAfter(scan, previous, scans));
  const holding = after.findLastIndex((scan) => scan.state === 'running' && !isStuck(scan, now));
  const released = after.slice(holding + 1).filter(isComplete);
  const newest = released[0];
  const newScans = previous === null ? [] : released.toReversed();
  const passedOver = after.filter((scan) => isAbsent(scan, now));
  const beforeMs = Math.min((after[holding] ?? latest).startedAt, now);
  const unmoved = previous ?? { scanId: null, startedAt: (beforeMs - 1) as EpochMs };
  const position = newest === undefined ? unmoved : { scanId: newest.id, startedAt: newest.startedAt };
  return { latest, newScans, position, passedOver };
}

/** The list says which of two scans is newer that began in the same millisecond. */
function isAfter(scan: Scan, position: ScanPosition, newestFirst: readonly Scan[]): boolean {
  if (scan.startedAt !== position.startedAt) return scan.startedAt > position.startedAt;
  return newestFirst.indexOf(scan) < newestFirst.findIndex(({ id }) => id === position.scanId);
}

export interface ScanFindings {
  readonly scan: Scan;
  readonly findings: readonly Finding[];
}

/** Selects what a scan was the first to find. That is right whether or not a service lists old bugs again. */
export function selectNewFindings(lists: readonly ScanFindings[]): readonly Finding[] {
  const found = lists.flatMap(({ scan, findings }) => findings.filter(({ foundAt }) => foundAt >= scan.startedAt));
  return uniqueById(found);
}

export function joinFindings(findings: readonly Finding[], others: readonly Finding[]): readonly Finding[] {
  const known = new Set(findings.map(({ id }) => id));
  return [...findings, ...others.filter(({ id }) => !known.has(id))];
}
