// The past of a repository's bugs: borders of days and weeks, and random lives against a reference.
import { type DatedBug, decideHistory, type History, sumKinds } from '../../src/insights/history.ts';
import { formatDate } from '../../src/judgement/day.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';
import { at } from '../judgement/fixtures.ts';
import { dateOf, groupByWeek, type Life, replay, timeToResolve } from './history-reference.ts';

const dayMs = 86_400_000;
const ms = (time: string): number => Date.parse(time.length === 10 ? `${time}T12:00:00Z` : time);

function toBug({ kind, foundMs, settled }: Life): DatedBug {
  const review = settled && { state: settled.as, at: at(settled.atMs), reason: null, note: null, source: null };
  return { kind, foundAt: at(foundMs), review };
}

type Settled = readonly ['resolved' | 'dismissed' | 'pending', string];

const life = (found: string, settled?: Settled, kind: Life['kind'] = 'bug'): Life => ({
  kind,
  foundMs: ms(found),
  settled: settled === undefined ? null : { as: settled[0], atMs: ms(settled[1]) },
});

/** Everything is known from the start. */
function historyOf(lives: readonly Life[], now: string, days = 7, since: string | null = '2000-01-01'): History {
  return decideHistory({
    bugs: lives.map(toBug),
    now: at(ms(now)),
    days,
    since: since === null ? null : at(ms(since)),
  });
}

/** Days with pending bugs, and how many. */
function pendingOf({ days }: History): readonly string[] {
  return days
    .filter(({ pending }) => sumKinds(pending) > 0)
    .map(({ day, pending }) => `${formatDate(day)}: ${sumKinds(pending)}`);
}

describe('pending at the end of a day', () => {
  /** Found | settled | now | the days of November 2026 at whose end it is pending. */
  const rows = `
    2026-11-18T23:59:59.999Z |                                    | 2026-11-20               | 18 19 20
    2026-11-19T00:00:00.000Z |                                    | 2026-11-20               | 19 20
    2026-11-18               | resolved 2026-11-19T23:59:59.999Z  | 2026-11-20               | 18
    2026-11-18               | dismissed 2026-11-20T00:00:00Z     | 2026-11-20               | 18 19
    2026-11-18T01:00:00Z     | resolved 2026-11-18T02:00:00Z      | 2026-11-20               |
    2026-11-19               | resolved 2026-11-16                | 2026-11-20               |
    2025-01-01               | resolved 2026-11-15                | 2026-11-20               | 14
    2025-01-01               | resolved 2026-11-13                | 2026-11-20               |
    2026-11-18               | pending 2026-11-19                 | 2026-11-20               | 18 19 20
    2026-11-21               |                                    | 2026-11-20               | 20
    2026-11-19               | dismissed 2099-01-01               | 2026-11-20               | 19
    2026-11-20T00:00:00Z     |                                    | 2026-11-20T23:59:59.999Z | 20
    2026-11-19T00:00:00Z     |                                    | 2026-11-20T00:00:00.000Z | 19 20`;
  test.each(rows.trim().split('\n'))('%s', (row) => {
    const [found = '', settled = '', now = '', days = ''] = row.split('|').map((cell) => cell.trim());
    const lived = settled === '' ? life(found) : life(found, settled.split(' ') as unknown as Settled);
    const pending = days.split(' ').flatMap((day) => (day === '' ? [] : `2026-11-${day}: 1`));
    expect(pendingOf(historyOf([lived], now))).toEqual(pending);
  });

  test('a leap day is a day', () => {
    const days = pendingOf(historyOf([life('2028-02-28', ['resolved', '2028-03-01'])], '2028-03-01', 7));
    expect(days).toEqual(['2028-02-28: 1', '2028-02-29: 1']);
    expect(historyOf([], '2028-03-01', 366).days[0]?.day).toBe(ms('2027-03-02T00:00:00Z') / dayMs);
  });

  test.each<[since: string | null, first: string | null, days: number]>([
    ['2026-11-16T23:59:59Z', '2026-11-16', 5],
    ['2026-11-20T08:00:00Z', '2026-11-20', 1],
    ['2026-12-24', '2026-11-20', 1],
    ['2026-11-13', '2026-11-14', 7],
    [null, null, 0],
  ])('known since %s: from %s on', (since, first, days) => {
    const history = historyOf([life('2026-01-01')], '2026-11-20', 7, since);
    expect(history.days.map(({ day }) => formatDate(day)).at(0) ?? null).toBe(first);
    expect(history.days).toHaveLength(days);
    expect(history.days.every(({ pending }) => pending.bug === 1)).toBe(true);
    // What was found and settled is known without a scan.
    expect(history.weeks.length).toBeGreaterThan(0);
  });
});

describe('days to resolve', () => {
  /** Bugs of one day, resolved after so many days. */
  const resolvedAfter = (days: readonly number[], kind?: Life['kind']): readonly Life[] =>
    days.map((each) => life('2026-11-01', ['resolved', new Date(ms('2026-11-01') + each * dayMs).toISOString()], kind));

  test.each<[after: readonly number[], median: number | null]>([
    [[1, 2, 3, 4], null],
    [[9, 1, 2, 4, 3], 3],
    [[1, 2, 3, 4, 5, 6], 3.5],
    [[-3, -2, -1, 0, 0], 0],
    [[-3, -2, -1, 2, 3, 4], 1],
  ])('%j: %p', (after, median) => {
    const { resolution } = historyOf(resolvedAfter(after), '2026-11-20', 60);
    expect(resolution).toEqual({ resolved: after.length, medianMs: median === null ? null : median * dayMs });
  });
});

