// The facts about the scans of a repository: the oldest and the newest full one, their rhythm, and how many fail.
import { isWithin, type Period } from '../judgement/day.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import { isFullScan, isOfTypes, type Scan, scanAgeMs, scanEndMs } from '../judgement/scan.ts';

export interface ScanFacts {
  /** The oldest complete full scan began then; null: there is none. */
  readonly oldestAt: EpochMs | null;
  /** It is complete and full; null: there is none. */
  readonly newest: Scan | null;
  /** It is the median from one complete full scan of the period to the next; null below two. */
  readonly intervalMs: number | null;
  /** The newest ended longer ago than twice that. */
  readonly isLate: boolean;
  /** So many scans of the period have ended. */
  readonly ended: number;
  readonly failed: number;
}

export interface ScanFactsQuery {
  readonly scans: readonly Scan[];
  /** Only scans of these types count; empty: all do. */
  readonly types: readonly string[];
  readonly period: Period;
  readonly now: EpochMs;
}

/** Takes partial scans for full ones where the types name no full one. */
export function decideScanFacts({ scans, types, period, now }: ScanFactsQuery): ScanFacts {
  const ours = scans.filter((scan) => isOfTypes(scan, types)).toSorted((a, b) => a.startedAt - b.startedAt);
  const isPartialMeant = types.length > 0 && !types.includes('default');
  const full = ours.filter((scan) => scan.state === 'complete' && (isPartialMeant || isFullScan(scan)));
  const recent = ours.filter(({ startedAt }) => isWithin(startedAt, period, now));
  const failed = recent.filter(({ state }) => state === 'failed').length;
  const newest = full.toSorted((a, b) => scanEndMs(b) - scanEndMs(a))[0] ?? null;
  const intervalMs = toMedianGap(full.filter((scan) => recent.includes(scan)).map(({ startedAt }) => startedAt));
  return {
    oldestAt: full[0]?.startedAt ?? null,
    newest,
    intervalMs,
    isLate: newest !== null && intervalMs !== null && scanAgeMs(newest, now) > 2 * intervalMs,
    ended: failed + recent.filter(({ state }) => state === 'complete').length,
    failed,
  };
}

/** Older scans would tell nothing more if all of the period were read, and a full one from before it. */
export function isEnoughScans(query: ScanFactsQuery): boolean {
  const { period, now } = query;
  const { oldestAt } = decideScanFacts(query);
  return oldestAt !== null && !isWithin(oldestAt, period, now);
}

/** Gives the lower one of the middle two; null below two times, which are in order. */
function toMedianGap(times: readonly number[]): number | null {
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
  return gaps.toSorted((a, b) => a - b)[Math.ceil(gaps.length / 2) - 1] ?? null;
}
