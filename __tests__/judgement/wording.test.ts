// Numbers, times, scans in a list, and the chart: what documents share.
import { readFileSync } from 'node:fs';
import { toBar, toScanPoints } from '../../src/documents/chart.ts';
import { VERSION } from '../../src/gate/documents/sarif.ts';
import { countOf, formatCount, formatDuration, formatTime } from '../../src/judgement/format.ts';
import type { EpochMs } from '../../src/judgement/identifiers.ts';
import { toPassedOverSentences, toScanAgeLine, toScanLine } from '../../src/judgement/scan-wording.ts';
import { aScan, scanHistory } from '../gate/documents/fixtures.ts';
import { describe, expect, test } from '../jest.ts';

const at = (ms: number): EpochMs => ms as EpochMs;

test('the version is that of package.json', () => {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ version: VERSION });
});

test.each([
  [formatCount(0), '0'],
  [formatCount(999), '999'],
  [formatCount(1_000), '1,000'],
  [formatCount(1_234_567), '1,234,567'],
  [countOf(0, 'bug', 'bugs'), '0 bugs'],
  [countOf(1, 'bug', 'bugs'), '1 bug'],
  [countOf(1_000, 'bug', 'bugs'), '1,000 bugs'],
  [formatDuration(999), '0 s'],
  [formatDuration(90_000), '90 s'],
  [formatDuration(120_000), '2 min'],
  [formatDuration(3_599_999), '59 min'],
  [formatDuration(12_600_000), '3.5 h'],
  [formatDuration(172_799_999), '47.9 h'],
  [formatDuration(172_800_000), '2 days'],
  [formatTime(at(Date.UTC(2026, 10, 20, 9, 31, 59, 999))), '2026-11-20 09:31 UTC'],
  [formatTime(at(Number.NaN)), 'an unknown time'],
  [formatTime(at(9e15)), 'an unknown time'],
])('%s', (text, expected) => {
  expect(text).toBe(expected);
});

describe('a scan in a list', () => {
  const scan = aScan({ startedAt: at(0), endedAt: at(3_600_000) });
  const odd = aScan({ sha: null, endedAt: null, status: null, state: 'running', startedAt: at(0) });
  test.each([
    [toScanLine(scan), '`4be1f0c`, 1970-01-01 01:00 UTC, complete'],
    [toScanAgeLine(scan, at(7_200_000)), '`4be1f0c`, 1 h old, complete'],
    [toScanLine(odd), 'unknown commit, 1970-01-01 00:00 UTC, running'],
  ])('%s', (text, expected) => {
    expect(text).toBe(expected);
  });
});

describe('the chart', () => {
  test('has the counted complete scans, oldest first, at most the thirty newest', () => {
    const odd = [aScan({ state: 'failed' }), aScan({ state: 'running' }), aScan({ counts: null })];
    const opens = toScanPoints([...odd, ...scanHistory]).map(({ open }) => open);
    expect(opens).toEqual([9, 23, 17, 19, 14, 12]);
    const many = Array.from({ length: 40 }, (_, open) => aScan({ counts: { open, resolved: 0, dismissed: 0 } }));
    const shown = toScanPoints(many).map(({ open }) => open);
    expect([shown.length, shown[0], shown.at(-1)]).toEqual([30, 29, 0]);
  });

  test.each([
    [0, 10, 0],
    [1, 1_000, 1],
    [5, 10, 10],
    [10, 10, 20],
    [0, 0, 0],
  ])('has for %d of %d a bar of %d cells', (open, highest, expected) => {
    expect(toBar(open, highest)).toBe('█'.repeat(expected));
  });
});

test('scans that are passed over are named by cause, three of each at most', () => {
  const unreadable = { ...aScan(), id: null };
  const stuck = { ...aScan(), state: 'running', status: 'in_progress', endedAt: null } as const;
  expect(toPassedOverSentences([])).toEqual([]);
  expect(toPassedOverSentences([unreadable, stuck])).toEqual([
    `1 scan is complete, but the service gave no ID to read the bugs by: ${toScanLine(unreadable)}.`,
    `1 scan has been in progress for more than 24 hours, so it is no longer waited for: ${toScanLine(stuck)}.`,
  ]);
  const line = toScanLine(stuck);
  expect(toPassedOverSentences(Array.from({ length: 5 }, () => stuck))).toEqual([
    `5 scans have been in progress for more than 24 hours, so they are no longer waited for: ${line}; ${line}; ${line}; and 2 more.`,
  ]);
});
