// A look at one of many repositories, and what all of them come to.
import type { Looked } from '../sweep/progress.ts';
import type { WatchOutcome } from './watch-repository.ts';

export interface Look extends Looked {
  /** Null: nothing is known of it, because of the fault, or because it has never been scanned. */
  readonly outcome: WatchOutcome | null;
}

/** Whether it counts as failed: an issue that is up to date has said what there is to say. */
export function isFailed({ outcome, fault }: Look): boolean {
  return fault !== null && outcome?.isIssueCurrent !== true;
}

/** Whether each could not be read, so that nothing can be counted. An empty shard has none that could not be read. */
export function isNoneRead(looks: readonly Look[]): boolean {
  return looks.length > 0 && looks.every(({ outcome, fault }) => outcome === null && fault !== null);
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
