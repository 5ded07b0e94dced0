// What people decided about bugs: those they dismissed or marked as resolved in the period, and dismissals that end.
import { isWithin, type Period } from '../judgement/day.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import { isByPerson, type Review, type ReviewedBug } from '../judgement/reviewed-bug.ts';
import { DAY_MS } from '../judgement/time.ts';
import { isMarkedAsResolved } from './look-again.ts';
import { compareByReview, compareIds, type ShownBug } from './shown-bug.ts';

/** A dismissal with an end is named this many days before it ends. */
export const SOON_DAYS = 30;

export interface BugPair {
  readonly bug: ReviewedBug;
  readonly shown: ShownBug;
}

export interface SettledFigures {
  /** Bugs of the period: the ones to look at again come first, then the newest. */
  readonly settled: readonly ShownBug[];
  /** Dismissals that have ended or will within thirty days, over all time, the one that ends first first. */
  readonly ending: readonly ShownBug[];
  /** Security bugs that people marked as resolved before the period, and that no scan has confirmed. */
  readonly unconfirmedBefore: number;
  /** Bugs resolved in the period by neither a person nor the service's check of the fix, as far as the service says. */
  readonly unattributed: number;
  readonly unattributedSecurity: number;
}

/** Selects what is listed; the same bugs in any order give the same. */
export function decideSettled(pairs: readonly BugPair[], period: Period, now: EpochMs): SettledFigures {
  const reviewed = pairs.flatMap(({ bug: { review }, shown }) => (review === null ? [] : [{ review, shown }]));
  const recent = reviewed.filter(({ review }) => isWithin(review.at, period, now));
  const settled = recent
    .filter(({ review }) => review.state === 'dismissed' || isMarkedAsResolved(review))
    .map(({ shown }) => shown);
  const unattributed = recent.filter(({ review }) => isUnattributed(review));
  const dismissed = reviewed.filter(({ review }) => review.state === 'dismissed').map(({ shown }) => shown);
  return {
    settled: settled.toSorted(
      (a, b) => Number(a.lookAgain === null) - Number(b.lookAgain === null) || compareByReview(a, b),
    ),
    ending: dismissed
      .filter((shown) => readEnd(shown) - now <= SOON_DAYS * DAY_MS)
      .toSorted((a, b) => readEnd(a) - readEnd(b) || compareIds(a, b)),
    unconfirmedBefore: reviewed.filter(
      ({ review, shown }) => shown.lookAgain === 'not-confirmed' && !isWithin(review.at, period, now),
    ).length,
    unattributed: unattributed.length,
    unattributedSecurity: unattributed.filter(({ shown }) => shown.kind === 'security').length,
  };
}

function isUnattributed(review: Review): boolean {
  return review.state === 'resolved' && !isByPerson(review) && review.source !== 'bug_fix_check';
}

/** When a dismissal ends; infinite where it has no end that can be read. */
export function readEnd({ review }: ShownBug): number {
  return review?.until?.endsAt ?? Infinity;
}
