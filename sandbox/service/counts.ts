// Counts the bugs of a scan.
import type { BugData, ReviewState } from './data.ts';

export interface BugCounts {
  total: number;
  open: number;
  resolved: number;
  dismissed: number;
}

const fields = { pending: 'open', resolved: 'resolved', dismissed: 'dismissed' } as const;

/** The review state of a bug; one without a review is pending. */
export function reviewStateOf(bug: BugData): ReviewState {
  return bug.review?.state ?? 'pending';
}

/** Counts bugs by their present review state. */
export function countBugs(bugs: readonly BugData[]): BugCounts {
  const counts: BugCounts = { total: bugs.length, open: 0, resolved: 0, dismissed: 0 };
  for (const bug of bugs) counts[fields[reviewStateOf(bug)]] += 1;
  return counts;
}

/** Moves one bug from a state to another; counts that were given wrong never fall below zero. */
export function moveCount(counts: BugCounts, from: ReviewState, to: ReviewState): void {
  counts[fields[from]] = Math.max(0, counts[fields[from]] - 1);
  counts[fields[to]] += 1;
}
