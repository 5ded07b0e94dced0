// The selection of the scans to judge: those of the commit itself, else one that stands in; and whether they are young enough.
import type { CommitSha, EpochMs } from './identifiers.ts';
import {
  isAbsent,
  isComplete,
  isFromFuture,
  isFullScan,
  isOfTypes,
  isStartedAlike,
  type Scan,
  scanEndMs,
  type UsableScan,
} from './scan.ts';
import { MINUTE_MS } from './time.ts';

/** `exact` looks nowhere but at the commit, `ancestor` at its nearest scanned ancestor, `latest` at any commit. */
export type ScanMatch = 'exact' | 'ancestor' | 'latest';

export interface ScanQuery {
  readonly sha: CommitSha;
  /** `default` admits scans without a type; an empty list admits any. */
  readonly scanTypes: readonly string[];
  readonly now: EpochMs;
}

export interface SelectedScan {
  /** The documents report this scan's commit, id and age. */
  readonly scan: Scan;
  /** The scans whose bugs are judged together, `scan` among them; newest first. */
  readonly judged: readonly UsableScan[];
  readonly match: ScanMatch;
  /** Null: the scan's commit is not among the known ancestors. */
  readonly commitsBehind: number | null;
  /** True: the scan is of another commit than the judged one. */
  readonly standsIn: boolean;
  /** True: only partial scans are judged, which say nothing about the rest of the code. */
  readonly isPartial: boolean;
  /** The scans of the commit that failed after the newest complete one; newest first. */
  readonly newerFailed: readonly Scan[];
}

export type JudgedScan = SelectedScan & { readonly scan: UsableScan };

/** A `running` scan has to be waited for; after a `failed` one nothing of the commit can be judged. */
export type OwnSelection =
  | { readonly kind: 'selected'; readonly selected: JudgedScan }
  | { readonly kind: 'running' | 'failed'; readonly scan: Scan };

/** Rules `scan-types` and `absent-scans` leave these scans, in the order of the list. */
export function selectUsable(
  scans: readonly Scan[],
  { scanTypes, now }: Pick<ScanQuery, 'scanTypes' | 'now'>,
): readonly Scan[] {
  return scans.filter((scan) => isOfTypes(scan, scanTypes) && !isAbsent(scan, now));
}

/** Our own limit: the service counts the bugs of a scan within seconds after its end. */
const MAX_COUNTING_MS = 10 * MINUTE_MS;

/**
 * Rule `uncounted-scan`: as long as somebody waits, a scan of the commit that has just ended is in progress if the service does
 * not count its bugs yet, but those of other scans of its type.
 */
export function toAwaited(usable: readonly Scan[], { sha, now }: Pick<ScanQuery, 'sha' | 'now'>): readonly Scan[] {
  const counting = new Set(usable.filter((scan) => isComplete(scan) && scan.bugTotal !== null).map(toKind));
  const isCounting = (scan: Scan): boolean =>
    isComplete(scan) &&
    scan.sha === sha &&
    scan.bugTotal === null &&
    counting.has(toKind(scan)) &&
    scan.endedAt !== null &&
    now - scan.endedAt < MAX_COUNTING_MS;
  return usable.map((scan) => (isCounting(scan) ? { ...scan, state: 'running', status: 'in_progress' } : scan));
}

function toKind({ type }: Scan): string {
  return type ?? 'default';
}

/** Rule `own-scan-first`: selects among the usable scans of the commit itself, newest first; null where there are none. */
export function selectOwn(usable: readonly Scan[], { sha }: Pick<ScanQuery, 'sha'>): OwnSelection | null {
  const own = usable.filter((scan) => scan.sha === sha);
  const complete = own.filter(isComplete);
  const [full] = complete.filter(isFullScan);
  // Rule `running-scan-awaited`.
  const running = own.find(({ state, startedAt }) => state === 'running' && !(full && full.startedAt > startedAt));
  if (running !== undefined) return { kind: 'running', scan: running };
  const failed = own.filter(isFailed);
  // Rule `full-failure-decides`.
  const isDecidedByFailure = full === undefined && failed.some(isFullScan);
  // Rule `reported-scan`.
  const scan = isDecidedByFailure ? undefined : (full ?? complete[0]);
  if (scan === undefined) {
    // Rule `only-failed`.
    const worst = failed.find(isFullScan) ?? failed[0];
    return worst === undefined ? null : { kind: 'failed', scan: worst };
  }
  const [newest = scan] = complete;
  return {
    kind: 'selected',
    selected: {
      ...selectAlone(scan),
      scan,
      // Rule `own-scans-together`.
      judged: complete,
      // Rule `newer-failed-named`.
      newerFailed: own.slice(0, own.indexOf(newest)).filter(isFailed),
    },
  };
}

