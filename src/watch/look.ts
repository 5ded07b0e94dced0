// A look at one of many repositories, and what all of them come to.
import type { Looked } from '../sweep/progress.ts';
import type { WatchOutcome } from './watch-repository.ts';

export interface Look extends Looked {
  /** Null: nothing is known of it. */
  readonly outcome: WatchOutcome | null;
}

/** Whether it counts as failed: an issue that is up to date has said what there is to say. */
export function isFailed({ outcome, fault }: Look): boolean {
  return fault !== null && outcome?.isIssueCurrent !== true;
}

/** Whether nothing is known of any, so that nothing can be counted. An empty shard has none of which nothing is known. */
export function isNoneRead(looks: readonly Look[]): boolean {
  return looks.length > 0 && looks.every(({ outcome }) => outcome === null);
}

export function sumCounts(looks: readonly Look[]): WatchOutcome['report']['counts'] {
  const total = { open: 0, openSecurity: 0, newBugs: 0, newSecurityBugs: 0 };
  for (const { outcome } of looks) {
    if (outcome === null) continue;
    const { counts } = outcome.report;
    total.open += counts.open;
    total.openSecurity += counts.openSecurity;
    total.newBugs += counts.newBugs;
    total.newSecurityBugs += counts.newSecurityBugs;
  }
  return total;
}
