// A scan of a repository: its state, its kind, its age, and what the service counted in it.
import type { CommitSha, EpochMs, RepoId, ScanId } from './identifiers.ts';
import { DAY_MS, MAX_SKEW_MS } from './time.ts';

/** A scan with an unknown status is `running`, because it is not known to be complete. */
export type ScanState = 'complete' | 'running' | 'failed';

export interface ScanCounts {
  readonly open: number;
  readonly resolved: number;
  readonly dismissed: number;
}

export interface Scan {
  /** Null: the service gave none, so the scan's bugs cannot be fetched. */
  readonly id: ScanId | null;
  readonly state: ScanState;
  /** The service's own word. */
  readonly status: string | null;
  readonly type: string | null;
  /** `scheduler`, `scanNow`, or a value that is not documented. */
  readonly initiator: string;
  readonly sha: CommitSha | null;
  readonly startedAt: EpochMs;
  readonly endedAt: EpochMs | null;
  readonly counts: ScanCounts | null;
  /** How many bugs the scan found, whatever their review; null: the service does not say. */
  readonly bugTotal: number | null;
}

export type UsableScan = Scan & { readonly id: ScanId };

export function isUsable(scan: Scan): scan is UsableScan {
  return scan.id !== null;
}

/** Nobody expects a scan to end that has run for longer. */
const MAX_RUNNING_MS = DAY_MS;

export function isStuck({ state, startedAt }: Scan, now: EpochMs): boolean {
  return state === 'running' && now - startedAt > MAX_RUNNING_MS;
}

/** Rule `absent-scans`: a scan that is stuck, or complete without an id, is only named. */
export function isAbsent(scan: Scan, now: EpochMs): boolean {
  return isStuck(scan, now) || (scan.state === 'complete' && !isUsable(scan));
}

/** Rule `partial-scans`: a scan of any other type looked at a part of the code. */
export function isFullScan({ type }: Scan): boolean {
  return type === null || type === 'default';
}

/** How many of its bugs are not listed, if `listed` are; 0 for a scan that does not count them. */
export function countMissing({ bugTotal }: Pick<Scan, 'bugTotal'>, listed: number): number {
  return Math.max(0, (bugTotal ?? 0) - listed);
}

/** The service documents these; nobody knows whether another initiator goes on by itself. */
const KNOWN_INITIATORS: ReadonlySet<string> = new Set(['scheduler', 'scanNow']);

export function isStartedAlike(one: Scan, other: Scan): boolean {
  return one.initiator === other.initiator && KNOWN_INITIATORS.has(one.initiator);
}

export function isComplete(scan: Scan): scan is UsableScan {
  return scan.state === 'complete' && isUsable(scan);
}

/** The scans of a repository, as far as they were read. */
export interface ScanHistory {
  readonly repositoryId: RepoId;
  /** The scans of our repository, newest first. */
  readonly scans: readonly Scan[];
  /** The service listed a scan of each of these, although nobody asked for them; newest first. */
  readonly foreignRepositoryIds: readonly string[];
  /** False: there are more scans among the newest 2,000. */
  readonly isWhole: boolean;
  /** How far this machine's clock is ahead of the service's; negative: behind; absent: the service did not say. */
  readonly clockAheadMs?: number | undefined;
}

/** Rule `scan-types`: `default` admits a scan without a type, and an empty list admits any. */
export function isOfTypes({ type }: Scan, types: readonly string[]): boolean {
  return types.length === 0 || types.includes(type ?? 'default');
}

/** The values of `scanType` that the service documents. */
const DOCUMENTED_TYPES: readonly string[] = ['default', 'recentChanges'];

/** The service neither documents these types nor uses them in any of these scans: they are probably misspelled. */
export function selectUnknownTypes(types: readonly string[], scans: readonly Scan[]): readonly string[] {
  const known = new Set([...DOCUMENTED_TYPES, ...scans.map(({ type }) => type)]);
  return types.filter((type) => !known.has(type));
}

/** Rule `scan-status`: without a status, a scan that has ended is complete. Never throws. */
export function readScanState(status: string | null, ended: boolean): ScanState {
  switch (status) {
    case 'complete':
      return 'complete';
    case 'failed':
    case 'dlq':
      return 'failed';
    case null:
      return ended ? 'complete' : 'running';
    default:
      return 'running';
  }
}

/** Counts from the scan's end, or from its start if it has not ended; never negative. */
export function scanAgeMs(scan: Scan, now: EpochMs): number {
  return Math.max(0, -scanAheadMs(scan, now));
}

/** Rule `future-scan`: clocks do not differ by so much, so that the scan's age is not known. */
export function isFromFuture(scan: Scan, now: EpochMs): boolean {
  return scanAheadMs(scan, now) > MAX_SKEW_MS;
}

/** Negative for the past. */
export function scanAheadMs(scan: Scan, now: EpochMs): number {
  return scanEndMs(scan) - now;
}

export function scanEndMs({ endedAt, startedAt }: Scan): EpochMs {
  return endedAt ?? startedAt;
}
