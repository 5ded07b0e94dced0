// Adds up what was found in each repository.
import { sum } from '../judgement/lists.ts';
import type { Looked } from '../sweep/progress.ts';
import type { WatchCounts } from './report.ts';
import type { WatchOutcome } from './watch-repository.ts';

export interface WatchResult extends Looked {
  /** Null: the fault says why nothing is known, or the repository has never been scanned. */
  readonly outcome: WatchOutcome | null;
}

/** A repository whose issue is up to date has not failed: the issue says it all. */
export function isFailed({ outcome, fault }: WatchResult): boolean {
  return fault !== null && outcome?.isIssueCurrent !== true;
}

/** Says whether nothing can be counted. An empty shard counts zero. */
export function isNoneRead(results: readonly WatchResult[]): boolean {
  return results.length > 0 && results.every(({ outcome, fault }) => outcome === null && fault !== null);
}

export function sumCounts(results: readonly WatchResult[]): WatchCounts {
  const counts = results.flatMap(({ outcome }) => outcome?.report.counts ?? []);
  const sumOf = (name: keyof WatchCounts): number => sum(counts.map((each) => each[name]));
  return {
    open: sumOf('open'),
    openSecurity: sumOf('openSecurity'),
    newBugs: sumOf('newBugs'),
    newSecurityBugs: sumOf('newSecurityBugs'),
  };
}
