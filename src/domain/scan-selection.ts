// The selection of the scans to judge: strategies tried in order over the scans of a repository.
import type { CommitSha } from './identifiers.ts';
import { isFullScan, isOfTypes, type Scan, type UsableScan } from './scan.ts';

/** `exact`: a scan of the commit. `ancestor`: of its nearest scanned ancestor. `latest`: of any commit. */
export type ScanMatch = 'exact' | 'ancestor' | 'latest';

export interface ScanQuery {
  readonly sha: CommitSha;
  /** Not empty; tried in order. */
  readonly strategies: readonly ScanMatch[];
  /** `scanType` values that may be used, of which `default` admits null; empty means any. */
  readonly types: readonly string[];
  /** The commit itself, then its ancestors, nearest first; empty unless a strategy needs them. */
  readonly ancestors: readonly CommitSha[];
}

export interface ScansRead {
  /** Newest first, as the service lists them. */
  readonly scans: readonly Scan[];
  /** Whether there are no older scans to read. */
  readonly exhausted: boolean;
}

export interface SelectedScan {
  /** The newest complete full scan; where there is none, the newest partial one. Its commit, id and age are reported. */
  readonly scan: UsableScan;
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
  readonly newerFailed: readonly UsableScan[];
  /** Scans of the commit after `scan` that run, or are complete and not judged, as `ancestor` and `latest` leave them out. */
  readonly newerIgnored: readonly UsableScan[];
}

export type ScanSelection =
  | ({ readonly kind: 'selected' } & SelectedScan)
  | { readonly kind: 'running'; readonly scan: UsableScan }
  | { readonly kind: 'failed'; readonly scan: UsableScan }
  | { readonly kind: 'none' }
  /** More scans must be read before the answer is known. */
  | { readonly kind: 'unknown' };

/** Tries the strategies in order on the scans read so far. Never throws. */
export function selectScan({ scans, exhausted }: ScansRead, query: ScanQuery): ScanSelection {
  const usable = scans.filter((scan) => isUsable(scan, query));
  const own = usable.filter(({ sha }) => sha === query.sha);
  for (const match of query.strategies) {
    const selection = SELECT[match]({ usable, own, exhausted, query });
    if (selection.kind !== 'none') return selection;
  }
  return { kind: 'none' };
}

/** The selection of one scan alone, such as one that failed or still runs. */
export function selectAlone(scan: UsableScan, sha: CommitSha): SelectedScan {
  return {
    scan,
    judged: [scan],
    match: 'exact',
    commitsBehind: 0,
    standsIn: scan.sha !== sha,
    isPartial: !isFullScan(scan),
    newerFailed: [],
    newerIgnored: [],
  };
}

interface StrategyInput {
  readonly usable: readonly UsableScan[];
  /** Those of the judged commit. */
  readonly own: readonly UsableScan[];
  readonly exhausted: boolean;
  readonly query: ScanQuery;
}

const SELECT: Readonly<Record<ScanMatch, (input: StrategyInput) => ScanSelection>> = {
  exact: selectExact,
  ancestor: selectAncestor,
  latest: selectLatest,
};

function selectExact({ own, exhausted, query }: StrategyInput): ScanSelection {
  const at = own.findIndex((scan) => isComplete(scan) && isFullScan(scan));
  const full = own[at];
  const newer = full === undefined ? own : own.slice(0, at);
  const running = newer.find(({ state }) => state === 'running');
  if (running !== undefined) return { kind: 'running', scan: running };
  if (full !== undefined) {
    const judged = [...newer.filter(isComplete), full];
    const newerFailed = newer.filter(isFailed);
    return toSelected(full, { match: 'exact', query, judged, newerFailed, newerIgnored: [] });
  }
  return exhausted ? selectPartial(own, query) : { kind: 'unknown' };
}

/** Where no full scan of the commit is complete, and none runs. */
function selectPartial(own: readonly UsableScan[], query: ScanQuery): ScanSelection {
  const failedFull = own.find((scan) => isFailed(scan) && isFullScan(scan));
  if (failedFull !== undefined) return { kind: 'failed', scan: failedFull };
  const judged = own.filter(isComplete);
  const [newest] = judged;
  if (newest !== undefined) {
    const newerFailed = own.slice(0, own.indexOf(newest)).filter(isFailed);
    return toSelected(newest, { match: 'exact', query, judged, newerFailed, newerIgnored: [] });
  }
  const [failed] = own;
  return failed === undefined ? { kind: 'none' } : { kind: 'failed', scan: failed };
}

function selectAncestor(input: StrategyInput): ScanSelection {
  const { exhausted, query } = input;
  const distances = toDistances(query);
  const [nearest] = toStandIns(input)
    .filter(({ sha }) => sha !== null && distances.has(sha))
    // A stable sort: of one commit's scans the newest stays first.
    .sort((a, b) => distanceOf(a, distances) - distanceOf(b, distances));
  const isSettled = nearest !== undefined && distanceOf(nearest, distances) === 0;
  // A scan of the commit itself is the nearest possible; for any other, an older scan may be of a nearer commit.
  if (!exhausted && !isSettled) return { kind: 'unknown' };
  return selectStandIn(nearest, 'ancestor', input);
}

function selectLatest(input: StrategyInput): ScanSelection {
  const [newest] = toStandIns(input);
  if (newest === undefined && !input.exhausted) return { kind: 'unknown' };
  return selectStandIn(newest, 'latest', input);
}

/** A commit that the scanner failed on is never judged by a scan of another commit. */
function selectStandIn(
  scan: UsableScan | undefined,
  match: ScanMatch,
  { own, exhausted, query }: StrategyInput,
): ScanSelection {
  if (!own.some(isComplete)) {
    if (!exhausted) return { kind: 'unknown' };
    const failed = own.find((each) => isFailed(each) && isFullScan(each)) ?? own.find(isFailed);
    if (failed !== undefined) return { kind: 'failed', scan: failed };
  }
  if (scan === undefined) return { kind: 'none' };
  // Only a scan of the commit itself can have newer ones beside it.
  const newer = own.slice(0, Math.max(0, own.indexOf(scan)));
  return toSelected(scan, {
    match,
    query,
    judged: [scan],
    newerFailed: newer.filter(isFailed),
    newerIgnored: newer.filter((each) => !isFailed(each)),
  });
}

/** The complete full scans; where `scan-types` admits no full scan, the complete partial ones. */
function toStandIns({ usable, query }: StrategyInput): readonly UsableScan[] {
  const admitsFull = query.types.length === 0 || query.types.includes('default');
  return usable.filter((scan) => isComplete(scan) && isFullScan(scan) === admitsFull);
}

function toSelected(
  scan: UsableScan,
  {
    query,
    ...rest
  }: Pick<SelectedScan, 'match' | 'judged' | 'newerFailed' | 'newerIgnored'> & {
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

function isComplete({ state }: Scan): boolean {
  return state === 'complete';
}

function isFailed({ state }: Scan): boolean {
  return state === 'failed';
}

function isUsable(scan: Scan, { types }: ScanQuery): scan is UsableScan {
  return scan.id !== null && isOfTypes(scan, types);
}
