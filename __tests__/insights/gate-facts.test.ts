// The figures of gates, from what their markers say: what is open, and what became of what was merged.
import { decideGateFigures, type GateFacts, type GateFigures, type GateMark } from '../../src/insights/gate-facts.ts';
import { formatDate, toPeriod } from '../../src/judgement/day.ts';
import { describe, expect, test } from '../jest.ts';
import { aMark, aMerged, aPull, at, noGates, now } from './worlds.ts';

const figuresOf = (facts: Partial<GateFacts>): GateFigures =>
  decideGateFigures([{ repository: 'acme/shop', facts: { ...noGates, ...facts } }], toPeriod(now, 30), now);

/** The state that is not zero. */
function onlyOf<State extends string>(counts: Readonly<Record<State, number>>): readonly string[] {
  return Object.entries(counts).flatMap(([state, count]) => (count === 0 ? [] : [state]));
}

const other = { sha: 'c'.repeat(40) };
const warns = { mode: 'warn', onUnverified: 'warn' } as const;

describe('an open pull request', () => {
  test.each<[what: string, readonly GateMark[], state: string, isBlocked: boolean]>([
    ['passed', [aMark('passed')], 'passed', false],
    ['failed', [aMark('failed')], 'failed', true],
    ['failed in warn mode', [aMark('failed', warns)], 'failed', false],
    ['could not be judged', [aMark('unverified')], 'unverified', true],
    ['could not be judged, which only warns', [aMark('unverified', { onUnverified: 'warn' })], 'unverified', false],
    ['could not be judged in warn mode', [aMark('unverified', warns)], 'unverified', false],
    [
      'could not be judged by a dead man’s switch',
      [aMark('unverified', { mode: 'warn', onUnverified: 'fail' })],
      'unverified',
      true,
    ],
    [
      'the key was refused',
      [aMark('unverified', { onUnverified: 'warn', reason: 'unauthorized' })],
      'unverified',
      true,
    ],
    ['without a gate', [], 'unjudged', false],
    ['only an older head was judged', [aMark('failed', other)], 'unjudged', false],
    ['of several gates the worst', [aMark('passed'), aMark('unverified'), aMark('failed')], 'failed', true],
    ['of several gates the worst only warns', [aMark('failed', warns), aMark('unverified')], 'failed', true],
    ['of several gates one cannot judge', [aMark('passed'), aMark('unverified')], 'unverified', true],
    ['of several gates one of an older head', [aMark('passed'), aMark('failed', other)], 'passed', false],
  ])('%s', (_, marks, state, isBlocked) => {
    const { open, blocked } = figuresOf({ open: [aPull(1, marks)] });
    expect(onlyOf(open)).toEqual([state]);
    expect(blocked.map(({ number }) => number)).toEqual(isBlocked ? [1] : []);
  });

  test('why they cannot be judged, the most frequent first', () => {
    const marks = (['stale-scan', 'no-scan', 'no-scan', null] as const).map((reason) =>
      aMark('unverified', { reason }),
    );
    const { reasons } = figuresOf({ open: marks.map((mark, number) => aPull(number, [mark])) });
    expect(reasons).toEqual([
      { reason: 'no-scan', count: 2 },
      { reason: 'stale-scan', count: 1 },
      { reason: null, count: 1 },
    ]);
  });
});