/** Rule `partial-stand-in`: complete full scans may stand in; partial ones only where `scan-types` names no full type. */
export function selectStandIns(
  usable: readonly Scan[],
  { scanTypes }: Pick<ScanQuery, 'scanTypes'>,
): readonly UsableScan[] {
  const admitsFull = scanTypes.length === 0 || scanTypes.includes('default');
  return usable.filter(isComplete).filter((scan) => isFullScan(scan) === admitsFull);
}

interface StandInQuery {
  readonly match: 'ancestor' | 'latest';
  /** The commit and its ancestors, nearest first; empty: they are not known. */
  readonly ancestors: readonly CommitSha[];
}

/** Rules `nearest-ancestor` and `latest-scan` choose the scan that stands in. `standIns` are sorted newest first. */
export function selectStandIn(standIns: readonly UsableScan[], { match, ancestors }: StandInQuery): JudgedScan | null {
  const distances = new Map<CommitSha | null, number>(ancestors.map((sha, index) => [sha, index]));
  const distanceOf = ({ sha }: Scan): number => distances.get(sha) ?? Infinity;
  const candidates = standIns.filter((scan) => match === 'latest' || distanceOf(scan) < Infinity);
  // A stable sort: of one commit's scans the newest stays first.
  const [scan] = match === 'latest' ? candidates : candidates.toSorted((a, b) => distanceOf(a) - distanceOf(b));
  if (scan === undefined) return null;
  return { ...selectAlone(scan), scan, match, commitsBehind: distances.get(scan.sha) ?? null, standsIn: true };
}

/** Selects one scan alone, which may have failed or still run. */
export function selectAlone(scan: Scan): SelectedScan {
  return {
    scan,
    judged: isComplete(scan) ? [scan] : [],
    match: 'exact',
    commitsBehind: 0,
    standsIn: false,
    // Rule `partial-alone`.
    isPartial: !isFullScan(scan),
    newerFailed: [],
  };
}

export interface AgeQuery {
  readonly maxScanAgeMs: number;
  readonly now: EpochMs;
  /** The moment whose verdict it is: now, or when the pull request was closed. */
  readonly asOf: EpochMs;
  /** True: bugs are counted from the repository alone, so that the scan only says how fresh that knowledge is. */
  readonly isRepositoryCounted: boolean;
}

/** `newest` is the youngest scan that could have excused the judged one, or the judged one itself. */
export type Age = { readonly kind: 'young' | 'future' } | { readonly kind: 'old'; readonly newest: UsableScan };

/** Rule `max-scan-age`: whether scanning goes on. */
export function decideAge(usable: readonly Scan[], { scan: judged }: JudgedScan, query: AgeQuery): Age {
  const { maxScanAgeMs, now, asOf, isRepositoryCounted } = query;
  // Rule `future-scan`.
  if (isFromFuture(judged, now)) return { kind: 'future' };
  const isYoung = (scan: Scan): boolean => asOf - scanEndMs(scan) <= maxScanAgeMs;
  if (isYoung(judged)) return { kind: 'young' };
  // Rule `scanning-goes-on`.
  const alike = isRepositoryCounted ? usable.slice(0, usable.indexOf(judged)).filter(isComplete) : [];
  const excusing = alike.filter(
    (scan) => isFullScan(scan) && isStartedAlike(scan, judged) && !isFromFuture(scan, asOf),
  );
  const newest = [...excusing, judged].reduce((a, b) => (scanEndMs(b) > scanEndMs(a) ? b : a));
  return isYoung(newest) ? { kind: 'young' } : { kind: 'old', newest };
}

function isFailed({ state }: Scan): boolean {
  return state === 'failed';
}
