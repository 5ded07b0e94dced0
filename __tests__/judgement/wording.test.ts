// Numbers, times, scans in a list, and the chart: what documents share.
import { readFileSync } from 'node:fs';
import { toBar, toScanPoints } from '../../src/documents/scan-chart.ts';
import { VERSION } from '../../src/gate/documents/sarif.ts';
import { countOf, formatCount, formatDuration, formatSetting, formatTime } from '../../src/judgement/format.ts';
import type { EpochMs } from '../../src/judgement/identifiers.ts';
import { toRecentScans } from '../../src/judgement/report.ts';
import { toAbsentSentences, toScanAgeLine, toScanLine } from '../../src/judgement/scan-wording.ts';
import { aReport, aScan, scanHistory } from '../gate/documents/fixtures.ts';
import { describe, expect, test } from '../jest.ts';

const at = (ms: number): EpochMs => ms as EpochMs;

test('the version is that of package.json', () => {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ version: VERSION });
});

test.each([
  ['0', () => formatCount(0)],
  ['999', () => formatCount(999)],
  ['1,000', () => formatCount(1_000)],
  ['12,345', () => formatCount(12_345)],
  ['123,456', () => formatCount(123_456)],
  ['1,234,567', () => formatCount(1_234_567)],
  ['-999', () => formatCount(-999)],
  ['-1,234', () => formatCount(-1_234)],
  ['9,007,199,254,740,991', () => formatCount(Number.MAX_SAFE_INTEGER)],
  ['0 bugs', () => countOf(0, 'bug', 'bugs')],
  ['1 bug', () => countOf(1, 'bug', 'bugs')],
  ['1,000 bugs', () => countOf(1_000, 'bug', 'bugs')],
  ['0 s', () => formatDuration(999)],
  ['90 s', () => formatDuration(90_000)],
  ['2 min', () => formatDuration(120_000)],
  ['119 s', () => formatDuration(119_999)],
  ['1 h', () => formatDuration(3_600_000)],
  ['59 min', () => formatDuration(3_599_999)],
  ['3.5 h', () => formatDuration(12_600_000)],
  ['47.9 h', () => formatDuration(172_799_999)],
  ['2 days', () => formatDuration(172_800_000)],
  ['2026-11-20 09:31 UTC', () => formatTime(at(Date.UTC(2026, 10, 20, 9, 31, 59, 999)))],
  ['an unknown time', () => formatTime(at(Number.NaN))],
  ['an unknown time', () => formatTime(at(9e15))],
  ['0s', () => formatSetting(0)],
  ['90s', () => formatSetting(90_000)],
  ['1m', () => formatSetting(60_000)],
  ['1h', () => formatSetting(3_600_000)],
  ['2d', () => formatSetting(172_800_000)],
])('%s', (expected, format) => {
  expect(format()).toBe(expected);
});

describe('a scan in a list', () => {
  const scan = aScan({ startedAt: at(0), endedAt: at(3_600_000) });
  const odd = aScan({ sha: null, endedAt: null, status: null, state: 'running', startedAt: at(0) });
  test.each([
    ['`4be1f0c`, 1970-01-01 01:00 UTC, complete', () => toScanLine(scan)],
    ['`4be1f0c`, 1 h old, complete', () => toScanAgeLine(scan, at(7_200_000))],
    ['unknown commit, 1970-01-01 00:00 UTC, running', () => toScanLine(odd)],
    ['unknown commit, 2 h old, running', () => toScanAgeLine(odd, at(7_200_000))],
  ])('%s', (expected, toLine) => {
    expect(toLine()).toBe(expected);
  });
});

test('the five newest scans are listed where none could be judged', () => {
  expect([toRecentScans(aReport()), toRecentScans(aReport({ selected: null }))]).toEqual([[], scanHistory.slice(0, 5)]);
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
    [5, 10, 5],
    [10, 10, 10],
    [0, 0, 0],
  ])('has for %d of %d a bar of %d cells', (open, highest, expected) => {
    expect(toBar(open, highest)).toBe('█'.repeat(expected));
  });
});

test('scans that are as if they were not there are named by cause, three of each at most', () => {
  const unreadable = { ...aScan(), id: null };
  const stuck = { ...aScan(), state: 'running', status: 'in_progress', endedAt: null } as const;
  const namedIn = (absent: Parameters<typeof toAbsentSentences>[0]): readonly string[] =>
    toAbsentSentences(absent).map((sentence) => /: (.*)\.$/u.exec(sentence)?.[1] ?? '');
  const [line, other] = [toScanLine(stuck), toScanLine(unreadable)];
  expect(namedIn([])).toEqual([]);
  expect(namedIn([unreadable, stuck])).toEqual([other, line]);
  expect(namedIn([stuck, stuck, stuck])).toEqual([`${line}; ${line}; ${line}`]);
  expect(namedIn(Array.from({ length: 5 }, () => stuck))).toEqual([`${line}; ${line}; ${line}; and 2 more`]);
});
