// A bug with what was decided about it: pending, resolved or dismissed, when, and why.
import type { Finding, FindingDetails } from './finding.ts';
import type { EpochMs } from './identifiers.ts';

/** The last review of a bug; the service keeps no other. */
export interface Review {
  /** `pending`: somebody opened the bug again. A state that is not known is pending too. */
  readonly state: 'pending' | 'resolved' | 'dismissed';
  readonly at: EpochMs;
  /** Why it was dismissed, as the service wrote it; null if it gave no reason. */
  readonly reason: string | null;
  /** Free text, untrusted; null without any. */
  readonly note: string | null;
  /** Where the review came from, such as `review` or `jira`; null if the service does not say. */
  readonly source: string | null;
}

/** A bug in any state, without its long texts: all bugs of many repositories are in memory at once. */
export interface ReviewedBug extends Omit<Finding, 'details' | 'reopenedAt'> {
  readonly details: Omit<FindingDetails, 'summary' | 'linkedIssues'>;
  /** Null: nobody has reviewed it, so it is pending. */
  readonly review: Review | null;
}

export function isPending({ review }: Pick<ReviewedBug, 'review'>): boolean {
  return review === null || review.state === 'pending';
}

/** The sources of reviews that stand for people. The service also reviews by itself, when it sees that a bug is fixed. */
const PEOPLE: ReadonlySet<string | null> = new Set(['review', 'linear', 'jira', 'asana', 'github_issue']);

export function isByPerson({ source }: Pick<Review, 'source'>): boolean {
  return PEOPLE.has(source);
}
