// The past of a repository's bugs, computed from the days on which they were found, resolved or dismissed.
import { median } from 'd3-array';
import { isWithin, type Period, toDay, toPast, toPeriod, toPeriodBefore, toWeeks } from '../judgement/day.ts';
import type { FindingKind } from '../judgement/finding.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import { sum } from '../judgement/lists.ts';
import { isPending, type ReviewedBug } from '../judgement/reviewed-bug.ts';
import { DAY_MS } from '../judgement/time.ts';

export type DatedBug = Pick<ReviewedBug, 'kind' | 'foundAt' | 'review'>;

export interface HistoryQuery {
  readonly bugs: readonly DatedBug[];
  /** A later date counts as this time of the run. */
  readonly now: EpochMs;
  /** The period has so many days, and ends with the day of `now`. */
  readonly days: number;
  /** Nothing is known before the oldest complete full scan; null: there is none. */
  readonly since: EpochMs | null;
}

/** A bug counts as what it is classified as today. */
export type KindCounts = Readonly<Record<FindingKind, number>>;

export interface DayCount {
  readonly day: number;
  /** It is counted at the end of the day, in UTC. */
  readonly pending: KindCounts;
}

export interface Flow {
  readonly found: number;
  readonly resolved: number;
  readonly dismissed: number;
}

/** A week begins on Monday; the first and the last are cut to the period. */
export interface WeekFlow extends Flow {
  readonly week: Period;
}

/** Tells how long it took to resolve the bugs that were resolved in the period. */
export interface Resolution {
  readonly resolved: number;
  /** It is never negative, and null below five bugs. */
  readonly medianMs: number | null;
}

export interface AgeCount {
  /** The highest age of these bugs is so many days; null: they are older than all the others. */
  readonly upToDays: number | null;
  readonly pending: KindCounts;
}

export interface PeriodFigures {
  readonly flow: Flow;
  readonly resolution: Resolution;
  readonly securityResolution: Resolution;
}

export interface History extends PeriodFigures {
  readonly period: Period;
  /** Something is known from this day on; null: nothing is. */
  readonly knownFrom: number | null;
  /** The period before has as many days. It is null where not all of it is known. */
  readonly before: PeriodFigures | null;
  /** It is counted when the period began; null where that is not known. */
  readonly pendingBefore: KindCounts | null;
  /** They begin with the day of `since`, and are empty without it. */
  readonly days: readonly DayCount[];
  readonly weeks: readonly WeekFlow[];
  readonly pending: KindCounts;
  /** It is the age of the pending bugs by the clock; null below five bugs. */
  readonly medianAgeMs: number | null;
  readonly ages: readonly AgeCount[];
}

/** Computes the past. Of several reviews of a bug only the last is known. */
export function decideHistory(query: HistoryQuery): History {
  const { bugs, now, days, since } = query;
  const period = toPeriod(now, days);
  const earlier = toPeriodBefore(period);
  const open = bugs.filter(isPending);
  const knownFrom = since === null ? null : toDay(toPast(since, now));
  const isKnownOn = (day: number): boolean => knownFrom !== null && knownFrom <= day;
  return {
    ...decidePeriod(query, period),
    period,
    knownFrom,
    before: isKnownOn(earlier.first) ? decidePeriod(query, earlier) : null,
    days: knownFrom === null ? [] : countDays(query, { ...period, first: Math.max(period.first, knownFrom) }),
    weeks: countWeeks(query, period),
    pending: countKinds(open),
    pendingBefore: isKnownOn(earlier.last)
      ? (countDays(query, { ...earlier, first: earlier.last })[0]?.pending ?? null)
      : null,
    medianAgeMs: toMedian(open.map(({ foundAt }) => Math.max(0, now - foundAt))),
    ages: countAges(open, now),
  };
}

type BugQuery = Pick<HistoryQuery, 'bugs' | 'now'>;