test.each<[found: string, upToDays: number | null]>([
  ['2026-12-01', 7],
  ['2026-11-13T12:00:00.000Z', 7],
  ['2026-11-13T11:59:59.999Z', 30],
  ['2026-10-21T12:00:00Z', 30],
  ['2026-10-21T11:59:59Z', 90],
  ['2026-08-22T11:59:59Z', 180],
  ['2026-05-24T12:00:00Z', 180],
  ['2026-05-24T11:59:59Z', null],
])('a bug found at %s is up to %p days old by the clock', (found, upToDays) => {
  const { ages } = historyOf(
    [life(found, undefined, 'security'), life(found, ['resolved', found])],
    '2026-11-20T12:00:00Z',
  );
  expect(ages.map((age) => age.upToDays)).toEqual([7, 30, 90, 180, null]);
  expect(ages.filter(({ pending }) => sumKinds(pending) > 0)).toEqual([
    { upToDays, pending: { security: 1, bug: 0, unclassified: 0 } },
  ]);
});

test('random lives are those of the reference', () => {
  const nowMs = fc.integer({ min: ms('2026-01-01'), max: ms('2029-01-01') });
  const life = fc.record({
    kind: fc.constantFrom<Life['kind']>('security', 'bug', 'unclassified'),
    // Hours before now; some days are named often, so that borders are met.
    foundH: fc.oneof(
      fc.integer({ min: -100, max: 9_600 }),
      fc.integer({ min: 0, max: 40 }).map((days) => days * 24),
    ),
    settled: fc.option(
      fc.record({
        as: fc.constantFrom<'pending' | 'resolved' | 'dismissed'>('pending', 'resolved', 'dismissed'),
        afterH: fc.oneof(
          fc.integer({ min: -50, max: 9_600 }),
          fc.integer({ min: 0, max: 40 }).map((days) => days * 24),
        ),
      }),
    ),
  });
  fc.assert(
    fc.property(
      nowMs,
      fc.integer({ min: 7, max: 366 }),
      fc.array(life, { maxLength: 40 }),
      fc.option(fc.integer({ min: -2, max: 800 })),
      (now, days, given, knownDays) => {
        const lives = given.map(({ kind, foundH, settled }): Life => {
          const foundMs = now - foundH * 3_600_000;
          return { kind, foundMs, settled: settled && { as: settled.as, atMs: foundMs + settled.afterH * 3_600_000 } };
        });
        // The oldest full scan; null: there is none.
        const since = knownDays === null ? null : now - knownDays * dayMs;
        const history = decideHistory({
          bugs: lives.map(toBug),
          now: at(now),
          days,
          since: since === null ? null : at(since),
        });
        const played = replay(lives, now, days);
        const knownFrom = since === null ? '9999' : dateOf(Math.min(since, now));
        expect(history.days.map(({ day, pending }) => ({ date: formatDate(day), pending }))).toEqual(
          played.filter(({ date }) => date >= knownFrom).map(({ date, pending }) => ({ date, pending })),
        );
        const count = (some: typeof played, what: 'found' | 'resolved' | 'dismissed'): number =>
          some.reduce((sum, day) => sum + day[what], 0);
        expect(history.weeks.map(({ week, ...flow }) => [formatDate(week.first), formatDate(week.last), flow])).toEqual(
          groupByWeek(played).map((some) => [
            some[0]?.date,
            some.at(-1)?.date,
            { found: count(some, 'found'), resolved: count(some, 'resolved'), dismissed: count(some, 'dismissed') },
          ]),
        );
        expect(history.flow.found).toBe(count(played, 'found'));
        expect(history.resolution).toEqual(timeToResolve(lives, now, days));
        const security = lives.filter(({ kind }) => kind === 'security');
        expect(history.securityResolution).toEqual(timeToResolve(security, now, days));
        // The period before, day by day.
        const earlier = replay(lives, now, days, days);
        const isKnownOn = (day: (typeof earlier)[number] | undefined): boolean => (day?.date ?? '') >= knownFrom;
        expect(history.pendingBefore).toEqual(isKnownOn(earlier.at(-1)) ? earlier.at(-1)?.pending : null);
        const before = {
          flow: {
            found: count(earlier, 'found'),
            resolved: count(earlier, 'resolved'),
            dismissed: count(earlier, 'dismissed'),
          },
          resolution: timeToResolve(lives, now, days, days),
          securityResolution: timeToResolve(security, now, days, days),
        };
        expect(history.before).toEqual(isKnownOn(earlier[0]) ? before : null);
        // How long it takes if all that is pending were resolved now is how old it is.
        const open = lives.filter(({ settled }) => settled === null || settled.as === 'pending');
        const resolved = open.map((each): Life => ({ ...each, settled: { as: 'resolved', atMs: now } }));
        expect(history.medianAgeMs).toBe(timeToResolve(resolved, now, days).medianMs);
        // Whatever was pending at the end of today is pending now, and as old as some age says.
        expect(history.pending).toEqual(played.at(-1)?.pending);
        const aged = history.ages.reduce((sum, { pending }) => sum + sumKinds(pending), 0);
        expect(aged).toBe(sumKinds(history.pending));
      },
    ),
  );
});
