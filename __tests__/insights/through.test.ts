// What got through: simulated quarters in which each bug escapes by a known way, and rows for what only one gate or one bug shows.
import { createHash } from 'node:crypto';
import type { CountingInputs, GateMark, MergedPull } from '../../src/insights/gate-facts.ts';
import type { Through, ThroughPeriod } from '../../src/insights/through.ts';
import type { EpochMs } from '../../src/judgement/identifiers.ts';
import type { ReviewedBug } from '../../src/judgement/reviewed-bug.ts';
import { describe, expect, it, test } from '../jest.ts';
import { shaOf } from '../judgement/fixtures.ts';
import { night, runInsightsIn } from './harness.ts';
import { type Counted, DAYS, makeQuarter, ways } from './quarters.ts';
import { aBug, aMark, aMerged, aScan, at, evidenceOf, noGates, reportOf } from './worlds.ts';

const toCounted = (period: ThroughPeriod | null): Counted | null =>
  period && {
    ways: Object.fromEntries(period.ways.map(({ way, ...count }) => [way, count])) as Counted['ways'],
    escaped: period.escaped,
  };

describe('a simulated quarter', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('of seed %i is counted as it was made, in both periods', async (seed) => {
    const { world, now, before } = makeQuarter(seed);
    const run = await runInsightsIn(world, { event: night, inputs: { days: String(DAYS) } });
    expect(run.outputs).toMatchObject({ verdict: 'reported', escaped: String(now.escaped) });
    const json = JSON.parse(run.files['scan-insights/insights.json'] ?? '') as { total: { through: Through } };
    const { through } = json.total;
    expect([toCounted(through), toCounted(through.before)]).toEqual([now, before]);
    // Every way once, in their order.
    expect(through.ways.map(({ way }) => way)).toEqual(ways);
    const stopped = now.ways.stopped.bugs;
    expect(through.change?.of).toBe(Object.values(now.ways).reduce((sum, { bugs }) => sum + bugs, 0) - stopped);
  });

  it.each([11, 12, 13, 14, 15])(
    'of seed %i, whose scans do not reach back, says nothing of the period before',
    async (seed) => {
      const { world, now, before } = makeQuarter(seed, true);
      const run = await runInsightsIn(world, { event: night, inputs: { days: String(DAYS) } });
      const json = JSON.parse(run.files['scan-insights/insights.json'] ?? '') as { total: { through: Through } };
      const { through } = json.total;
      expect([toCounted(through), toCounted(through.before)]).toEqual([now, before]);
      expect(before).toBeNull();
      expect(run.files['scan-insights/index.html']).toContain('the first full scan was on 2026-09-23');
    },
  );

  it('has every way in both periods', () => {
    const quarters = Array.from({ length: 10 }, (_, seed) => makeQuarter(seed + 1));
    for (const way of ways) {
      expect([way, quarters.some(({ now }) => now.ways[way].pendingSecurity > 0)]).toEqual([
        way,
        way !== 'stopped' && way !== 'dismissed',
      ]);
      expect(quarters.some(({ before }) => (before?.ways[way].bugs ?? 0) > 0)).toBe(true);
    }
  });
});

const head = shaOf('b');
const inputs: CountingInputs = {
  isInPaths: () => true,
  gateOn: 'all',
  foundSince: null,
  countUnclassified: false,
  maxSecurityBugs: 0,
  maxBugs: 'off',
};
const markOf = (name: string): string => createHash('sha256').update(`bug_${name}`).digest('hex').slice(0, 6);
const introducedBy = { sha: 'c'.repeat(40), date: '2026-11-01', author: null, pullRequest: 7 };

/** A security bug of pull request 7, found before a gate read on 11 November and it was merged on the 12th. */
const aSecurityBug = (parts: Parameters<typeof aBug>[1] = {}): ReviewedBug =>
  aBug('a', { kind: 'security', introducedBy, ...parts });
const read = (verdict: GateMark['verdict'], parts: Partial<GateMark> = {}): GateMark =>
  aMark(verdict, { readAt: at('2026-11-11'), counted: '', inputs, ...parts });

