// The selection of the scans to judge: those of the commit itself, else what strategies find, tried in order.
import type { CommitSha, EpochMs } from './identifiers.ts';
import {
  isComplete,
  isFullScan,
  isOfTypes,
  isPassedOver,
  isStuck,
  isUsable,
  type Scan,
  type UsableScan,
} from './scan.ts';

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
  | { readonly kind: 'none'; readonly passedOver: readonly Scan[] };

/** Which scans are the commit's own. */
type CommitQuery = Pick<ScanQuery, 'sha' | 'types'>;

/** Whether the newest scans give the answer already, whatever older ones there are; these come newest first. Never throws. */
export function isDecided(newest: readonly Scan[], query: CommitQuery, now: EpochMs): boolean {
  return newest.some((scan) => isOwn(scan, query) && isDecisive(scan, now));
}

/**
 * Selects among scans, newest first. Those of the commit itself come before everything that a strategy finds elsewhere.
 * Never throws.
 */
export function selectScan(scans: readonly Scan[], query: ScanQuery, now: EpochMs): ScanSelection {
  const own = scans.filter((scan) => isOwn(scan, query));
  return selectOwn(own, query, now) ?? selectElsewhere(scans, query, own);
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

function isOwn(scan: Scan, { sha, types }: CommitQuery): boolean {
  return scan.sha === sha && isOfTypes(scan, types);
}

/** Whether no older scan of the commit matters: this one is waited for, or is a full one that can be judged. */
function isDecisive(scan: Scan, now: EpochMs): boolean {
  return scan.state === 'running' ? !isStuck(scan, now) : isComplete(scan) && isFullScan(scan);
}

/** Selects among the commit's own scans; null where there are none, or all are passed over. */
function selectOwn(own: readonly Scan[], query: ScanQuery, now: EpochMs): ScanSelection | null {
  const decisive = own.find((scan) => isDecisive(scan, now));
  const newer = decisive === undefined ? own : own.slice(0, own.indexOf(decisive));
  const passedOver = newer.filter((scan) => isPassedOver(scan, now));
  if (decisive !== undefined && !isComplete(decisive)) return { kind: 'running', scan: decisive, passedOver };
  const failed = newer.filter(isFailed);
  const partial = newer.filter(isComplete);
  const match = 'exact';
  if (decisive !== undefined) {
    return toSelected(decisive, query, { match, judged: [...partial, decisive], newerFailed: failed, passedOver });
  }
  const failedFull = failed.find(isFullScan);
  const [newest] = partial;
  if (failedFull === undefined && newest !== undefined) {
    const newerFailed = own.slice(0, own.indexOf(newest)).filter(isFailed);
    return toSelected(newest, query, { match, judged: partial, newerFailed, passedOver });
  }
  const scan = failedFull ?? failed[0];
  return scan === undefined ? null : { kind: 'failed', scan, passedOver };
}

/** Tries one strategy after the other. The commit's own scans are passed over. */
function selectElsewhere(scans: readonly Scan[], query: ScanQuery, own: readonly Scan[]): ScanSelection {
  const passedOver = new Set(own);
  for (const match of query.strategies) {
    const candidates = toCandidates(match, scans, query);
    const at = candidates.findIndex(isUsable);
    for (const scan of at < 0 ? candidates : candidates.slice(0, at)) passedOver.add(scan);
    const scan = candidates[at];
    if (scan === undefined || !isUsable(scan)) continue;
    return toSelected(scan, query, { match, judged: [scan], newerFailed: [], passedOver: [...passedOver] });
  }
  return { kind: 'none', passedOver: [...passedOver] };
}

/**
 * The complete scans that a strategy finds, the best first: full ones; where `scan-types` admits no full scan, partial
 * ones. Those without an id are among them, since one that would have been the best is named.
 */
function toCandidates(match: ScanMatch, scans: readonly Scan[], query: ScanQuery): readonly Scan[] {
  if (match === 'exact') return [];
  const admitsFull = query.types.length === 0 || query.types.includes('default');
  const complete = scans.filter(
    (scan) => scan.state === 'complete' && isOfTypes(scan, query.types) && isFullScan(scan) === admitsFull,
  );
  if (match === 'latest') return complete;
  const distances = toDistances(query);
  // A stable sort: of one commit's scans the newest stays first.
  return complete
    .filter(({ sha }) => distances.has(sha))
    .sort((a, b) => (distances.get(a.sha) ?? 0) - (distances.get(b.sha) ?? 0));
}

function toSelected(
  scan: UsableScan,
  query: ScanQuery,
  found: Pick<SelectedScan, 'match' | 'judged' | 'newerFailed' | 'passedOver'>,
): ScanSelection {
  const standsIn = scan.sha !== query.sha;
  const commitsBehind = standsIn ? (toDistances(query).get(scan.sha) ?? null) : 0;
  return { kind: 'selected', scan, ...found, commitsBehind, standsIn, isPartial: !isFullScan(scan) };
}

/** How far behind the commit each of its ancestors is. */
function toDistances({ ancestors }: ScanQuery): ReadonlyMap<CommitSha | null, number> {
  return new Map(ancestors.map((sha, index) => [sha, index]));
}

function isFailed({ state }: Scan): boolean {
  return state === 'failed';
}
