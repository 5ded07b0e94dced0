// Owns the state and the age of a scan.
import { describe, expect, test } from '@jest/globals';
import { readScanState, scanAgeMs } from '../../src/domain/scan.ts';
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
