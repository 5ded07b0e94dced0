// The decisions of the watch: which scans and findings are new, which pull request brought them in, what is announced there.
import type { Finding, IntroducedBy } from '../../src/judgement/finding.ts';
import type { Scan } from '../../src/judgement/scan.ts';
import { type AnnouncementRules, decideAnnouncements } from '../../src/watch/announcement-plan.ts';
import {
  type AttributedPull,
  type Attributions,
  readPull,
  selectAttributionQueries,
  toAttributionQuery,
} from '../../src/watch/attribution.ts';
import {
  isIntervalCut,
  isReadBack,
  joinFindings,
  MAX_WATCHED_SCANS,
  readPosition,
  type ScanPosition,
  selectNewFindings,
  selectWatchedScans,
  toBackMs,
} from '../../src/watch/new-findings.ts';
import { describe, expect, test } from '../jest.ts';
import { aFinding, aScan, at, scanId, shaOf } from '../judgement/fixtures.ts';

const hourMs = 3_600_000;
const now = at(1_000 * hourMs);

/** A scan that began so many hours ago. */
const ago = (hours: number, name: string, parts: Partial<Scan> = {}): Scan =>
  aScan({ id: scanId(name), startedAt: at(now - hours * hourMs), ...parts });
const running = { state: 'running' } as const;
const positionAt = (hours: number, name: string | null): ScanPosition => ({
  scanId: name === null ? null : scanId(name),
  startedAt: at(now - hours * hourMs),
});

describe('the scans that are read', () => {
  const listed = [ago(1, '3'), ago(2, '2'), ago(25, '1')];

  test.each<[string, readonly Scan[], ScanPosition | null, boolean]>([
    ['to the scan of the last run', listed, positionAt(2, '2'), true],
    ['to it, whatever its time in the marker', listed, positionAt(0, '1'), true],
    ['past its time, where it is not among them', listed, positionAt(2, '0'), false],
    ['to what is older than a position without a scan', listed, positionAt(2, null), true],
    ['not to that', listed.slice(0, 2), positionAt(2, null), false],
    ['to where none can be running any more, without a position', listed, null, true],
    ['not to there', [ago(1, '2'), ago(24, '1')], null, false],
    ['nowhere', [], null, false],
  ])('go back %s', (_, newest, last, expected) => {
    expect(isReadBack(newest, last, now)).toBe(expected);
  });

  test('are looked at from the last position on, or for a day', () => {
    expect([toBackMs(positionAt(3, '1'), now), toBackMs(null, now)]).toEqual([now - 3 * hourMs, now - 24 * hourMs]);
  });

  test.each<[string, ScanPosition, ScanPosition | null]>([
    ['its own time', positionAt(0, '2'), positionAt(2, '2')],
    ['the time of the marker, where it is listed no more', positionAt(2, 'gone'), positionAt(2, 'gone')],
    ['no time, where it is younger than all', positionAt(0.5, 'gone'), null],
    ['the time of the marker, where there was none', positionAt(1, null), positionAt(1, null)],
    ['no time, where all are older', positionAt(0.5, null), null],
  ])('give the scan of a marker %s', (_, last, expected) => {
    // One without an ID is not the scan of a marker without one.
    expect(readPosition(last, [...listed, ago(9, '0', { id: null })])).toEqual(expected);
  });

  const many = Array.from({ length: MAX_WATCHED_SCANS }, (_, index) => ago(2 + index / 1_000, `${index}`));
  test.each<[string, readonly Scan[], ScanPosition | null, boolean]>([
    ['as many as are read are all newer', many, positionAt(5, 'gone'), true],
    ['one is as old', many, positionAt(3, 'gone'), false],
    ['one fewer is read', many.slice(1), positionAt(5, 'gone'), false],
    ['there is no earlier run', many, null, false],
  ])('are cut off where %s', (_, newest, previous, expected) => {
    expect(isIntervalCut(newest, previous)).toBe(expected);
  });
});

