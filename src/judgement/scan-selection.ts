// The selection of the scans to judge: those of the commit itself, else what strategies find, tried in order.
import type { CommitSha, EpochMs } from './identifiers.ts';
import { isComplete, isFullScan, isOfTypes, isPassedOver, isUsable, type Scan, type UsableScan } from './scan.ts';

/** Where to look: `exact`: nowhere but at the commit. `ancestor`: at its nearest scanned ancestor. `latest`: at any commit. */
export type ScanMatch = 'exact' | 'ancestor' | 'latest';

export interface ScanQuery {
  readonly sha: CommitSha;
  /** Tried in order where the commit has no scan of its own. */
  readonly strategies: readonly ScanMatch[];
  /** `scanType` values that may be used, of which `default` admits null; empty means any. */
  readonly types: readonly string[];
  /** The commit itself, then its ancestors, nearest first; empty unless a strategy needs them. */
  readonly ancestors: readonly CommitSha[];
}

export interface ReadScans {
  /** Newest first, as the service lists them. */
  readonly scans: readonly Scan[];
  /** Whether there are no older scans to read. */
  readonly exhausted: boolean;
}

export interface SelectedScan {
  /** The newest complete full scan; where there is none, the newest partial one. Its commit, id and age are reported. */
  readonly scan: Scan;
  /** Every scan whose bugs are judged together, `scan` among them; newest first. */
  readonly judged: readonly UsableScan[];
  /** The strategy that found it. */
  readonly match: ScanMatch;
  /** 0 for a scan of the judged commit; null when the scan's commit is not among the known ancestors. */
  readonly commitsBehind: number | null;
  /** Whether the scan is of another commit than the judged one. */
  readonly standsIn: boolean;
  /** Whether only partial scans are judged: finding nothing, they say nothing about the rest of the code. */
  readonly isPartial: boolean;
  /** Scans of the commit that failed after `scan`; newest first. */
  readonly newerFailed: readonly Scan[];
  /** Scans that would have mattered, but are stuck or cannot be read. */
  readonly passedOver: readonly Scan[];
}

/** A selected scan whose bugs can be fetched. */
export type JudgedScan = SelectedScan & { readonly scan: UsableScan };

export type ScanSelection =
  | ({ readonly kind: 'selected' } & JudgedScan)
  | {
      readonly kind: 'running' | 'failed';
      readonly scan: Scan;
      readonly passedOver: readonly Scan[];
    }
  | { readonly kind: 'none'; readonly passedOver: readonly Scan[] }
  /** More scans must be read before the answer is known. */
  | { readonly kind: 'unknown' };

/**
 * Selects among the scans read so far. Scans of the commit itself come before everything that a strategy finds
 * elsewhere. Never throws.
 */
export function selectScan({ scans, exhausted }: ReadScans, query: ScanQuery, now: EpochMs): ScanSelection {
  const listed = scans.filter((scan) => isOfTypes(scan, query.types));
  const own = toOwnScans(listed, query, now);
  if (own.present.length > 0) return selectOfCommit(own, exhausted, query);
  if (!exhausted) return { kind: 'unknown' };
  const passedOver = new Set(own.all);
  for (const match of query.strategies) {
    const candidates = toCandidates(match, listed, query);
    const at = candidates.findIndex(isUsable);
    for (const scan of at < 0 ? candidates : candidates.slice(0, at)) passedOver.add(scan);
    const scan = candidates[at];
    if (scan === undefined || !isUsable(scan)) continue;
    return toSelected(scan, {
      match,
      query,
      judged: [scan],
      newerFailed: [],
      passedOver: [...passedOver],
    });
  }
  return { kind: 'none', passedOver: [...passedOver] };
}

/** The selection of one scan alone, such as one that failed or still runs. */
export function selectAlone(scan: Scan, sha: CommitSha, passedOver: readonly Scan[] = []): SelectedScan {
  return {
    scan,
    judged: isUsable(scan) ? [scan] : [],
    match: 'exact',
    commitsBehind: 0,
    standsIn: scan.sha !== sha,
    isPartial: !isFullScan(scan),
    newerFailed: [],
    passedOver,
  };
}