function throughOf(bug: ReviewedBug, marks: readonly GateMark[], pull: Partial<MergedPull> = {}): Through {
  const merged = [{ ...aMerged(7, marks), ...pull }];
  const report = reportOf([
    evidenceOf('acme/shop', {
      bugs: [bug],
      scans: [aScan('2026-11-10', { sha: head }), aScan('2026-01-01')],
      gates: { ...noGates, merged, byCommit: new Map([[introducedBy.sha, 7]]) },
    }),
  ]);
  if (report.total.through === null) throw new Error('the gates are known');
  return report.total.through;
}

describe('what was not read of a pull request is in no claim', () => {
  const throughWith = (gates: Partial<typeof noGates>): Through => {
    const report = reportOf([evidenceOf('acme/shop', { bugs: [aSecurityBug()], gates: { ...noGates, ...gates } })]);
    if (report.total.through === null) throw new Error('the gates are known');
    return report.total.through;
  };
  const one = { bugs: 1, security: 1, pendingSecurity: 1 };
  it.each<[what: string, gates: Partial<typeof noGates>, bugs: number, escaped: number, unread: Through['unread']]>([
    ['its comments', { merged: [{ ...aMerged(7, []), marks: null }] }, 1, 0, { ...one, elsewhere: 0 }],
    ['whether it was merged', { lostNames: new Set([7]) }, 0, 0, { ...one, elsewhere: 1 }],
    [
      'control: nothing of it was missed',
      { merged: [aMerged(7, [])] },
      1,
      1,
      { bugs: 0, security: 0, pendingSecurity: 0, elsewhere: 0 },
    ],
  ])('%s', (_, gates, bugs, escaped, unread) => {
    expect(throughWith(gates)).toMatchObject({ bugs, escaped, unread });
  });
});

const waysOf = ({ ways: counts }: ThroughPeriod): readonly string[] =>
  counts.filter(({ bugs }) => bugs > 0).map(({ way }) => way);

/** A bug whose commit GitHub puts down to pull request 7, and that is none of its own. */
const squashed = (found: string, reopened?: string): ReviewedBug =>
  aSecurityBug({
    ...{ found, review: reopened === undefined ? null : ['pending', reopened] },
    introducedBy: { ...introducedBy, pullRequest: null },
  });
const since = (day: string, counted: string | null = ''): readonly GateMark[] => [
  read('passed', { counted, inputs: { ...inputs, foundSince: at(`${day}T00:00:00Z`) } }),
];

const warns = { mode: 'warn', onUnverified: 'warn' } as const;
const old = { sha: 'd'.repeat(40) };
const stopped = { reds: 1 };

