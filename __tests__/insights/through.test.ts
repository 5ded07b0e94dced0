// What got through: simulated quarters in which each bug escapes by a known way, and rows for what only one gate or one bug shows.
import type { CountingInputs, GateFacts, GateMark } from '../../src/insights/gate-facts.ts';
import type { Through } from '../../src/insights/through.ts';
import type { ReviewedBug } from '../../src/judgement/reviewed-bug.ts';
import { describe, expect, it, test } from '../jest.ts';
import { shaOf } from '../judgement/fixtures.ts';
import { night, runInsightsIn } from './harness.ts';
import { DAYS, makeQuarter, markOf, type Quarter, ways } from './quarters.ts';
import { aBug, aMark, aMerged, aScan, at, evidenceOf, noGates, reportOf } from './worlds.ts';

interface InsightsJson {
  readonly total: { readonly through: Through };
  readonly settled: readonly { readonly id: string; readonly state: string; readonly lookAgain: string | null }[];
  readonly notInSettled: Quarter['notInSettled'];
  readonly pendingSecurity: readonly { readonly id: string; readonly why: string | null }[];
}

const jsonOf = async ({ world }: Quarter): Promise<InsightsJson> => {
  const run = await runInsightsIn(world, { event: night, inputs: { days: String(DAYS) } });
  expect(run.outputs).toMatchObject({ verdict: 'reported' });
  return JSON.parse(run.files['scan-insights/insights.json'] ?? '') as InsightsJson;
};

describe('a simulated quarter', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('of seed %i is counted as it was made, in both periods', async (seed) => {
    const quarter = makeQuarter(seed);
    const { total, settled, notInSettled, pendingSecurity } = await jsonOf(quarter);
    const { before, change, ...now } = total.through;
    expect([now, before]).toEqual([quarter.now, quarter.before]);
    const changeable = now.ways.filter(({ way }) => way !== 'found-later' && way !== 'unknown');
    const most = Math.max(...changeable.map(({ bugs }) => bugs));
    expect(change).toEqual({
      ways: changeable.filter(({ bugs }) => bugs === most).map(({ way }) => way),
      ...{ bugs: most, of: now.bugs },
    });
    expect(settled.map(({ id, state, lookAgain }) => ({ id, state, lookAgain }))).toEqual(quarter.settled);
    expect(notInSettled).toEqual(quarter.notInSettled);
    expect(pendingSecurity.map(({ id, why }) => [id, why]).toSorted()).toEqual(quarter.why.toSorted());
  });

  it.each([11, 12, 13])(
    'of seed %i, whose scans do not reach back, says nothing of the period before',
    async (seed) => {
      const quarter = makeQuarter(seed, true);
      const { through } = (await jsonOf(quarter)).total;
      expect(through).toMatchObject({ ...quarter.now, before: null });
    },
  );

  it('has every way, and every mark, in both periods', () => {
    const quarters = Array.from({ length: 10 }, (_, seed) => makeQuarter(seed + 1));
    const periods = quarters.flatMap(({ now, before }) => [now, ...(before === null ? [] : [before])]);
    for (const wanted of ways) {
      expect([wanted, periods.some(({ ways }) => ways.some(({ way, bugs }) => way === wanted && bugs > 0))]).toEqual([
        wanted,
        true,
      ]);
    }
    const held = periods.flatMap((period) =>
      Object.entries(period.held).flatMap(([name, count]) => (count > 0 ? name : [])),
    );
    expect([...new Set(held)].toSorted()).toEqual(['dismissed', 'fixed', 'marked']);
    for (const name of ['unconfirmedBefore', 'unattributed', 'unattributedSecurity'] as const) {
      expect(quarters.some(({ notInSettled }) => notInSettled[name] > 0)).toBe(true);
    }
    const marks = quarters.flatMap(({ settled }) =>
      settled.map(({ state, lookAgain }) => `${state} ${lookAgain ?? ''}`),
    );
    expect([...new Set(marks)].toSorted()).toEqual([
      'dismissed ',
      'dismissed no-note',
      'resolved ',
      'resolved not-confirmed',
    ]);
  });
});