describe('a merged pull request', () => {
  test.each<[what: string, readonly GateMark[], state: string]>([
    ['passed at once', [aMark('passed')], 'passed'],
    ['was red before', [aMark('passed', { reds: 1 })], 'stopped'],
    ['failed', [aMark('failed', { reds: 2 })], 'overridden'],
    ['failed where the gate only warns', [aMark('failed', warns)], 'warned'],
    ['failed where it only warns by now', [aMark('failed', { ...warns, reds: 1 })], 'warned'],
    ['could not be judged', [aMark('unverified')], 'overridden'],
    ['could not be judged, which only warned', [aMark('unverified', { onUnverified: 'warn' })], 'warned'],
    [
      'without a key is red all the same',
      [aMark('unverified', { onUnverified: 'warn', reason: 'no-credentials' })],
      'overridden',
    ],
    ['is red in warn mode by on-unverified', [aMark('unverified', { mode: 'warn', onUnverified: 'fail' })], 'warned'],
    ['for a reason that is not known', [aMark('unverified', { onUnverified: 'warn', reason: null })], 'warned'],
    ['without a gate', [], 'unjudged'],
    ['another head was judged', [aMark('failed', other)], 'unjudged'],
    ['was judged after the merge', [aMark('failed', { readAt: at('2026-11-12T12:00:00.001Z') })], 'unjudged'],
    [
      'was judged in the moment of the merge',
      [aMark('failed', { readAt: at('2026-11-12T12:00:00.000Z') })],
      'overridden',
    ],
    ['of several gates any', [aMark('passed', { reds: 3 }), aMark('failed')], 'overridden'],
    ['of several gates one warned', [aMark('passed'), aMark('failed', warns)], 'warned'],
    ['of several gates any was red', [aMark('passed'), aMark('passed', { reds: 1 })], 'stopped'],
  ])('%s', (_, marks, state) => {
    const { merged, overridden } = figuresOf({ merged: [aMerged(1, marks)] });
    expect(onlyOf(merged)).toEqual([state]);
    expect(overridden.map(({ number }) => number)).toEqual(state === 'overridden' ? [1] : []);
  });

  test.each<[merged: string, counts: number]>([
    ['2026-10-22T00:00:00Z', 1],
    ['2026-10-21T23:59:59.999Z', 0],
    ['2026-11-20T23:59:59Z', 1],
  ])('of %s counts %d times', (merged, counts) => {
    expect(
      figuresOf({ merged: [aMerged(1, [aMark('failed', { readAt: at('2026-01-01') })], merged)] }).merged.overridden,
    ).toBe(counts);
  });
});

describe('the health of gates', () => {
  const read = (time: string, verdict: GateMark['verdict'], parts: Partial<GateMark> = {}): GateMark =>
    aMark(verdict, { readAt: at(time), ...parts });

  test('counts the last word of each gate in the period in which it was read, of open and of merged pull requests', () => {
    const { health, before } = figuresOf({
      open: [
        aPull(1, [read('2026-11-19', 'passed'), read('2026-11-19', 'failed')]),
        aPull(2, [read('2026-10-22T00:00:00.000Z', 'unverified', { reason: 'stale-scan' })]),
        aPull(3, [read('2026-10-21T23:59:59.999Z', 'passed')]),
        aPull(4, [read('2026-11-19', 'failed', other)]),
        aPull(5, [read('2026-12-24', 'passed')]),
      ],
      merged: [
        aMerged(6, [read('2026-11-11', 'unverified')]),
        aMerged(7, [read('2026-11-11', 'unverified')]),
        // Read after the merge.
        aMerged(8, [read('2026-11-13', 'failed')]),
        aMerged(9, [read('2026-09-22T00:00:00.000Z', 'failed')], '2026-09-23'),
        aMerged(10, [read('2026-09-21T23:59:59.999Z', 'failed')], '2026-09-23'),
      ],
    });
    expect(health).toEqual({
      passed: 2,
      failed: 1,
      unverified: 3,
      reasons: [
        { reason: 'no-scan', count: 2 },
        { reason: 'stale-scan', count: 1 },
      ],
    });
    expect(before?.health).toEqual({ passed: 1, failed: 1, unverified: 0, reasons: [] });
  });
});

test('what was merged in the period before is counted apart', () => {
  const mark = aMark('passed', { readAt: at('2026-01-01'), reds: 1 });
  const { merged, before } = figuresOf({
    merged: ['2026-10-22T00:00:00Z', '2026-10-21T23:59:59Z', '2026-09-22T00:00:00Z', '2026-09-21T23:59:59Z'].map(
      (time, number) => aMerged(number, [mark], time),
    ),
  });
  expect([merged.stopped, before?.merged.stopped]).toEqual([1, 2]);
});