test.each<[what: string, bug: ReviewedBug, marks: readonly GateMark[], way: string, escaped: number]>([
  ['no gate', aSecurityBug(), [], 'no-gate', 1],
  ['a gate of another head', aSecurityBug(), [read('failed', { ...old, counted: markOf('a') })], 'no-gate', 1],
  ['a gate that read after the merge', aSecurityBug(), [read('failed', { readAt: at('2026-11-13') })], 'no-gate', 1],
  ['seen', aSecurityBug(), [read('failed', { counted: markOf('a') })], 'seen', 0],
  ['seen by a gate that only warns', aSecurityBug(), [read('failed', { counted: markOf('a'), ...warns })], 'seen', 0],
  ['red for another bug', aSecurityBug(), [read('failed', { counted: markOf('b') })], 'unknown', 1],
  ['red by an older marker', aSecurityBug(), [read('failed', { counted: null })], 'unknown', 1],
  [
    'stopped, then resolved',
    aSecurityBug({ review: ['resolved', '2026-11-12'] }),
    [read('passed', stopped)],
    'stopped',
    0,
  ],
  [
    'resolved a moment after the merge',
    aSecurityBug({ review: ['resolved', '2026-11-12T12:00:00.001Z'] }),
    [read('passed', stopped)],
    'unknown',
    0,
  ],
  ['red before, and pending all the same', aSecurityBug(), [read('passed', stopped)], 'unknown', 1],
  ['opened again', aSecurityBug({ review: ['pending', '2026-11-12'] }), [read('passed', stopped)], 'unknown', 1],
  [
    'red, and resolved before the merge',
    aSecurityBug({ review: ['resolved', '2026-11-11'] }),
    [read('failed', stopped)],
    'unknown',
    0,
  ],
  ['dismissed', aSecurityBug({ review: ['dismissed', '2026-11-13'] }), [read('passed')], 'dismissed', 0],
  [
    'of several gates one saw it',
    aSecurityBug(),
    [read('unverified'), read('failed', { counted: markOf('a') })],
    'seen',
    0,
  ],
  ['of several gates one could not judge', aSecurityBug(), [read('passed'), read('unverified')], 'could-not-judge', 1],
  ['found as it was read', aSecurityBug({ found: '2026-11-11' }), [read('passed')], 'unknown', 1],
  ['found a moment later', aSecurityBug({ found: '2026-11-11T12:00:00.001Z' }), [read('passed')], 'found-later', 1],
  ['inputs that are not known', aSecurityBug(), [read('passed', { inputs: null })], 'unknown', 1],
  [
    'within a limit, whatever the inputs',
    aSecurityBug(),
    [read('passed', { inputs: null, counted: markOf('a') })],
    'limit',
    1,
  ],
  ['not classified, where that is ignored', aSecurityBug({ kind: 'unclassified' }), [read('passed')], 'limit', 0],
  [
    'not classified, where that counts',
    aSecurityBug({ kind: 'unclassified' }),
    [read('passed', { inputs: { ...inputs, countUnclassified: true } })],
    'unknown',
    0,
  ],
  [
    'gate-on with what it introduces',
    aSecurityBug(),
    [read('passed', { inputs: { ...inputs, gateOn: ['touched', 'introduced'] } })],
    'unknown',
    1,
  ],
  [
    'paths before gate-on',
    aSecurityBug(),
    [read('passed', { inputs: { ...inputs, isInPaths: () => false, gateOn: ['touched'] } })],
    'paths',
    1,
  ],
  [
    'gate-on without what it introduces',
    aSecurityBug(),
    [read('failed', { inputs: { ...inputs, gateOn: ['touched'] } })],
    'gate-on',
    1,
  ],
  [
    'gate-on, where it is not known what counted',
    aSecurityBug(),
    [read('failed', { counted: null, inputs: { ...inputs, gateOn: ['touched'] } })],
    'unknown',
    1,
  ],
  [
    'found-since, where it is not known what counted',
    aSecurityBug(),
    [read('failed', { counted: null, inputs: { ...inputs, foundSince: at('2026-11-11') } })],
    'unknown',
    1,
  ],
  [
    'paths, whatever counted',
    aSecurityBug(),
    [read('failed', { counted: null, inputs: { ...inputs, isInPaths: () => false } })],
    'paths',
    1,
  ],
  [
    'no limit for it, whatever counted',
    aSecurityBug(),
    [read('passed', { counted: null, inputs: { ...inputs, maxSecurityBugs: 'off' } })],
    'limit',
    1,
  ],
  ['found on the first day of found-since', squashed('2026-11-10'), since('2026-11-10'), 'unknown', 1],
  ['found the day before', squashed('2026-11-09'), since('2026-11-10'), 'found-since', 1],
  ['the same, opened again since', squashed('2026-11-09', '2026-11-11'), since('2026-11-10'), 'unknown', 1],
  ['the same, where it is not known what counted', squashed('2026-11-09'), since('2026-11-10', null), 'unknown', 1],
  [
    'the same, of this pull request by the service',
    aSecurityBug({ found: '2026-11-09' }),
    since('2026-11-10'),
    'unknown',
    1,
  ],
])('%s', (_, bug, marks, way, escaped) => {
  const through = throughOf(bug, marks);
  expect([waysOf(through), through.escaped]).toEqual([[way], escaped]);
});

describe('the period', () => {
  test.each<[found: string, now: number, before: number]>([
    ['2026-10-22T00:00:00Z', 1, 0],
    ['2026-10-21T23:59:59Z', 0, 1],
    ['2026-09-22T00:00:00Z', 0, 1],
    ['2026-09-21T23:59:59Z', 0, 0],
    ['2026-12-24', 1, 0],
  ])('of a bug that was found at %s', (found, now, before) => {
    const through = throughOf(aSecurityBug({ found }), []);
    expect([through.bugs, through.before?.bugs, through.escaped, through.before?.escaped]).toEqual([
      now,
      before,
      now,
      before,
    ]);
  });
});