const head = shaOf('b');
const introducedBy = { sha: 'c'.repeat(40), date: '2026-11-01', author: null, pullRequest: 7 };
const word = (words: string, name: string): string | undefined => new RegExp(`(?:^| )${name}:(\\S+)`).exec(words)?.[1];
const has = (words: string, name: string): boolean => words.split(' ').includes(name);

/** A security bug of pull request 7, found on 10 November, before a gate read on the 11th and it was merged on the 12th. */
function toBug(words: string): ReviewedBug {
  const [, state, time] = /(resolved|dismissed|pending):(\S+)/.exec(words) ?? [];
  return aBug('a', {
    kind: has(words, 'unclassified') ? 'unclassified' : 'security',
    found: word(words, 'found') ?? '2026-11-10',
    // A commit that GitHub attributes to pull request 7, and that is none of its own.
    introducedBy: { ...introducedBy, pullRequest: has(words, 'squashed') ? null : 7 },
    review: state === undefined || time === undefined ? null : [state as 'resolved', time],
    source: has(words, 'checked') ? 'bug_fix_check' : has(words, 'unsourced') ? null : 'review',
  });
}

function toMark(words: string): GateMark {
  const since = word(words, 'since');
  const inputs: CountingInputs = {
    isInPaths: () => !has(words, 'other-paths'),
    gateOn: (word(words, 'gate-on')?.split(',') as ['touched'] | undefined) ?? 'all',
    foundSince: since === undefined ? null : at(`${since}T00:00:00Z`),
    countUnclassified: has(words, 'counting-unclassified'),
    maxSecurityBugs: has(words, 'unlimited') ? 'off' : 0,
    maxBugs: 'off',
  };
  const counted = word(words, 'counted');
  return aMark(words.split(' ')[0] as GateMark['verdict'], {
    readAt: at(word(words, 'read') ?? '2026-11-11'),
    counted: has(words, 'unlisted') ? null : counted === undefined ? '' : markOf(`bug_${counted}`),
    inputs: has(words, 'without-inputs') ? null : inputs,
    reds: Number(word(words, 'reds') ?? 0),
    ...(has(words, 'old-head') && { sha: 'd'.repeat(40) }),
    ...(has(words, 'warns') && { mode: 'warn', onUnverified: 'warn' }),
  });
}

function throughOf(bug: ReviewedBug, marks: readonly GateMark[], gates: Partial<GateFacts> = {}): Through {
  const known = { ...noGates, merged: [aMerged(7, marks)], byCommit: new Map([[introducedBy.sha, 7]]), ...gates };
  const scans = [aScan('2026-11-10', { sha: head }), aScan('2026-01-01')];
  const { through } = reportOf([evidenceOf('acme/shop', { bugs: [bug], scans, gates: known })]).total;
  if (through === null) throw new Error('the gates are known');
  return through;
}

