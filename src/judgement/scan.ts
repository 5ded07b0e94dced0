// A scan of a repository: its state, its kind, its age, and what the service counted in it.
import type { CommitSha, EpochMs, RepoId, ScanId } from './identifiers.ts';
import { DAY_MS, MAX_SKEW_MS } from './time.ts';

/** `failed` means `failed` or `dlq`. An unknown status is `running`, because it is not known to be complete. */
export type ScanState = 'complete' | 'running' | 'failed';

export interface ScanCounts {
  readonly open: number;
  readonly resolved: number;
  readonly dismissed: number;
}

export interface Scan {
  /** Null if the service gave none: then its bugs cannot be fetched. */
  readonly id: ScanId | null;
  readonly state: ScanState;
  /** The status as the service wrote it; null if it gave none. */
  readonly status: string | null;
  readonly type: string | null;
  /** What started it: `scheduler`, `scanNow`, or a value that is not documented. */
  readonly initiator: string;
  readonly sha: CommitSha | null;
  readonly startedAt: EpochMs;
  readonly endedAt: EpochMs | null;
  readonly counts: ScanCounts | null;
  /** All bugs that the scan found, whatever their review, as far as the service counts them; null when it does not say. */
  readonly bugTotal: number | null;
}

export type UsableScan = Scan & { readonly id: ScanId };

/** Whether the bugs of a scan can be fetched. */
export function isUsable(scan: Scan): scan is UsableScan {
  return scan.id !== null;
}

/** A scan that has run for longer is not expected to end any more. */
const MAX_RUNNING_MS = DAY_MS;

/** Whether a scan has been in progress for so long that nobody waits for it. */
export function isStuck({ state, startedAt }: Scan, now: EpochMs): boolean {
  return state === 'running' && now - startedAt > MAX_RUNNING_MS;
}

/** Rule `absent-scans`: whether a scan is as if it were not there, and only named: it is stuck, or complete without an id. */
export function isAbsent(scan: Scan, now: EpochMs): boolean {
  return isStuck(scan, now) || (scan.state === 'complete' && !isUsable(scan));
}

/** Rule `partial-scans`: that a scan of any type but `default` or none finds nothing says nothing about the rest of the code. */
export function isFullScan({ type }: Scan): boolean {
  return type === null || type === 'default';
}

/** How many bugs a scan counts that its lists, which have so many, do not show; 0 where it does not count them. */
export function countMissing({ bugTotal }: Pick<Scan, 'bugTotal'>, listed: number): number {
  return Math.max(0, (bugTotal ?? 0) - listed);
}

/** What the service documents; of any other initiator nobody knows whether it goes on by itself. */
const KNOWN_INITIATORS: ReadonlySet<string> = new Set(['scheduler', 'scanNow']);

/** Whether both scans were started in the same known way. */
export function isStartedAlike(one: Scan, other: Scan): boolean {
  return one.initiator === other.initiator && KNOWN_INITIATORS.has(one.initiator);
}

/** Whether a scan is complete and its bugs can be fetched. */
export function isComplete(scan: Scan): scan is UsableScan {
  return scan.state === 'complete' && isUsable(scan);
}

/** The scans of a repository, as far as they were read. */
export interface ScanHistory {
  /** Ours, in the service. */
  readonly repositoryId: RepoId;
  /** Those of our repository, newest first. */
  readonly scans: readonly Scan[];
  /** The repository of each scan that the service listed although it is not of ours, newest first. */
  readonly foreignRepositoryIds: readonly string[];
  /** Whether there are no more, or no more that count: of 2,000 the newest. */
  readonly isWhole: boolean;
  /** How far this machine's clock is ahead of the service's; negative: behind; absent: the service did not say. */
  readonly clockAheadMs?: number | undefined;
}

/** Rule `scan-types`: whether the input admits the scan: `default` admits one without a type, and an empty list admits any. */
export function isOfTypes({ type }: Scan, types: readonly string[]): boolean {
  return types.length === 0 || types.includes(type ?? 'default');
}

/** The values of `scanType` that the service documents. */
const DOCUMENTED_TYPES: readonly string[] = ['default', 'recentChanges'];

/** The types that the service neither documents nor uses in any of these scans: probably misspelled. */
export function selectUnknownTypes(types: readonly string[], scans: readonly Scan[]): readonly string[] {
  const known = new Set([...DOCUMENTED_TYPES, ...scans.map(({ type }) => type)]);
  return types.filter((type) => !known.has(type));
}

/** Rule `scan-status`: reads the service's status. Without one, a scan that has ended is complete. Never throws. */
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

/** Milliseconds since the scan ended, or since it began if it has not ended; never negative. */
export function scanAgeMs(scan: Scan, now: EpochMs): number {
  return Math.max(0, -scanAheadMs(scan, now));
}

/** Whether the scan's time is further in the future than clocks may differ: then its age is not known. */
export function isFromFuture(scan: Scan, now: EpochMs): boolean {
  return scanAheadMs(scan, now) > MAX_SKEW_MS;
}

/** Milliseconds from now until the scan's end, or its start if it has not ended; negative for the past. */
export function scanAheadMs(scan: Scan, now: EpochMs): number {
  return scanEndMs(scan) - now;
}

/** When the scan ended, else when it began. */
export function scanEndMs({ endedAt, startedAt }: Scan): EpochMs {
  return endedAt ?? startedAt;
}
