// The marks on security bugs that somebody should look at again: a dismissal without a note, or a fix that no scan has confirmed.
import type { BugId, EpochMs } from '../judgement/identifiers.ts';
import { isByPerson, type Review, type ReviewedBug } from '../judgement/reviewed-bug.ts';

/** The newest complete full scan of the default branch that lists a bug which was found before it. */
export interface BranchScan {
  readonly startedAt: EpochMs;
  /** The scan found these bugs, whatever state they are in today. */
  readonly listed: ReadonlySet<BugId>;
}

export type LookAgain = 'no-note' | 'not-confirmed';

export function isMarkedAsResolved(review: Review): boolean {
  return review.state === 'resolved' && isByPerson(review);
}

/** The days on which people marked security bugs as resolved, which a later scan should confirm. */
export function selectMarkedAt(bugs: readonly ReviewedBug[]): readonly EpochMs[] {
  return bugs.flatMap(({ kind, review }) =>
    kind === 'security' && review !== null && isMarkedAsResolved(review) ? [review.at] : [],
  );
}

/** Gives null where nobody needs to look again, as for every bug that is no security bug. */
export function decideLookAgain({ id, kind, review }: ReviewedBug, scan: BranchScan | null): LookAgain | null {
  if (kind !== 'security' || review === null) return null;
  if (review.state === 'dismissed') return (review.note ?? '').trim() === '' ? 'no-note' : null;
  if (!isMarkedAsResolved(review)) return null;
  const isConfirmed = scan !== null && scan.startedAt >= review.at && !scan.listed.has(id);
  return isConfirmed ? null : 'not-confirmed';
}
