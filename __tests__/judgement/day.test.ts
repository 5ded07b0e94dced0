// Days, periods and weeks: each with a table of examples, the ends of months and periods among them.
import {
  formatDate,
  formatDay,
  isWithin,
  parseDay,
  toDay,
  toPast,
  toPeriod,
  toPeriodBefore,
  toWeeks,
} from '../../src/judgement/day.ts';
import type { EpochMs } from '../../src/judgement/identifiers.ts';
import { describe, expect, test } from '../jest.ts';

const at = (time: string): EpochMs => Date.parse(time) as EpochMs;
const day = (date: string): number => toDay(at(date));
const period = (first: string, last: string): { readonly first: number; readonly last: number } => ({
  first: day(first),
  last: day(last),
});

describe('a day', () => {
  test.each([
    ['2027-01-31', at('2027-01-31T00:00:00Z')],
    ['2028-02-29', at('2028-02-29T00:00:00Z')],
    ['2027-02-30', null],
    ['2027-13-01', null],
    ['02027-01-31', null],
    ['2027-01-31T00:00', null],
    ['x2027-01-31', null],
    ['', null],
  ])('%j begins at %p', (text, expected) => {
    expect(parseDay(text)).toBe(expected);
  });

  test('is that of a moment, in UTC', () => {
    expect([toDay(0 as EpochMs), toDay(86_399_999 as EpochMs), toDay(86_400_000 as EpochMs)]).toEqual([0, 0, 1]);
    expect(formatDay(at('2027-01-31T23:59:59.999Z'))).toBe('2027-01-31');
    expect(formatDay(Number.NaN as EpochMs)).toBe('an unknown day');
    expect(formatDate(day('2027-01-31'))).toBe('2027-01-31');
  });

  test('dated ahead counts as now', () => {
    const [before, now, later] = [at('2027-01-01'), at('2027-01-02'), at('2027-01-03')];
    expect([before, now, later].map((each) => toPast(each, now))).toEqual([before, now, now]);
  });
});

describe('a period', () => {
  test('ends with the day of now, and the one before it with the day before its first', () => {
    const own = toPeriod(at('2027-03-02T15:00:00Z'), 3);
    expect(own).toEqual(period('2027-02-28', '2027-03-02'));
    expect(toPeriodBefore(own)).toEqual(period('2027-02-25', '2027-02-27'));
    expect(toPeriodBefore(period('2027-02-28', '2027-02-28'))).toEqual(period('2027-02-27', '2027-02-27'));
  });

  test.each([
    ['2027-01-09T23:59:59Z', false],
    ['2027-01-10T00:00:00Z', true],
    ['2027-01-11T12:00:00Z', true],
    ['2027-01-12T11:00:00Z', true],
    ['2027-01-13T00:00:00Z', true],
  ])('has the moment %s, if what is dated ahead counts as now: %p', (time, expected) => {
    expect(isWithin(at(time), period('2027-01-10', '2027-01-12'), at('2027-01-12T12:00:00Z'))).toBe(expected);
  });

  test('does not have what is after it', () => {
    expect(isWithin(at('2027-01-13'), period('2027-01-10', '2027-01-12'), at('2027-02-01'))).toBe(false);
  });

  // 2027-01-04 is a Monday.
  test.each([
    ['2027-01-04', '2027-01-10', ['2027-01-04 2027-01-10']],
    ['2027-01-03', '2027-01-04', ['2027-01-03 2027-01-03', '2027-01-04 2027-01-04']],
    ['2027-01-02', '2027-01-13', ['2027-01-02 2027-01-03', '2027-01-04 2027-01-10', '2027-01-11 2027-01-13']],
    ['2027-01-06', '2027-01-05', []],
  ])('from %s to %s has the weeks %j', (first, last, weeks) => {
    const found = toWeeks(period(first, last)).map((week) => `${formatDate(week.first)} ${formatDate(week.last)}`);
    expect(found).toEqual(weeks);
  });
});
