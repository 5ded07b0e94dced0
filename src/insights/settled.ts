// What people settled: bugs that were dismissed or marked as resolved, which of them to look at again, and dismissals that end.
import { isWithin, type Period } from '../judgement/day.ts';
import type { BugId, EpochMs } from '../judgement/identifiers.ts';
import { isByPerson, type Review, type ReviewedBug } from '../judgement/reviewed-bug.ts';
import { DAY_MS } from '../judgement/time.ts';
import { compareByReview, compareIds, type ShownBug } from './shown-bug.ts';

/** How early an acceptance that will end is named. */
export const SOON_DAYS = 30;

/** The newest complete full scan of the default branch that lists a bug which was found before it. */
export interface BranchScan {
  readonly startedAt: EpochMs;
  /** Every bug that it found, in any state. */
  readonly listed: ReadonlySet<BugId>;
}

export interface BugBeside {
  readonly bug: ReviewedBug;
  readonly shown: ShownBug;
  /** Whether a full scan of the default branch has left it out since its review. */
  readonly isLeftOut: boolean;
}

/** Why somebody should look again: a dismissal has no note, or no scan has confirmed that the bug is resolved. */
export type LookAgain = 'no-note' | 'not-confirmed';

export interface SettledBug {
  readonly shown: ShownBug;
  /** Null: nothing of the kind. */
  readonly lookAgain: LookAgain | null;
}

export interface SettledFigures {
  /** Of the period: first those to look at again, then the newest first. */
  readonly settled: readonly SettledBug[];
  /** Acceptances that have ended or will within thirty days, over all time, the one that ends first first. */
  readonly ending: readonly EndingBug[];
  /** Dismissed bugs whose note begins with `until` and no date that can be read. */
  readonly unreadable: number;
}

export interface EndingBug {
  readonly shown: ShownBug;
  /** The last day, in UTC: `2027-01-31`. */
  readonly day: string;
  readonly isOver: boolean;
}

/** Whether a scan that says what it found, also of older bugs, began after the review and does not list the bug. */
export function isLeftOutSince({ id, review }: ReviewedBug, scan: BranchScan | null): boolean {
  return scan !== null && review !== null && scan.startedAt >= review.at && !scan.listed.has(id);
}

/** Security bugs that a person marked as resolved in the period, which a scan should confirm. */
export function selectMarked(bugs: readonly ReviewedBug[], period: Period, now: EpochMs): readonly Review[] {
  return bugs.flatMap(({ kind, review }) => {
    const isAsked = kind === 'security' && review !== null && isMarkedAsResolved(review);
    return isAsked && isWithin(review.at, period, now) ? [review] : [];
  });
}

function isMarkedAsResolved(review: Review): boolean {
  return review.state === 'resolved' && isByPerson(review);
}

/** Selects what is listed; the same bugs in any order give the same. */
export function decideSettled(bugs: readonly BugBeside[], period: Period, now: EpochMs): SettledFigures {
  const dismissed = bugs.filter(({ bug }) => bug.review?.state === 'dismissed');
  const settled = bugs
    .filter(({ bug: { review } }) => {
      const isListed = review !== null && (review.state === 'dismissed' || isMarkedAsResolved(review));
      return isListed && isWithin(review.at, period, now);
    })
    .map((beside): SettledBug => ({ shown: beside.shown, lookAgain: decideLookAgain(beside) }));
  return {
    settled: settled.toSorted(
      (a, b) => Number(a.lookAgain === null) - Number(b.lookAgain === null) || compareByReview(a.shown, b.shown),
    ),
    ending: selectEnding(dismissed, now),
    unreadable: dismissed.filter(({ shown }) => shown.review?.until === 'unreadable').length,
  };
}

function decideLookAgain({ bug: { kind, review }, isLeftOut }: BugBeside): LookAgain | null {
  if (kind !== 'security' || review === null) return null;
  if (review.state === 'resolved') return isLeftOut ? null : 'not-confirmed';
  return (review.note ?? '').trim() === '' ? 'no-note' : null;
}

function selectEnding(dismissed: readonly BugBeside[], now: EpochMs): readonly EndingBug[] {
  return dismissed
    .flatMap(({ shown }) => {
      const until = shown.review?.until ?? null;
      return until === null || until === 'unreadable' ? [] : [{ shown, ...until }];
    })
    .filter(({ endsAt }) => endsAt - now <= SOON_DAYS * DAY_MS)
    .toSorted((a, b) => a.endsAt - b.endsAt || compareIds(a.shown, b.shown))
    .map(({ shown, day, endsAt }) => ({ shown, day, isOver: endsAt <= now }));
}