describe('the scans of a night', () => {
  /** Words such as `3:1h` for scan wr_3 that began an hour ago, `failed` or `runs`; without a name it has no ID. */
  const parse = (text: string): readonly Scan[] =>
    text.split(' ').map((word) => {
      const [, name = '', hours, how = ''] = /^(\d?):([\d.]+)h(.*)$/.exec(word) ?? [];
      const state = how === 'failed' ? ({ state: 'failed' } as const) : how === 'runs' ? running : {};
      return ago(Number(hours), name, { ...state, ...(name === '' ? { id: null } : {}) });
    });
  /** Such as `3: 2 3, then 3:1h, not 1`: the latest, the new ones, the position, and what is passed over. */
  const choose = (scans: readonly Scan[], previous: ScanPosition | null): string => {
    const watched = selectWatchedScans({ scans, previous, now });
    if (watched === null) return 'none';
    const { latest, newScans, position, passedOver } = watched;
    const names = newScans.map(({ id }) => ` ${id}`).join('');
    const not = passedOver.map(({ id, state }) => `, not ${id ?? state}`).join('');
    const agoMs = now - position.startedAt;
    const time = agoMs % hourMs === 0 ? `${agoMs / hourMs}h` : `${agoMs} ms`;
    return `${latest.id}:${names}, then ${position.scanId ?? 'before'}:${time}${not}`.replaceAll('wr_', '');
  };

  /** What is held, the scans, the last position, and what comes out. */
  test.each<[string, string, string | null, string]>([
    ['are none where none is complete', '1:1hfailed', null, 'none'],
    ['are none where the complete one has no id', ':1h', null, 'none'],
    ['are those after the position, oldest first', '3:1h 2:2h 1:3h', '1:3h', '3: 2 3, then 3:1h'],
    ['come in order, however they are listed', '1:3h 2:2h 3:1h', '1:3h', '3: 2 3, then 3:1h'],
    ['are none where none is new', '3:1h 2:2h 1:3h', '3:1h', '3:, then 3:1h'],
    ['of one millisecond are those that the list has first', '3:1h 2:1h 1:1h', '2:1h', '3: 3, then 3:1h'],
    ['of one millisecond are none without the position', '3:1h 2:1h', 'gone:1h', '3:, then gone:1h'],
    ['leave out one that failed, and go on', '3:1h 2:2hfailed 1:3h', '1:3h', '3: 3, then 3:1h'],
    ['name one without an id', ':1h 2:2h :4h', '1:3h', '2: 2, then 2:2h, not complete'],
    ['end at one without an id that runs', '3:1h :2hruns', '1:3h', '3:, then 1:3h'],
    ['end at one that runs', '4:1h 3:2hruns 2:3h 1:4h', '1:4h', '4: 2, then 2:3h'],
    ['end at the newest where that runs', '4:1hruns 3:2h 2:3h 1:4h', '1:4h', '3: 2 3, then 3:2h'],
    ['leave the position where the first runs', '3:1h 2:2hruns', '1:3h', '3:, then 1:3h'],
    ['begin before one that runs at first', '3:1h 2:2hruns', null, `3:, then before:${2 * hourMs + 1} ms`],
    ['are held back by one that has run for a day', '3:1h 2:24hruns', '1:30h', '3:, then 1:30h'],
    ['are not by one that has run longer', '3:1h 2:24.25hruns', '1:30h', '3: 3, then 3:1h, not 2'],
  ])('%s', (_, scans, previous, expected) => {
    const [name = '', hours] = previous?.split(/[:h]/) ?? [];
    const last = previous === null ? null : positionAt(Number(hours), name);
    expect(choose(parse(scans), last)).toBe(expected);
  });
});

const idsOf = (findings: readonly Finding[]): string => findings.map(({ id }) => id.replace('bug_', '')).join(' ');
const found = (name: string, hours: number): Finding => aFinding(name, { foundAt: at(now - hours * hourMs) });

describe('new findings', () => {
  const [early, late] = [ago(4, '1'), ago(2, '2')];
  test.each<[string, readonly (readonly [Scan, readonly Finding[]])[], string]>([
    ['are those found since their scan began', [[late, [found('a', 3), found('b', 1)]]], 'b'],
    [
      'are those that an earlier scan was the first to find',
      [
        [early, [found('a', 3)]],
        [late, [found('a', 3)]],
      ],
      'a',
    ],
    [
      'are each there once',
      [
        [early, [found('a', 1)]],
        [late, [found('a', 1), found('b', 1)]],
      ],
      'a b',
    ],
  ])('%s', (_, lists, expected) => {
    const given = lists.map(([scan, findings]) => ({ scan, findings }));
    expect(idsOf(selectNewFindings(given))).toBe(expected);
  });

  test('are joined with those that are open, each once', () => {
    expect(idsOf(joinFindings([found('b', 1)], [found('a', 1), found('b', 1)]))).toBe('b a');
  });
});

const by = (parts: Partial<IntroducedBy>): IntroducedBy => ({
  sha: shaOf('a'),
  date: '2026-01-02',
  author: 'Mei',
  pullRequest: null,
  ...parts,
});
const introduced = (name: string, introducedBy: IntroducedBy | null, kind: Finding['kind'] = 'bug'): Finding =>
  aFinding(name, { kind, introducedBy, foundAt: at(now) });
const ofPull = (name: string, pullRequest: number, kind?: Finding['kind']): Finding =>
  introduced(name, by({ pullRequest }), kind);

