// The tally: bug counts by kind and by review state.
import type { Finding } from './finding.ts';

export interface Tally {
  readonly pending: number;
  readonly pendingSecurity: number;
  readonly pendingUnclassified: number;
  readonly resolved: number;
  readonly dismissed: number;
}

/** Counts pending findings by kind. Resolved and dismissed bugs are totals, because the service only counts them. */
export function decideTally(
  findings: readonly Finding[],
  settled: { readonly resolved: number; readonly dismissed: number },
): Tally {
  return {
    pending: findings.length,
    pendingSecurity: findings.filter((finding) => finding.kind === 'security').length,
    pendingUnclassified: findings.filter((finding) => finding.kind === 'unclassified').length,
    resolved: settled.resolved,
    dismissed: settled.dismissed,
  };
}
