// The state and the age of a scan.
import { isFromFuture, readScanState, scanAgeMs, selectUnknownTypes } from '../../src/judgement/scan.ts';
import { describe, expect, test } from '../jest.ts';
import { aScan, at } from './fixtures.ts';

describe('the state of a scan', () => {
  test.each([
    ['complete', true, 'complete'],
    ['complete', false, 'complete'],
    ['in_progress', false, 'running'],
    ['in_progress', true, 'running'],
    ['failed', true, 'failed'],
    ['failed', false, 'failed'],
    ['dlq', true, 'failed'],
    [null, true, 'complete'],
    [null, false, 'running'],
    ['queued', false, 'running'],
    ['queued', true, 'running'],
    ['Complete', true, 'running'],
    ['', true, 'running'],
  ])('with the status %j and ended %j is %s', (status, ended, expected) => {
    expect(readScanState(status, ended)).toBe(expected);
  });
});

describe('the age of a scan', () => {
  test.each([
    ['counts from its end', at(5_000), 10_000, 5_000],
    ['counts from its beginning while it has no end', null, 10_000, 9_000],
    ['is never negative', at(5_000), 4_000, 0],
  ])('%s', (_, endedAt, now, expected) => {
    expect(scanAgeMs(aScan({ startedAt: at(1_000), endedAt }), at(now))).toBe(expected);
  });
});

describe('a scan is from the future', () => {
  const hourMs = 3_600_000;
  test.each([
    ['when it ends more than an hour from now', at(0), at(hourMs + 1), true],
    ['not when it ends within the hour by which clocks may differ', at(0), at(hourMs), false],
    ['not when it ended', at(0), at(-1), false],
    ['when it has no end and begins more than an hour from now', at(hourMs + 1), null, true],
    ['not when it has ended, whenever it began', at(2 * hourMs), at(0), false],
  ])('%s', (_, startedAt, endedAt, expected) => {
    expect(isFromFuture(aScan({ startedAt, endedAt }), at(0))).toBe(expected);
  });
});

test('types that nobody knows are neither documented nor used', () => {
  const types = ['default', 'recentChanges', 'deep', 'recentchanges'];
  expect(selectUnknownTypes(types, [aScan({ type: 'deep' })])).toEqual(['recentchanges']);
  expect(selectUnknownTypes(types, [])).toEqual(['deep', 'recentchanges']);
});
