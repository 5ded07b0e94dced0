// The tally counts pending bugs by kind, and settled ones.
import type { Finding } from './finding.ts';

/** `scan` counts the bugs that the judged scans list, `repository` all bugs of the repository, `both` the former and this pull request's own of the latter. */
export type CountFrom = 'scan' | 'repository' | 'both';

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
  { resolved, dismissed }: Pick<Tally, 'resolved' | 'dismissed'>,
): Tally {
  const count = (kind: Finding['kind']): number => findings.filter((finding) => finding.kind === kind).length;
  return {
    pending: findings.length,
    pendingSecurity: count('security'),
    pendingUnclassified: count('unclassified'),
    resolved,
    dismissed,
  };
}