describe('the period before, which begins on 22 September', () => {
  /** Merged on these days, each read on the day of its merge. */
  const mergedOn = (days: readonly string[]): GateFacts['merged'] =>
    days.map((day, number) => aMerged(number, [aMark('passed', { readAt: at(`${day}T08:00:00Z`), reds: 1 })], day));
  /** Without a gate. */
  const silent = (day: string): GateFacts['merged'][number] => aMerged(99, [], day);

  test.each<[what: string, facts: Partial<GateFacts>, stopped: number | undefined, knownFrom: string | null]>([
    ['a comment before it', { merged: mergedOn(['2026-09-21', '2026-10-20', '2026-11-11']) }, 1, '2026-09-21'],
    ['a comment on its first day', { merged: mergedOn(['2026-09-22', '2026-11-11']) }, 1, '2026-09-22'],
    [
      'as long a silence at its start as once since then',
      { merged: mergedOn(['2026-10-02', '2026-10-12', '2026-10-15', '2026-10-20', '2026-10-28', '2026-11-05']) },
      4,
      '2026-10-02',
    ],
    [
      'a silence that is a day longer',
      { merged: mergedOn(['2026-10-03', '2026-10-13', '2026-10-15', '2026-10-20', '2026-10-28', '2026-11-05']) },
      undefined,
      '2026-10-03',
    ],
    [
      'gates that began in it, whatever was merged before',
      { merged: [silent('2026-09-23'), ...mergedOn(['2026-10-15', '2026-10-16', '2026-10-17'])] },
      undefined,
      '2026-10-15',
    ],
    ['gates that began in this period', { merged: mergedOn(['2026-11-01', '2026-11-02']) }, undefined, '2026-11-01'],
    ['a single comment', { merged: mergedOn(['2026-09-23']) }, undefined, '2026-09-23'],
    [
      'the comment of an open pull request before it',
      { open: [aPull(1, [aMark('failed', { readAt: at('2026-09-01'), ...other })])], merged: mergedOn(['2026-10-15']) },
      1,
      '2026-09-01',
    ],
    ['no comment at all, so that there was no gate', { merged: [silent('2026-09-23')] }, 0, null],
    [
      'pull requests that GitHub did not list',
      { merged: mergedOn(['2026-09-21', '2026-10-20']), isEarlierCut: true },
      undefined,
      null,
    ],
    [
      'a comment that a clock dates later than now',
      { merged: mergedOn(['2026-10-15']), open: [aPull(1, [aMark('passed', { readAt: at('2036-01-01') })])] },
      1,
      '2026-10-15',
    ],
  ])('%s', (_, facts, stopped, knownFrom) => {
    const { before, knownFrom: from } = figuresOf(facts);
    expect(before?.merged.stopped).toBe(stopped);
    expect(from === null ? null : formatDate(from)).toBe(knownFrom);
    // All or nothing: what gates said then reaches as far back.
    expect(before?.health === undefined).toBe(stopped === undefined);
  });
});

test('of several repositories the period before is known by the comments of all', () => {
  const toSource = (repository: string, days: readonly string[]) => ({
    repository,
    facts: {
      ...noGates,
      merged: days.map((day, number) => aMerged(number, [aMark('passed', { readAt: at(`${day}T08:00:00Z`) })], day)),
    },
  });
  const knownFor = (...sources: readonly ReturnType<typeof toSource>[]): boolean =>
    decideGateFigures(sources, toPeriod(now, 30), now).before !== null;
  const [old, young, none] = [
    toSource('acme/old', ['2026-09-22']),
    toSource('acme/young', ['2026-11-01', '2026-11-02']),
    toSource('acme/none', []),
  ];
  expect([knownFor(old, young), knownFor(young, old), knownFor(young, none), knownFor(old, none)]).toEqual([
    true,
    true,
    false,
    true,
  ]);
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
    leftOut: 2,
  };
  const figures = decideGateFigures(
    ['acme/b', 'acme/a'].map((repository) => ({ repository, facts })),
    toPeriod(now, 30),
    now,
  );
  expect(figures).toMatchObject({ open: { failed: 2, unverified: 2 }, merged: { overridden: 4 }, leftOut: 4 });
  const named = (pulls: GateFigures['blocked']): readonly string[] =>
    pulls.map(({ repository, number }) => `${repository} ${number}`);
  expect(named(figures.blocked)).toEqual(['acme/a 3', 'acme/a 2', 'acme/b 3', 'acme/b 2']);
  expect(named(figures.overridden)).toEqual(['acme/a 5', 'acme/b 5', 'acme/a 4', 'acme/b 4']);
});