describe('the bugs of the period before, which begins on 22 September', () => {
  test.each<[oldest: string, before: number | undefined]>([
    ['2026-09-22T23:59:59Z', 1],
    ['2026-09-23T00:00:00Z', undefined],
    ['2026-11-01', undefined],
  ])('are known if the first full scan was by %s', (oldest, before) => {
    const bugs = [aSecurityBug({ found: '2026-10-10' })];
    // The gates reach back by themselves.
    const merged = [aMerged(7, [read('passed', { readAt: at('2026-09-01') })])];
    const gates = { ...noGates, merged };
    const { total } = reportOf([evidenceOf('acme/shop', { bugs, gates, scans: [aScan(oldest)] })]);
    expect(total.through?.before?.bugs).toBe(before);
    expect(total.history.before?.flow.found).toBe(before);
    expect(total.gates?.before?.health.passed).toBe(0);
  });
});

describe('the change that would have stopped most', () => {
  const many = (counts: Readonly<Partial<Record<'no-gate' | 'seen' | 'stopped' | 'dismissed', number>>>): Through => {
    const make = (way: keyof typeof counts): readonly (readonly [ReviewedBug, MergedPull])[] =>
      Array.from({ length: counts[way] ?? 0 }, (_, index) => {
        const number = 10 + index + 100 * ['no-gate', 'seen', 'stopped', 'dismissed'].indexOf(way);
        const name = String(number);
        const marks = {
          'no-gate': [],
          seen: [read('failed', { counted: markOf(name) })],
          stopped: [read('passed', stopped)],
          dismissed: [read('passed')],
        }[way];
        const review = { stopped: '2026-11-11', dismissed: '2026-11-13', seen: null, 'no-gate': null }[way];
        return [
          aBug(name, {
            kind: 'security',
            introducedBy: { ...introducedBy, pullRequest: number },
            review: review === null ? null : ['dismissed', review],
          }),
          aMerged(number, marks),
        ];
      });
    const all = (['no-gate', 'seen', 'stopped', 'dismissed'] as const).flatMap(make);
    const report = reportOf([
      evidenceOf('acme/shop', {
        bugs: all.map(([bug]) => bug),
        scans: [aScan('2026-11-10', { sha: head }), aScan('2026-01-01')],
        gates: { ...noGates, merged: all.map(([, pull]) => pull) },
      }),
    ]);
    if (report.total.through === null) throw new Error('the gates are known');
    return report.total.through;
  };

  test.each<[counts: Parameters<typeof many>[0], change: Through['change']]>([
    [{}, null],
    [{ stopped: 3, dismissed: 2 }, null],
    [
      { 'no-gate': 1, dismissed: 4 },
      { way: 'no-gate', bugs: 1, of: 5 },
    ],
    [
      { 'no-gate': 2, seen: 3, stopped: 9 },
      { way: 'seen', bugs: 3, of: 5 },
    ],
    [
      { 'no-gate': 2, seen: 2 },
      { way: 'no-gate', bugs: 2, of: 4 },
    ],
  ])('of %j is %j', (counts, change) => {
    expect(many(counts).change).toEqual(change);
  });
});

test('bugs of a commit are those of the merged pull request that GitHub names for it', () => {
  const sha = 'e'.repeat(40);
  const bug = aSecurityBug({ introducedBy: { ...introducedBy, sha, pullRequest: null } });
  const bugsOf = (byCommit: ReadonlyMap<string, number>): number => {
    const gates = { ...noGates, merged: [aMerged(7, [])], byCommit };
    return reportOf([evidenceOf('acme/shop', { bugs: [bug], gates })]).total.through?.bugs ?? -1;
  };
  expect([bugsOf(new Map()), bugsOf(new Map([[sha, 7]])), bugsOf(new Map([[sha, 8]]))]).toEqual([0, 1, 0]);
});

test('a later clock of the bug is of today', () => {
  const bug = { ...aSecurityBug(), foundAt: (at('2026-11-20') + 5 * 86_400_000) as EpochMs };
  expect(throughOf(bug, [read('passed')]).bugs).toBe(1);
});