describe('what the service claims', () => {
  test.each<[string, IntroducedBy | null, ReturnType<typeof toAttributionQuery>]>([
    ['nothing', null, null],
    ['a pull request, though it names a commit too', by({ pullRequest: 7 }), pullRequest(7)],
    ['the first pull request', by({ pullRequest: 1 }), pullRequest(1)],
    ['no pull request that cannot be, and then no commit', by({ pullRequest: 0 }), null],
    ['no half of one', by({ pullRequest: 1.5 }), null],
    ['a commit', by({ sha: shaOf('A') }), { kind: 'commit', sha: shaOf('a') }],
    ['no short commit', by({ sha: 'abc1234' }), null],
  ])('is %s', (_, introducedBy, expected) => {
    expect(toAttributionQuery(introduced('a', introducedBy))).toEqual(expected);
  });

  test('is checked for most findings first, then in the order of the text, and not without limit', () => {
    const findings = [
      introduced('1', null),
      introduced('2', by({ sha: shaOf('b') })),
      introduced('3', by({ sha: shaOf('a') })),
      ...[ofPull('4', 7), ofPull('5', 7), ofPull('6', 10)],
    ];
    const claims = [pullRequest(7), pullRequest(10), { kind: 'commit', sha: shaOf('a') }];
    expect(selectAttributionQueries(findings, 3)).toEqual(claims);
    expect(selectAttributionQueries(findings.toReversed(), 9)).toEqual([
      ...claims,
      { kind: 'commit', sha: shaOf('b') },
    ]);
  });

  function pullRequest(number: number) {
    return { kind: 'pull-request', number } as const;
  }
});

describe('announcements', () => {
  const merged = (number: number): AttributedPull => ({ number, mergedAt: at(now - 5 * hourMs) });
  const attributions: Attributions = new Map<string, AttributedPull | null>([
    ...[1, 2, 3, 12].map((number) => [String(number), merged(number)] as const),
    ['4', { number: 4, mergedAt: null }],
    [shaOf('a'), merged(3)],
    [shaOf('b'), null],
  ]);
  const announce = (findings: readonly Finding[], rules: Partial<AnnouncementRules> = {}): string => {
    const { wanted, leftOut } = decideAnnouncements(findings, attributions, {
      announce: 'all',
      disclosure: 'full',
      maxNotified: 2,
      ...rules,
    });
    const texts = wanted.map((each) => `#${each.pullRequest} ${idsOf(each.findings)}`);
    return [...texts, ...leftOut.map((number) => `not #${number}`)].join(', ');
  };
  const mixed = [ofPull('s', 1, 'security'), ofPull('u', 1, 'unclassified'), ofPull('b', 2), ofPull('c', 1)];

  test.each<[string, readonly Finding[], Partial<AnnouncementRules>, string]>([
    ['none', [], {}, ''],
    ['of every kind', mixed, {}, '#1 s u c, #2 b'],
    ['of security bugs alone', mixed, { announce: 'security' }, '#1 s'],
    ['of what may be shown', mixed, { disclosure: 'counts' }, '#1 c, #2 b'],
    ['of nothing where security bugs may not be shown', mixed, { announce: 'security', disclosure: 'counts' }, ''],
    ['on the pull request of a commit', [introduced('a', by({}))], {}, '#3 a'],
    [
      'not of what was found before the merge, but of what was found at that moment',
      [6, 5].map((hours) => ({ ...ofPull(`a${hours}`, 1), foundAt: at(now - hours * hourMs) })),
      {},
      '#1 a5',
    ],
    ['where GitHub does not say when the merge was', [ofPull('a', 4)], {}, '#4 a'],
    [
      'not where GitHub confirms none, nor where it was not asked, nor where nothing is claimed',
      [introduced('a', by({ sha: shaOf('b') })), ofPull('b', 99), introduced('c', null)],
      {},
      '',
    ],
    [
      'where most security bugs are, though elsewhere are more bugs',
      [ofPull('a', 1), ofPull('b', 1), ofPull('s', 2, 'security')],
      { maxNotified: 1 },
      '#2 s, not #1',
    ],
    [
      'where most bugs are, else',
      [ofPull('a', 1), ofPull('b', 2), ofPull('c', 2)],
      { maxNotified: 1 },
      '#2 b c, not #1',
    ],
    [
      'on the oldest pull requests, else, and those left out in their order',
      [ofPull('d', 12), ofPull('c', 3), ofPull('b', 2), ofPull('a', 1)],
      {},
      '#1 a, #2 b, not #3, not #12',
    ],
    [
      'not on those left out, by their number',
      [ofPull('a', 1), ofPull('c', 3), ofPull('d', 12), ofPull('e', 12)],
      { maxNotified: 0 },
      'not #1, not #3, not #12',
    ],
  ])('are %s', (_, findings, rules, expected) => {
    expect(announce(findings, rules)).toBe(expected);
  });

  test('belong to no pull request where the claim was not checked', () => {
    expect(readPull(ofPull('a', 99), attributions)).toBeNull();
    expect(readPull(ofPull('a', 2), attributions)?.number).toBe(2);
  });
});
