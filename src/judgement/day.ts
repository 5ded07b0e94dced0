// Days and weeks in UTC. Where a day is a number, it is that of whole days since 1970-01-01.
import type { EpochMs } from './identifiers.ts';
import { DAY_MS } from './time.ts';

/** Reads the first moment of a day such as `2027-01-31`; null for any other text, also for a day that no month has. */
export function parseDay(text: string): EpochMs | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const at = Date.parse(`${text}T00:00:00Z`) as EpochMs;
  // `2027-02-30` would be a day in March.
  return Number.isNaN(at) || formatDay(at) !== text ? null : at;
}

/** `2027-01-31`. */
export function formatDay(at: EpochMs): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? 'an unknown day' : date.toISOString().slice(0, 10);
}

/** The days from the first to the last, both included. */
export interface Period {
  readonly first: number;
  readonly last: number;
}

export function toDay(at: EpochMs): number {
  return Math.floor(at / DAY_MS);
}

/** The last of these days is that of `now`. */
export function toPeriod(now: EpochMs, days: number): Period {
  const last = toDay(now);
  return { first: last - days + 1, last };
}

/** A moment that clocks put after `now` counts as now. */
export function toPast(at: EpochMs, now: EpochMs): EpochMs {
  return at > now ? now : at;
}

export function toPeriodBefore({ first, last }: Period): Period {
  return { first: first - (last - first + 1), last: first - 1 };
}

/** A moment that is later than now counts as now. */
export function isWithin(at: EpochMs, { first, last }: Period, now: EpochMs): boolean {
  const day = toDay(toPast(at, now));
  return first <= day && day <= last;
}

/** Weeks begin on Monday; the first and the last are cut to the period. */
export function toWeeks({ first, last }: Period): readonly Period[] {
  const weeks: Period[] = [];
  for (let from = first; from <= last; from = toNextMonday(from)) {
    weeks.push({ first: from, last: Math.min(last, toNextMonday(from) - 1) });
  }
  return weeks;
}

/** Day 0 was a Thursday, so day 4 was a Monday. */
function toNextMonday(day: number): number {
  return (Math.floor((day - 4) / 7) + 1) * 7 + 4;
}

/** `2027-01-31`. */
export function formatDate(day: number): string {
  return formatDay((day * DAY_MS) as EpochMs);
}
