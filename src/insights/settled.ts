// People settled these bugs: they dismissed them or marked them as resolved. Some should be looked at again, and some dismissals end.
import { isWithin, type Period } from '../judgement/day.ts';
import type { BugId, EpochMs } from '../judgement/identifiers.ts';
import { isByPerson, type Review, type ReviewedBug } from '../judgement/reviewed-bug.ts';
import { DAY_MS } from '../judgement/time.ts';
import { compareByReview, compareIds, type ShownBug } from './shown-bug.ts';

/** An acceptance is named so long before it ends. */
export const SOON_DAYS = 30;

/** The newest complete full scan of the default branch that lists a bug which was found before it. */
export interface BranchScan {
  readonly startedAt: EpochMs;
  /** It found these, in whatever state they are today. */
  readonly listed: ReadonlySet<BugId>;
}

export interface BugBeside {
  readonly bug: ReviewedBug;
  readonly shown: ShownBug;
  /** A full scan of the default branch has left it out since its review. */
  readonly isLeftOut: boolean;
}

/** Somebody should look again where a dismissal has no note, or where no scan has confirmed that the bug is resolved. */
export type LookAgain = 'no-note' | 'not-confirmed';

export interface SettledBug {
  readonly shown: ShownBug;
  /** It is null where nobody needs to look again. */
  readonly lookAgain: LookAgain | null;
}

export interface SettledFigures {
  /** Those of the period: the ones to look at again come first, then the newest. */
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

/** A scan confirms a review if it began later and does not list the bug. */
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
