// What people settled: which bugs are listed and marked, the scan that confirms a fix, and dismissals that end.
import type { ScanData } from '../../sandbox/service/data.ts';
import { decideSettled, readEnd, type SettledFigures } from '../../src/insights/settled.ts';
import { toShownBug } from '../../src/insights/shown-bug.ts';
import { toPeriod } from '../../src/judgement/day.ts';
import type { ReviewedBug } from '../../src/judgement/reviewed-bug.ts';
import { changeService } from '../harness/worlds.ts';
import { describe, expect, test } from '../jest.ts';
import { bugId } from '../judgement/fixtures.ts';
import { night, nowMs, quarterWorld, runInsightsIn } from './harness.ts';
import { aBug, at, dayMs, now } from './worlds.ts';

/** A full scan of the default branch that lists some of them began at noon of 14 November. */
function settledOf(bugs: readonly ReviewedBug[], listed: readonly string[] | null = []): SettledFigures {
  const branchScan = listed && { startedAt: at('2026-11-14'), listed: new Set(listed.map(bugId)) };
  const pairs = bugs.map((bug) => ({
    bug,
    shown: toShownBug(bug, { repository: 'acme/shop', disclosure: 'full', branchScan }),
  }));
  return decideSettled(pairs, toPeriod(now, 30), now);
}

const namesOf = ({ settled }: SettledFigures): string =>
  settled.map(({ id, lookAgain }) => `${id.slice(4)}${lookAgain === null ? '' : `: ${lookAgain}`}`).join(', ');

test('of the period, newest first, ties by id: what was dismissed, and what a person marked as resolved', () => {
  const bugs = [
    aBug('b', { review: ['dismissed', '2026-11-12'] }),
    aBug('a', { review: ['resolved', '2026-11-12'] }),
    aBug('new', { review: ['dismissed', '2027-01-01'] }),
    aBug('first', { review: ['dismissed', '2026-10-22T00:00:00Z'], source: null }),
    aBug('before', { review: ['dismissed', '2026-10-21T23:59:59.999Z'] }),
    aBug('checked', { review: ['resolved', '2026-11-12'], source: 'bug_fix_check' }),
    aBug('unsourced', { review: ['resolved', '2026-11-12'], source: null }),
    aBug('opened', { review: ['pending', '2026-11-12'] }),
    aBug('untouched'),
    ...['linear', 'jira', 'asana', 'github_issue'].map((source) =>
      aBug(source, { review: ['resolved', '2026-11-11'], source }),
    ),
  ];
  expect(namesOf(settledOf(bugs))).toBe('new, a, b, asana, github_issue, jira, linear, first');
});

describe('to look at again, which comes first', () => {
  const secure = (name: string, review: ReviewedBug['review']): ReviewedBug => ({
    ...aBug(name, { kind: 'security' }),
    review,
  });
  const review = (state: 'resolved' | 'dismissed', time: string, note: string | null = null) =>
    ({ state, at: at(time), reason: null, note, source: 'review' }) as const;

  test('are security bugs that were dismissed without a note', () => {
    const bugs = [
      secure('noted', review('dismissed', '2026-11-13', 'Known.')),
      secure('none', review('dismissed', '2026-11-12')),
      secure('blank', review('dismissed', '2026-11-11', ' \n')),
      aBug('other', { review: ['dismissed', '2026-11-13'] }),
      aBug('unclassified', { kind: 'unclassified', review: ['dismissed', '2026-11-13'] }),
    ];
    expect(namesOf(settledOf(bugs))).toBe('none: no-note, blank: no-note, noted, other, unclassified');
  });

  test.each<[what: string, time: string, listed: readonly string[] | null, mark: string]>([
    ['a later scan does not list', '2026-11-14', ['other'], 'a'],
    ['a later scan lists', '2026-11-14', ['other', 'a'], 'a: not-confirmed'],
    ['a scan left out that began before', '2026-11-14T12:00:00.001Z', ['other'], 'a: not-confirmed'],
    ['no scan tells anything of', '2026-11-14', null, 'a: not-confirmed'],
  ])('are security bugs that were marked as resolved and that %s', (_, time, listed, mark) => {
    expect(namesOf(settledOf([secure('a', review('resolved', time))], listed))).toBe(mark);
    expect(namesOf(settledOf([aBug('a', { review: ['resolved', time] })], listed))).toBe('a');
  });
});

describe('what is not in the table', () => {
  const marked = (
    name: string,
    time: string,
    source: string | null = 'review',
    kind: ReviewedBug['kind'] = 'security',
  ) => aBug(name, { kind, review: ['resolved', time], source });

  test('is counted where a security bug was marked before the period and no scan has confirmed that', () => {
    const { settled, unconfirmedBefore } = settledOf(
      [
        marked('listed', '2026-10-21T23:59:59.999Z'),
        marked('gone', '2026-10-21'),
        marked('old', '2025-01-01', 'jira'),
        marked('ordinary', '2025-01-01', 'review', 'bug'),
        marked('checked', '2025-01-01', 'bug_fix_check'),
        marked('unsourced', '2025-01-01', null),
        aBug('no note', { kind: 'security', review: ['dismissed', '2025-01-01'] }),
      ],
      ['listed', 'old', 'ordinary', 'checked', 'unsourced'],
    );
    expect([settled, unconfirmedBefore]).toEqual([[], 2]);
  });

  test('is counted where the service names neither a person nor its own check', () => {
    const { unattributed, unattributedSecurity } = settledOf([
      marked('null', '2026-11-12', null),
      marked('robot', '2026-11-12', 'robot', 'bug'),
      marked('before', '2026-10-21', null),
      marked('person', '2026-11-12', 'github_issue'),
      marked('checked', '2026-11-12', 'bug_fix_check'),
      aBug('dismissed', { kind: 'security', review: ['dismissed', '2026-11-12'], source: null }),
    ]);
    expect([unattributed, unattributedSecurity]).toEqual([2, 1]);
  });
});