/** The scans of the judged commit, newest first. */
interface OwnScans {
  readonly all: readonly Scan[];
  /** Without those that are passed over. */
  readonly present: readonly Scan[];
  /** Those that are passed over, as far as they are newer than a scan; all of them without one. */
  readonly passedOverBefore: (scan?: Scan) => readonly Scan[];
}

function toOwnScans(listed: readonly Scan[], { sha }: ScanQuery, now: EpochMs): OwnScans {
  const all = listed.filter((scan) => scan.sha === sha);
  return {
    all,
    present: all.filter((scan) => !isPassedOver(scan, now)),
    passedOverBefore: (scan) =>
      all.slice(0, scan === undefined ? all.length : all.indexOf(scan)).filter((each) => isPassedOver(each, now)),
  };
}

function selectOfCommit(own: OwnScans, exhausted: boolean, query: ScanQuery): ScanSelection {
  const { present } = own;
  const full = present.filter(isComplete).find(isFullScan);
  const newer = full === undefined ? present : present.slice(0, present.indexOf(full));
  const running = newer.find(({ state }) => state === 'running');
  if (running !== undefined) {
    return { kind: 'running', scan: running, passedOver: own.passedOverBefore(running) };
  }
  if (full !== undefined) {
    return toSelected(full, {
      match: 'exact',
      query,
      judged: [...newer.filter(isComplete), full],
      newerFailed: newer.filter(isFailed),
      passedOver: own.passedOverBefore(full),
    });
  }
  return exhausted ? selectPartial(own, query) : { kind: 'unknown' };
}

/** Where no full scan of the commit is complete, and none runs. */
function selectPartial(own: OwnScans, query: ScanQuery): ScanSelection {
  const { present } = own;
  const passedOver = own.passedOverBefore();
  const failedFull = present.find((scan) => isFailed(scan) && isFullScan(scan));
  if (failedFull !== undefined) return { kind: 'failed', scan: failedFull, passedOver };
  const judged = present.filter(isComplete);
  const [newest] = judged;
  if (newest !== undefined) {
    const newerFailed = present.slice(0, present.indexOf(newest)).filter(isFailed);
    return toSelected(newest, { match: 'exact', query, judged, newerFailed, passedOver });
  }
  const [failed] = present;
  return failed === undefined ? { kind: 'none', passedOver } : { kind: 'failed', scan: failed, passedOver };
}

/**
 * The complete scans that a strategy finds, the best first: full ones; where `scan-types` admits no full scan, partial
 * ones. Those without an id are among them, since one that would have been the best is named.
 */
function toCandidates(match: ScanMatch, listed: readonly Scan[], query: ScanQuery): readonly Scan[] {
  if (match === 'exact') return [];
  const admitsFull = query.types.length === 0 || query.types.includes('default');
  const complete = listed.filter((scan) => scan.state === 'complete' && isFullScan(scan) === admitsFull);
  if (match === 'latest') return complete;
  const distances = toDistances(query);
  // A stable sort: of one commit's scans the newest stays first.
  return complete
    .filter(({ sha }) => sha !== null && distances.has(sha))
    .sort((a, b) => distanceOf(a, distances) - distanceOf(b, distances));
}

function toSelected(
  scan: UsableScan,
  {
    query,
    ...rest
  }: Pick<SelectedScan, 'match' | 'judged' | 'newerFailed' | 'passedOver'> & {
    readonly query: ScanQuery;
  },
): ScanSelection {
  const isOwn = scan.sha === query.sha;
  const distance = scan.sha === null ? undefined : toDistances(query).get(scan.sha);
  return {
    kind: 'selected',
    scan,
    ...rest,
    commitsBehind: isOwn ? 0 : (distance ?? null),
    standsIn: !isOwn,
    isPartial: !isFullScan(scan),
  };
}

function toDistances({ ancestors }: ScanQuery): ReadonlyMap<CommitSha, number> {
  return new Map(ancestors.map((sha, index) => [sha, index]));
}

function distanceOf({ sha }: Scan, distances: ReadonlyMap<CommitSha, number>): number {
  return (sha === null ? undefined : distances.get(sha)) ?? Infinity;
}

function isFailed({ state }: Scan): boolean {
  return state === 'failed';
}