function decidePeriod({ bugs, now }: BugQuery, period: Period): PeriodFigures {
  const security = bugs.filter(({ kind }) => kind === 'security');
  const weeks = countWeeks({ bugs, now }, period);
  return {
    flow: {
      found: sum(weeks.map(({ found }) => found)),
      resolved: sum(weeks.map(({ resolved }) => resolved)),
      dismissed: sum(weeks.map(({ dismissed }) => dismissed)),
    },
    resolution: decideResolution({ bugs, now }, period),
    securityResolution: decideResolution({ bugs: security, now }, period),
  };
}

function countKinds(bugs: readonly Pick<DatedBug, 'kind'>[]): KindCounts {
  const counts = { security: 0, bug: 0, unclassified: 0 };
  for (const { kind } of bugs) counts[kind] += 1;
  return counts;
}

export function sumKinds({ security, bug, unclassified }: KindCounts): number {
  return security + bug + unclassified;
}

/** A bug is pending from the day when it was found until the day before the one when it was settled. */
function countDays({ bugs, now }: BugQuery, { first, last }: Period): readonly DayCount[] {
  const changes = Array.from({ length: last - first + 1 }, () => ({ security: 0, bug: 0, unclassified: 0 }));
  const change = (kind: FindingKind, day: number, by: number): void => {
    const counts = changes[Math.max(0, day - first)];
    if (counts !== undefined) counts[kind] += by;
  };
  for (const { kind, foundAt, review } of bugs) {
    const found = toDay(toPast(foundAt, now));
    change(kind, found, 1);
    // Clocks differ, so a bug may be settled before it was found: then it was never pending.
    if (review !== null && review.state !== 'pending') change(kind, Math.max(found, toDay(toPast(review.at, now))), -1);
  }
  const pending = { security: 0, bug: 0, unclassified: 0 };
  return changes.map(({ security, bug, unclassified }, index) => {
    pending.security += security;
    pending.bug += bug;
    pending.unclassified += unclassified;
    return { day: first + index, pending: { ...pending } };
  });
}

function countWeeks({ bugs, now }: BugQuery, period: Period): readonly WeekFlow[] {
  const weeks = toWeeks(period).map((week) => ({ week, found: 0, resolved: 0, dismissed: 0 }));
  const count = (at: EpochMs, what: keyof Flow): void => {
    const day = toDay(toPast(at, now));
    const flow = day < period.first ? undefined : weeks.find(({ week }) => day <= week.last);
    if (flow !== undefined) flow[what] += 1;
  };
  for (const { foundAt, review } of bugs) {
    count(foundAt, 'found');
    if (review !== null && review.state !== 'pending') count(review.at, review.state);
  }
  return weeks;
}

/** Below so many bugs a median says little. */
const LEAST_FOR_MEDIAN = 5;

function decideResolution({ bugs, now }: BugQuery, period: Period): Resolution {
  const durationsMs = bugs.flatMap(({ foundAt, review }) =>
    review?.state === 'resolved' && isWithin(review.at, period, now)
      ? [Math.max(0, toPast(review.at, now) - toPast(foundAt, now))]
      : [],
  );
  return { resolved: durationsMs.length, medianMs: toMedian(durationsMs) };
}

function toMedian(durationsMs: readonly number[]): number | null {
  return durationsMs.length < LEAST_FOR_MEDIAN ? null : (median(durationsMs) ?? null);
}

const AGES_DAYS = [7, 30, 90, 180, null];

function countAges(open: readonly DatedBug[], now: EpochMs): readonly AgeCount[] {
  const toBucket = ({ foundAt }: DatedBug): number | null =>
    AGES_DAYS.find((upToDays) => upToDays === null || now - foundAt <= upToDays * DAY_MS) ?? null;
  const buckets = Map.groupBy(open, toBucket);
  return AGES_DAYS.map((upToDays) => ({ upToDays, pending: countKinds(buckets.get(upToDays) ?? []) }));
}