describe('a run', () => {
  const [marked] = quarterWorld().service.bugs.filter(
    ({ review, isSecurityVulnerability: is }) => is && review?.state === 'resolved' && review.source === 'review',
  );
  const newest = (given: ScanData, changes: Partial<ScanData>): ScanData => ({
    ...given,
    workflowRequestId: 'wr_newest',
    createdAt: nowMs - 60_000,
    completedAt: nowMs,
    ...changes,
  });
  const reviewed = { id: 'bfrv_1', state: 'resolved', createdAt: nowMs - 2 * dayMs, source: 'review' } as const;
  const old = { isSecurityVulnerability: true, review: { ...reviewed, createdAt: nowMs - 100 * dayMs } };
  const markOf = async (
    changes: Partial<ScanData>,
    lists: readonly string[] | null = [],
  ): Promise<string | null | undefined> => {
    const world = changeService(quarterWorld(), ({ bugs, scans, surfaced }) => ({
      bugs: bugs.map((bug) => (bug.id === marked?.id ? { ...bug, review: reviewed } : bug)),
      scans: [
        ...scans.slice(0, 1).map((scan) => newest(scan, changes)),
        ...scans.filter(({ createdAt }) => createdAt < nowMs - 3 * dayMs),
      ],
      surfaced: {
        ...surfaced,
        ...(lists !== null && { wr_newest: [bugs.find(({ review }) => !review)?.id ?? '', ...lists] }),
      },
    }));
    const { files } = await runInsightsIn(world, { event: night });
    const { settled } = JSON.parse(files['scan-insights/insights.json'] ?? '') as {
      settled: { id: string; lookAgain: string | null }[];
    };
    return settled.find(({ id }) => id === marked?.id)?.lookAgain;
  };

  test('confirms what was marked before the period, too', async () => {
    const world = changeService(quarterWorld(), ({ bugs }) => ({
      bugs: bugs
        .filter(({ review }) => review?.state !== 'resolved' || review.source !== 'review')
        .map((bug, index) => (index === 0 ? { ...bug, ...old } : bug)),
    }));
    const { github } = await runInsightsIn(world, { event: night });
    expect(github.filter(({ url }) => url.includes('/commits'))).toHaveLength(1);
  });

  test.each<[what: string, changes: Partial<ScanData>, lists: readonly string[] | null, mark: string | null]>([
    ['a full scan of the default branch leaves it out', {}, [], null],
    ['that lists it', {}, [marked?.id ?? ''], 'not-confirmed'],
    ['whose lists are gone', {}, null, 'not-confirmed'],
    ['that is partial', { scanType: 'recentChanges' }, [], 'not-confirmed'],
    ['that failed', { workflowStatus: 'failed' }, [], 'not-confirmed'],
    ['of another commit', { commitSha: 'e'.repeat(40) }, [], 'not-confirmed'],
    ['that began before', { createdAt: nowMs - 2.5 * dayMs }, [], 'not-confirmed'],
  ])('%s', async (_, changes, lists, mark) => {
    expect(await markOf(changes, lists)).toBe(mark);
  });

  test('asks nobody where nothing was marked', async () => {
    const world = changeService(quarterWorld(), ({ bugs }) => ({
      bugs: bugs.filter(({ review }) => review?.state !== 'resolved'),
    }));
    const { github, service } = await runInsightsIn(world, { event: night });
    expect([
      github.filter(({ url }) => !url.endsWith('/graphql')),
      service.filter(({ url }) => url.includes('workflow_request_id')),
    ]).toEqual([[], []]);
  });
});

describe('acceptances that end', () => {
  const accepted = (name: string, note: string): ReviewedBug =>
    aBug(name, { review: ['dismissed', '2025-01-01'], note });

  test('are those that have ended or will within thirty days, of any age, the first first', () => {
    // The day itself still belongs to it, and ends at midnight, half a day after noon.
    const { ending } = settledOf([
      accepted('late', 'until 2026-12-19.'),
      accepted('later', 'until 2026-12-20.'),
      accepted('today', 'until 2026-11-20.'),
      accepted('yesterday', 'until 2026-11-19.'),
      accepted('long', 'until 2025-06-01.'),
      accepted('open-ended', 'for ever'),
      accepted('unreadable', 'until 2026-13-01'),
      aBug('resolved', { review: ['resolved', '2025-01-01'], note: 'until 2025-06-01.' }),
    ]);
    expect(ending.map((bug) => [bug.id, readEnd(bug) <= now])).toEqual([
      ['bug_long', true],
      ['bug_yesterday', true],
      ['bug_today', false],
      ['bug_late', false],
    ]);
  });
});

test('what the service writes as reason and source of a withheld bug is shown only where it is one of its words', () => {
  const bug = (kind: 'security' | 'bug', reason: string, source: string): ReviewedBug =>
    aBug('a', { kind, review: ['dismissed', '2026-11-12'], reason, source });
  const shown = (one: ReviewedBug): readonly unknown[] => {
    const { review } = toShownBug(one, { repository: 'acme/shop', disclosure: 'counts', branchScan: null });
    return [review?.reason, review?.source];
  };
  expect(shown(bug('security', 'SQL injection in login.ts', 'src/login.ts'))).toEqual(['other', 'other']);
  expect(shown(bug('security', 'wont_fix', 'jira'))).toEqual(['wont_fix', 'jira']);
  expect(shown(bug('bug', 'too_slow', 'chat'))).toEqual(['too_slow', 'chat']);
});
