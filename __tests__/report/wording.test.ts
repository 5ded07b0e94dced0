// The sentences and the charts that documents share.
import { describe, expect, test } from '@jest/globals';
import type { EpochMs } from '../../src/domain/identifiers.ts';
import type { UnverifiedReason } from '../../src/domain/verdict.ts';
import { toBar, toScanPoints, toSparkline } from '../../src/report/chart.ts';
import { countOf, formatCount, formatDuration, formatTime } from '../../src/domain/format.ts';
import { toHeadline, toScanAgeLine, toScanLine } from '../../src/report/wording.ts';
import { aFinding, anUnverified, aReport, aScan, scanHistory } from './fixtures.ts';

const at = (ms: number): EpochMs => ms as EpochMs;

describe('counts', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [1_234_567, '1,234,567'],
  ])('%d reads %s', (count, expected) => {
    expect(formatCount(count)).toBe(expected);
  });
  test.each([
    [0, '0 bugs'],
    [1, '1 bug'],
    [2, '2 bugs'],
    [1_000, '1,000 bugs'],
  ])('%d is %s', (count, expected) => {
    expect(countOf(count, 'bug', 'bugs')).toBe(expected);
  });
});

describe('durations', () => {
  test.each([
    [0, '0 s'],
    [999, '0 s'],
    [59_999, '59 s'],
    [90_000, '90 s'],
    [120_000, '2 min'],
    [3_599_999, '59 min'],
    [3_600_000, '1 h'],
    [12_600_000, '3.5 h'],
    [172_799_999, '47.9 h'],
    [172_800_000, '2 days'],
    [181_440_000, '2.1 days'],
  ])('%d ms reads %s', (ms, expected) => {
    expect(formatDuration(ms)).toBe(expected);
  });
});

describe('times', () => {
  test.each([
    [Date.UTC(2026, 10, 20, 9, 31, 59, 999), '2026-11-20 09:31 UTC'],
    [0, '1970-01-01 00:00 UTC'],
    [Number.NaN, 'an unknown time'],
    [9e15, 'an unknown time'],
  ])('%d reads %s', (ms, expected) => {
    expect(formatTime(at(ms))).toBe(expected);
  });
});

describe('the headline', () => {
  const security = aFinding('1', { kind: 'security' });
  test.each([
    ['passed: 0 pending security bugs, 0 allowed', aReport()],
    [
      'passed: 1 pending security bug, 2 allowed; 1 pending bug, 3 allowed',
      aReport({ findings: [security], maxSecurityBugs: 2, maxBugs: 3 }),
    ],
    ['passed: no threshold is set', aReport({ findings: [security], maxSecurityBugs: 'off' })],
    ['failed: 1 pending security bug, 0 allowed', aReport({ findings: [security] })],
    [
      'failed: 1 pending security bug, 0 allowed; 1 pending bug, 0 allowed',
      aReport({ findings: [security], maxBugs: 0 }),
    ],
    [
      'failed: 1 pending bug, 0 allowed',
      aReport({ findings: [security], maxSecurityBugs: 1, maxBugs: 0 }),
    ],
  ])('is %j', (expected, report) => {
    expect(toHeadline(report)).toBe(expected);
  });

  test.each<[UnverifiedReason]>([
    ['no-scan'],
    ['scan-failed'],
    ['scan-timeout'],
    ['stale-scan'],
    ['superseded'],
    ['service-error'],
    ['github-error'],
    ['no-credentials'],
    ['invalid-input'],
    ['unauthorized'],
    ['repository-not-found'],
  ])('never claims a count when nothing was judged: %s', (reason) => {
    const headline = toHeadline(anUnverified(reason, { what: '', advice: [] }));
    expect(headline).toMatch(/^unverified \([a-z-]+\): [a-zA-Z ]+$/);
  });
});

describe('a scan in a list', () => {
  const scan = aScan({ startedAt: at(0), endedAt: at(3_600_000) });
  test('has commit, date and status', () => {
    expect(toScanLine(scan)).toBe('`4be1f0c`, 1970-01-01 01:00 UTC, complete');
  });
  test('has its age where it is read at once', () => {
    expect(toScanAgeLine(scan, at(7_200_000))).toBe('`4be1f0c`, 1 h old, complete');
  });
  test('may have no commit, no end and no status', () => {
    const odd = aScan({
      sha: null,
      endedAt: null,
      status: null,
      state: 'running',
      startedAt: at(0),
    });
    expect(toScanLine(odd)).toBe('unknown commit, 1970-01-01 00:00 UTC, running');
  });
});

describe('the history', () => {
  const points = (...opens: number[]) => opens.map((open) => ({ at: at(0), sha: null, open }));

  test('has the counted complete scans, oldest first', () => {
    const odd = [aScan({ state: 'failed' }), aScan({ state: 'running' }), aScan({ counts: null })];
    const all = [...odd, ...scanHistory];
    expect(toScanPoints(all).map(({ open }) => open)).toEqual([9, 23, 17, 19, 14, 12]);
  });
  test('has at most the thirty newest', () => {
    const all = Array.from({ length: 40 }, (_, open) =>
      aScan({ counts: { open, resolved: 0, dismissed: 0 } }),
    );
    const opens = toScanPoints(all).map(({ open }) => open);
    expect([opens.length, opens[0], opens.at(-1)]).toEqual([30, 29, 0]);
  });

  test.each([
    [[], ''],
    [[0, 0], '▁▁'],
    [[0, 7], '▁█'],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], '▂▂▃▄▅▅▆▇▇█'],
    [[5, 5, 5], '███'],
    [[-1, 1], '▁█'],
  ])('of %j is drawn as %s', (opens, expected) => {
    expect(toSparkline(points(...opens))).toBe(expected);
  });

  test.each([
    [0, 10, 0],
    [1, 1_000, 1],
    [5, 10, 10],
    [10, 10, 20],
    [0, 0, 0],
  ])('a bar of %d of %d has %d cells', (open, highest, expected) => {
    expect(toBar(open, highest)).toBe('█'.repeat(expected));
  });
});