/** The bug | what the gates said, apart by `;` | the way, or what held it | whether it escaped. */
const ROWS = `
                                  |                                          | no-gate         | yes
                                  | failed counted:a old-head                | no-gate         | yes
                                  | failed read:2026-11-13                   | no-gate         | yes
                                  | failed counted:a                         | seen            |
                                  | failed counted:a warns                   | seen            |
                                  | unverified; failed counted:a             | seen            |
                                  | failed counted:b                         | unknown         | yes
                                  | failed unlisted                          | unknown         | yes
                                  | passed; unverified                       | could-not-judge | yes
  resolved:2026-11-12 checked     | passed reds:1                            | held fixed      |
  resolved:2026-11-12             | passed reds:1                            | held marked     |
  resolved:2026-11-12 unsourced   | passed reds:1                            | held marked     |
  dismissed:2026-11-12            | passed reds:1                            | held dismissed  |
  dismissed:2026-11-12            | passed reds:1; failed counted:a          | seen            |
  dismissed:2026-11-12            | passed reds:1; unverified                | held dismissed  |
  dismissed:2026-11-12            | passed                                   | unknown         |
  resolved:2026-11-12T12:00:00.001Z | passed reds:1                          | unknown         |
                                  | passed reds:1                            | unknown         | yes
  pending:2026-11-12              | passed reds:1                            | unknown         | yes
  resolved:2026-11-11             | failed reds:1                            | unknown         |
  dismissed:2026-11-13            | passed                                   | unknown         |
  found:2026-11-11                | passed                                   | unknown         | yes
  found:2026-11-11T12:00:00.001Z  | passed                                   | found-later     | yes
                                  | passed without-inputs                    | unknown         | yes
                                  | passed without-inputs counted:a          | limit           | yes
                                  | passed unlisted unlimited                | limit           | yes
  unclassified                    | passed                                   | limit           |
  unclassified                    | passed counting-unclassified             | unknown         |
                                  | passed gate-on:touched,introduced        | unknown         | yes
                                  | passed gate-on:touched other-paths       | paths           | yes
                                  | failed unlisted other-paths              | paths           | yes
                                  | failed gate-on:touched                   | gate-on         | yes
                                  | failed gate-on:touched unlisted          | unknown         | yes
  found:2026-11-10 squashed       | passed since:2026-11-10                  | unknown         | yes
  found:2026-11-09 squashed       | passed since:2026-11-10                  | found-since     | yes
  found:2026-11-09 squashed       | passed since:2026-11-10 unlisted         | unknown         | yes
  found:2026-11-09 squashed pending:2026-11-11 | passed since:2026-11-10     | unknown         | yes
  found:2026-11-09                | passed since:2026-11-10                  | unknown         | yes
`;

test.each(ROWS.trim().split('\n'))('%s', (row) => {
  const [bug = '', marks = '', way = '', escaped] = row.split('|').map((cell) => cell.trim());
  const said = marks === '' ? [] : marks.split(';').map((each) => toMark(each.trim()));
  const through = throughOf(toBug(bug), said);
  const found = [
    ...through.ways.flatMap((each) => (each.bugs > 0 ? each.way : [])),
    ...Object.entries(through.held).flatMap(([held, bugs]) => (bugs > 0 ? `held ${held}` : [])),
  ];
  expect([found, through.escaped]).toEqual([[way], escaped === 'yes' ? 1 : 0]);
  expect(through.bugs).toBe(way.startsWith('held') ? 0 : 1);
});

test('a bug whose pull request could not be read is in no count', () => {
  expect(throughOf(toBug(''), [], { merged: [], unread: 1 })).toMatchObject({ bugs: 0, escaped: 0, change: null });
  expect(throughOf(toBug(''), [])).toMatchObject({ bugs: 1, escaped: 1 });
});

describe('the period', () => {
  test.each<[found: string, now: number, before: number]>([
    ['2026-10-22T00:00:00Z', 1, 0],
    ['2026-10-21T23:59:59Z', 0, 1],
    ['2026-09-22T00:00:00Z', 0, 1],
    ['2026-09-21T23:59:59Z', 0, 0],
    // By a clock that is ahead: as of today.
    ['2026-12-24', 1, 0],
  ])('of a bug that was found at %s', (found, now, before) => {
    const through = throughOf(toBug(`found:${found}`), []);
    expect([through.bugs, through.before?.bugs, through.escaped, through.before?.escaped]).toEqual([
      now,
      before,
      now,
      before,
    ]);
  });
});

test('bugs of a commit are those of the merged pull request that GitHub names for it', () => {
  const bugsOf = (byCommit: ReadonlyMap<string, number>): number => throughOf(toBug('squashed'), [], { byCommit }).bugs;
  const { sha } = introducedBy;
  expect([bugsOf(new Map()), bugsOf(new Map([[sha, 7]])), bugsOf(new Map([[sha, 8]]))]).toEqual([0, 1, 0]);
});
