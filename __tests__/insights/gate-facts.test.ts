// The figures of gates, from what their markers say: what is open, and what became of what was merged.
import { decideGateFigures, type GateFacts, type GateFigures, type GateMark } from '../../src/insights/gate-facts.ts';
import { toPeriod } from '../../src/judgement/day.ts';
import { describe, expect, test } from '../jest.ts';
import { aMark, aMerged, aPull, at, noGates, now } from './worlds.ts';

const figuresOf = (facts: Partial<GateFacts>): GateFigures =>
  decideGateFigures([{ repository: 'acme/shop', facts: { ...noGates, ...facts } }], toPeriod(now, 30), now);

/** The state that is not zero. */
function onlyOf(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .flatMap(([state, count]) => (count === 0 ? [] : state))
    .join();
}

const other = { sha: 'c'.repeat(40) };

/** What gates said, apart by `;`, such as `passed reds:1; failed warns`. */
function marksOf(text: string): readonly GateMark[] {
  if (text === '') return [];
  return text.split(';').map((each) => {
    const [verdict = '', ...words] = each.trim().split(' ');
    const parts = words.map((word): Partial<GateMark> => {
      const [name, value = ''] = word.split(/:(.*)/);
      if (name === 'warns') return { mode: 'warn', onUnverified: 'warn' };
      if (name === 'on-unverified') return { onUnverified: value as 'fail' };
      if (name === 'mode') return { mode: value as 'warn' };
      if (name === 'old-head') return other;
      if (name === 'reds') return { reds: Number(value) };
      if (name === 'read') return { readAt: at(value) };
      if (name === 'reason') return { reason: value === 'unknown' ? null : (value as 'unauthorized') };
      throw new Error(`nothing reads ${word}`);
    });
    return aMark(verdict as 'passed', Object.assign({}, ...parts) as Partial<GateMark>);
  });
}

const rowsOf = (text: string): readonly string[] => text.trim().split('\n');
const cellsOf = (row: string): readonly string[] => row.split('|').map((cell) => cell.trim());

describe('an open pull request', () => {
  test.each(
    rowsOf(`
      passed                                      | passed     |
      failed                                      | failed     | blocked
      failed warns                                | failed     |
      unverified                                  | unverified | blocked
      unverified on-unverified:warn               | unverified |
      unverified warns                            | unverified |
      unverified mode:warn on-unverified:fail     | unverified | blocked
      unverified on-unverified:warn reason:unauthorized | unverified | blocked
                                                  | unjudged   |
      failed old-head                             | unjudged   |
      passed; unverified; failed                  | failed     | blocked
      failed warns; unverified                    | failed     | blocked
      passed; unverified                          | unverified | blocked
      passed; failed old-head                     | passed     |
    `),
  )('%s', (row) => {
    const [marks = '', state, isBlocked] = cellsOf(row);
    const { open, blocked } = figuresOf({ open: [aPull(1, marksOf(marks))] });
    expect([onlyOf(open), blocked.map(({ number }) => number)]).toEqual([state, isBlocked === 'blocked' ? [1] : []]);
  });

  test('why they cannot be judged, the most frequent first', () => {
    const marks = marksOf(
      'unverified reason:stale-scan; unverified; unverified reason:no-scan; unverified reason:unknown',
    );
    const { reasons } = figuresOf({ open: marks.map((mark, number) => aPull(number, [mark])) });
    expect(reasons).toEqual([
      { reason: 'no-scan', count: 2 },
      { reason: 'stale-scan', count: 1 },
      { reason: null, count: 1 },
    ]);
  });
});

describe('a pull request that was merged at noon of 12 November', () => {
  test.each(
    rowsOf(`
      passed                                        | passed
      passed reds:1                                 | stopped
      failed reds:2                                 | overridden
      failed warns                                  | warned
      failed warns reds:1                           | warned
      unverified                                    | overridden
      unverified on-unverified:warn                 | warned
      unverified on-unverified:warn reason:no-credentials | overridden
      unverified mode:warn on-unverified:fail       | warned
      unverified on-unverified:warn reason:unknown  | warned
                                                    | unjudged
      failed old-head                               | unjudged
      failed read:2026-11-12T12:00:00.001Z          | unjudged
      failed read:2026-11-12T12:00:00.000Z          | overridden
      passed reds:3; failed                         | overridden
      passed; failed warns                          | warned
      passed; passed reds:1                         | stopped
    `),
  )('%s', (row) => {
    const [marks = '', state] = cellsOf(row);
    const { merged, overridden } = figuresOf({ merged: [aMerged(1, marksOf(marks))] });
    const listed = overridden.map(({ number }) => number);
    expect([onlyOf(merged), listed]).toEqual([state, state === 'overridden' ? [1] : []]);
  });
});

test('of what was merged each counts in its period, and no list has those of the period before', () => {
  const merged = ['2026-11-20T23:59:59Z', '2026-10-22T00:00:00Z', '2026-10-21T23:59:59.999Z', '2026-09-22T00:00:00Z'];
  const mark = aMark('failed', { readAt: at('2026-01-01') });
  const older = aMerged(9, [mark], '2026-09-21T23:59:59Z');
  const figures = figuresOf({ merged: [...merged.map((time, number) => aMerged(number, [mark], time)), older] });
  expect([figures.merged.overridden, figures.mergedBefore.overridden]).toEqual([2, 2]);
  expect(figures.overridden.map(({ number }) => number)).toEqual([0, 1]);
});

test('as many comments as two hundred repositories have are no more than a list', () => {
  const merged = Array.from({ length: 150_000 }, (_, number) => aMerged(number, [aMark('passed')]));
  expect(figuresOf({ merged }).merged.passed).toBe(150_000);
});

test('several repositories are one sum, the lists in one order', () => {
  const facts: GateFacts = {
    ...noGates,
    open: [aPull(2, [aMark('failed')]), aPull(3, [aMark('unverified')])],
    merged: [aMerged(4, [aMark('failed')], '2026-11-11'), aMerged(5, [aMark('failed')])],
    unread: 2,
  };
  const sources = ['acme/b', 'acme/a'].map((repository) => ({ repository, facts }));
  const figures = decideGateFigures(sources, toPeriod(now, 30), now);
  expect(figures).toMatchObject({ open: { failed: 2, unverified: 2 }, merged: { overridden: 4 }, unread: 4 });
  const named = (pulls: GateFigures['blocked']): readonly string[] =>
    pulls.map(({ repository, number }) => `${repository} ${number}`);
  expect(named(figures.blocked)).toEqual(['acme/a 3', 'acme/a 2', 'acme/b 3', 'acme/b 2']);
  expect(named(figures.overridden)).toEqual(['acme/a 5', 'acme/b 5', 'acme/a 4', 'acme/b 4']);
});
