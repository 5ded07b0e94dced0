// The selection of the scan to judge: strategies tried in order over the scans of a repository.
import type { CommitSha, ScanId } from './identifiers.ts';
import type { Scan, UsableScan } from './scan.ts';

/** `exact`: a scan of the commit. `ancestor`: of its nearest scanned ancestor. `latest`: of any commit. */
export type ScanMatch = 'exact' | 'ancestor' | 'latest';

export interface ScanQuery {
  readonly sha: CommitSha;
  /** Not empty; tried in order. */
  readonly strategies: readonly ScanMatch[];
  /** The `scanType` values that may be used; empty means any. */
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
  readonly scan: UsableScan;
  readonly match: ScanMatch;
  /** 0 for `exact`; null if the scan's commit is not among the known ancestors. */
  readonly commitsBehind: number | null;
  /** A newer scan of the same commit that failed, if there is one: this older, complete scan is judged instead. */
  readonly supersededScan: Scan | null;
}

export type ScanSelection =
  | ({ readonly kind: 'selected' } & SelectedScan)
  | { readonly kind: 'running'; readonly scan: UsableScan }
  | { readonly kind: 'failed'; readonly scan: UsableScan }
  | { readonly kind: 'none' }
  /** More scans must be read before the answer is known. */
  | { readonly kind: 'unknown' };

/** Tries the strategies in order on the scans read so far. Never throws. */
export function selectScan(read: ScansRead, query: ScanQuery): ScanSelection {
  const usable = read.scans.filter((scan) => isUsable(scan, query));
  let failed: UsableScan | null = null;
  for (const strategy of query.strategies) {
    const selection = tryStrategy(strategy, { usable, exhausted: read.exhausted, query });
    if (selection.kind === 'failed') failed = selection.scan;
    else if (selection.kind !== 'none') return selection;
  }
  return failed ? { kind: 'failed', scan: failed } : { kind: 'none' };
}

interface StrategyInput {
  readonly usable: readonly UsableScan[];
  readonly exhausted: boolean;
  readonly query: ScanQuery;
}

function tryStrategy(strategy: ScanMatch, input: StrategyInput): ScanSelection {
  switch (strategy) {
    case 'exact':
      return tryExact(input);
    case 'ancestor':
      return tryAncestor(input);
    case 'latest':
      return tryLatest(input);
  }
}

function tryExact({ usable, exhausted, query }: StrategyInput): ScanSelection {
  const matching = usable.filter((scan) => scan.sha === query.sha);
  const newest = matching[0];
  if (newest === undefined) return { kind: exhausted ? 'none' : 'unknown' };
  if (newest.state === 'running') return { kind: 'running', scan: newest };
  const complete = matching.find((scan) => scan.state === 'complete');
  if (complete === undefined) {
    return exhausted ? { kind: 'failed', scan: newest } : { kind: 'unknown' };
  }
  const supersededScan = complete === newest ? null : newest;
  return { kind: 'selected', scan: complete, match: 'exact', commitsBehind: 0, supersededScan };
}

function tryAncestor({ usable, exhausted, query }: StrategyInput): ScanSelection {
  const distance = toDistances(query.ancestors);
  const nearest = usable
    .filter((scan) => scan.state === 'complete' && scan.sha !== null && distance.has(scan.sha))
    .map((scan) => ({ scan, commitsBehind: commitsBehind(scan, distance) ?? Infinity }))
    .reduce<{ scan: UsableScan; commitsBehind: number } | null>(
      (best, next) => (best !== null && best.commitsBehind <= next.commitsBehind ? best : next),
      null,
    );
  // A scan of the commit itself is the nearest possible; for any other, an older scan may be of a nearer commit.
  if (!exhausted && nearest?.commitsBehind !== 0) return { kind: 'unknown' };
  if (nearest === null) return { kind: 'none' };
  return { kind: 'selected', ...nearest, match: 'ancestor', supersededScan: null };
}

function tryLatest({ usable, exhausted, query }: StrategyInput): ScanSelection {
  const scan = usable.find((candidate) => candidate.state === 'complete');
  if (scan === undefined) return { kind: exhausted ? 'none' : 'unknown' };
  const behind = scan.sha === query.sha ? 0 : commitsBehind(scan, toDistances(query.ancestors));
  return { kind: 'selected', scan, match: 'latest', commitsBehind: behind, supersededScan: null };
}

function toDistances(ancestors: readonly CommitSha[]): ReadonlyMap<CommitSha, number> {
  return new Map(ancestors.map((sha, index) => [sha, index]));
}

function commitsBehind(scan: Scan, distance: ReadonlyMap<CommitSha, number>): number | null {
  return scan.sha === null ? null : (distance.get(scan.sha) ?? null);
}

function isUsable(scan: Scan, query: ScanQuery): scan is Scan & { readonly id: ScanId } {
  if (scan.id === null) return false;
  return query.types.length === 0 || (scan.type !== null && query.types.includes(scan.type));
}
