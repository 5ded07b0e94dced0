// The dismissals that somebody should know of: those of the period, those without a note, and those that end.
import { isWithin, type Period } from '../judgement/day.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import type { ReviewedBug } from '../judgement/reviewed-bug.ts';
import { DAY_MS } from '../judgement/time.ts';
import { compareByReview, compareIds, type ShownBug } from './shown-bug.ts';

/** How early an acceptance that will end is named. */
export const SOON_DAYS = 30;

export interface BugBeside {
  readonly bug: ReviewedBug;
  readonly shown: ShownBug;
}

export interface Dismissals {
  /** Of the period, newest first. */
  readonly dismissed: readonly ShownBug[];
  /** Security bugs among them without any note. */
  readonly toLookAtAgain: readonly ShownBug[];
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

/** Selects what is listed; the same bugs in any order give the same. */
export function decideDismissals(bugs: readonly BugBeside[], period: Period, now: EpochMs): Dismissals {
  const all = bugs.filter(({ bug }) => bug.review?.state === 'dismissed');
  const recent = all
    .filter(({ bug }) => bug.review !== null && isWithin(bug.review.at, period, now))
    .toSorted((a, b) => compareByReview(a.shown, b.shown));
  return {
    dismissed: recent.map(({ shown }) => shown),
    toLookAtAgain: recent.filter(isUnexplained).map(({ shown }) => shown),
    ending: selectEnding(all, now),
    unreadable: all.filter(({ shown }) => shown.review?.until === 'unreadable').length,
  };
}

function isUnexplained({ bug }: BugBeside): boolean {
  return bug.kind === 'security' && (bug.review?.note ?? '').trim() === '';
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
