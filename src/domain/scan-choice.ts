// Owns the choice of the scan to judge: a ladder of rungs, tried in order, over the scans of a repository.
import type { CommitSha, ScanId } from './identifiers.ts';
import type { Scan, UsableScan } from './scan.ts';

/** `exact`: of the commit. `ancestor`: of the nearest ancestor. `latest`: of any commit. */
export type ScanMatch = 'exact' | 'ancestor' | 'latest';

export interface ScanQuery {
  readonly sha: CommitSha;
  /** Not empty; tried in order. */
  readonly rungs: readonly ScanMatch[];
  /** `scanType` values that may be used; empty means any. */
  readonly types: readonly string[];
  /** The commit itself, then its ancestors, nearest first; empty unless a rung needs it. */
  readonly ancestors: readonly CommitSha[];
}

export interface ScansRead {
  /** Newest first, as the service lists them. */
  readonly scans: readonly Scan[];
  /** Whether nothing older is left to read. */
  readonly exhausted: boolean;
}

export interface ChosenScan {
  readonly scan: UsableScan;
  readonly match: ScanMatch;
  /** 0 for `exact`; null when the scan's commit is not among the known ancestors. */
  readonly commitsBehind: number | null;
  /** A newer scan of the same commit that failed, when this one stands in for it. */
  readonly insteadOf: Scan | null;
}

export type ScanChoice =
  | ({ readonly kind: 'chosen' } & ChosenScan)
  | { readonly kind: 'running'; readonly scan: UsableScan }
  | { readonly kind: 'failed'; readonly scan: UsableScan }
  | { readonly kind: 'none' }
  /** Older scans must be read before the answer is known. */
  | { readonly kind: 'unknown' };

/** Tries the rungs in order over what has been read. Never throws. */
export function selectScan(read: ScansRead, query: ScanQuery): ScanChoice {
  const usable = read.scans.filter((scan) => isUsable(scan, query));
  let failed: UsableScan | null = null;
  for (const rung of query.rungs) {
    const choice = tryRung(rung, { usable, exhausted: read.exhausted, query });
    if (choice.kind === 'failed') failed = choice.scan;
    else if (choice.kind !== 'none') return choice;
  }
  return failed ? { kind: 'failed', scan: failed } : { kind: 'none' };
}

interface RungInput {
  readonly usable: readonly UsableScan[];
  readonly exhausted: boolean;
  readonly query: ScanQuery;
}

function tryRung(rung: ScanMatch, input: RungInput): ScanChoice {
  switch (rung) {
    case 'exact':
      return tryExact(input);
    case 'ancestor':
      return tryAncestor(input);
    case 'latest':
      return tryLatest(input);
  }
}

function tryExact({ usable, exhausted, query }: RungInput): ScanChoice {
  const matching = usable.filter((scan) => scan.sha === query.sha);
  const newest = matching[0];
  if (newest === undefined) return { kind: exhausted ? 'none' : 'unknown' };
  if (newest.state === 'running') return { kind: 'running', scan: newest };
  const complete = matching.find((scan) => scan.state === 'complete');
  if (complete === undefined) {
    return exhausted ? { kind: 'failed', scan: newest } : { kind: 'unknown' };
  }
  const insteadOf = complete === newest ? null : newest;
  return { kind: 'chosen', scan: complete, match: 'exact', commitsBehind: 0, insteadOf };
}

function tryAncestor({ usable, exhausted, query }: RungInput): ScanChoice {
  const distance = toDistances(query.ancestors);
  const nearest = usable
    .filter((scan) => scan.state === 'complete' && scan.sha !== null && distance.has(scan.sha))
    .map((scan) => ({ scan, commitsBehind: commitsBehind(scan, distance) ?? Infinity }))
    .reduce<{ scan: UsableScan; commitsBehind: number } | null>(
      (best, next) => (best !== null && best.commitsBehind <= next.commitsBehind ? best : next),
      null,
    );
  // Only a scan of the commit itself cannot be beaten by an older one.
  if (!exhausted && nearest?.commitsBehind !== 0) return { kind: 'unknown' };
  if (nearest === null) return { kind: 'none' };
  return { kind: 'chosen', ...nearest, match: 'ancestor', insteadOf: null };
}

function tryLatest({ usable, exhausted, query }: RungInput): ScanChoice {
  const scan = usable.find((candidate) => candidate.state === 'complete');
  if (scan === undefined) return { kind: exhausted ? 'none' : 'unknown' };
  const behind = scan.sha === query.sha ? 0 : commitsBehind(scan, toDistances(query.ancestors));
  return { kind: 'chosen', scan, match: 'latest', commitsBehind: behind, insteadOf: null };
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
