// What the scans say: the oldest and the newest full one, the rhythm, the failures.
import { decideScanFacts, isEnoughScans, type ScanFacts } from '../../src/insights/scan-facts.ts';
import { toPeriod } from '../../src/judgement/day.ts';
import type { Scan } from '../../src/judgement/scan.ts';
import { describe, expect, test } from '../jest.ts';
import { aScan, dayMs, now } from './worlds.ts';

const period = toPeriod(now, 30);
const factsOf = (scans: readonly Scan[], types: readonly string[] = []): ScanFacts =>
  decideScanFacts({ scans, types, period, now });

describe('the oldest and the newest complete full scan', () => {
  const old = aScan('2026-09-01');
  const young = aScan('2026-11-19');
  const partial = { type: 'recentChanges' };

  test.each<[what: string, readonly Scan[], types: readonly string[], oldest: Scan | null, newest: Scan | null]>([
    ['of none', [], [], null, null],
    ['of several, in any order', [young, old], [], old, young],
    ['not one that failed', [old, { ...young, state: 'failed' }], [], old, old],
    ['not one that runs', [old, { ...young, state: 'running' }], [], old, old],
    ['not a partial one', [old, { ...young, ...partial }], [], old, old],
    [
      'one without a type is full',
      [{ ...old, type: null }],
      ['default'],
      { ...old, type: null },
      { ...old, type: null },
    ],
    ['not one of a type that does not count', [old, { ...young, type: 'deep' }], ['default'], old, old],
    [
      'a partial one where only such count',
      [old, { ...young, ...partial }],
      ['recentChanges'],
      { ...young, ...partial },
      { ...young, ...partial },
    ],
  ])('%s', (_, scans, types, oldest, newest) => {
    const facts = factsOf(scans, types);
    expect(facts.oldestAt).toEqual(oldest?.startedAt ?? null);
    expect(facts.newest).toEqual(newest);
  });
});

test.each<[days: readonly string[], interval: number | null]>([
  [['2026-11-19'], null],
  [['2026-11-19', '2026-11-12'], 7],
  // The lower one of the middle two.
  [['2026-11-19', '2026-11-18', '2026-11-10'], 1],
  [['2026-11-19', '2026-11-18', '2026-11-10', '2026-11-06'], 4],
  // What was before the period does not count.
  [['2026-11-19', '2026-11-18', '2026-01-01'], 1],
])('full scans of %j are %p days apart', (days, interval) => {
  expect(factsOf(days.map((day) => aScan(day))).intervalMs).toBe(interval === null ? null : interval * dayMs);
});

test('the share that failed is of those of the period that have ended', () => {
  const { ended, failed } = factsOf([
    aScan('2026-11-19'),
    aScan('2026-11-18', { state: 'failed' }),
    aScan('2026-11-17', { state: 'failed', type: 'recentChanges' }),
    aScan('2026-11-16', { state: 'running' }),
    aScan('2026-10-21', { state: 'failed' }),
  ]);
  expect([ended, failed]).toEqual([3, 2]);
});

test.each<[what: string, readonly Scan[], isEnough: boolean]>([
  ['none', [], false],
  ['those of the period alone', [aScan('2026-11-19'), aScan('2026-10-22')], false],
  ['a full one from before', [aScan('2026-11-19'), aScan('2026-10-21')], true],
  ['a failed one from before', [aScan('2026-11-19'), aScan('2026-10-21', { state: 'failed' })], false],
])('%s: whether older ones would tell more', (_, scans, isEnough) => {
  expect(isEnoughScans({ scans, types: [], period, now })).toBe(isEnough);
});
