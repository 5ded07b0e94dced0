// The documents of a report: what page, JSON and summary say, that they are harmless, and that the same lists give the same bytes.
import { renderCsv } from '../../src/insights/documents/csv.ts';
import { renderInsightsJson } from '../../src/insights/documents/json.ts';
import { renderInsightsPage } from '../../src/insights/documents/page.ts';
import { renderInsightsSummary } from '../../src/insights/documents/summary.ts';
import type { InsightsReport, RepositoryEvidence } from '../../src/insights/report.ts';
import { unverified } from '../../src/judgement/reasons.ts';
import type { ReviewedBug } from '../../src/judgement/reviewed-bug.ts';
import { everyText } from '../documents/hostile-texts.ts';
import { growthOf, LINEAR_AT_MOST } from '../harness/growth.ts';
import { insightsCheck } from '../harness/schemas.ts';
import { documentFaults } from '../hostile/document.ts';
import { describe, expect, it, test } from '../jest.ts';
import { pageFaults, textOf } from './page-faults.ts';
import {
  aBug,
  aMark,
  aMerged,
  aPull,
  aScan,
  dayMs,
  evidenceOf,
  hostileReport,
  noGates,
  now,
  reportOf,
  signature,
} from './worlds.ts';

const HOSTS = ['https://github.com/', 'https://app.example.com/bugs/'];

/** Resolved after so many days. */
function resolved(days: readonly number[], kind: ReviewedBug['kind'] = 'security'): readonly ReviewedBug[] {
  return days.map((after, index) =>
    aBug(`resolved-${kind}-${index}`, {
      kind,
      found: '2026-11-01',
      review: ['resolved', new Date(Date.parse('2026-11-01T12:00:00Z') + after * dayMs).toISOString()],
    }),
  );
}

const introducedBy = { sha: 'c'.repeat(40), date: '2026-11-01', author: 'priya-raman', pullRequest: 7 };

/** Something of everything. */
function shop(parts: Partial<RepositoryEvidence> = {}): RepositoryEvidence {
  return evidenceOf('acme/shop', {
    bugs: [
      ...resolved([1, 2, 6, 9, 12]),
      ...resolved([1], 'bug'),
      aBug('pending', { kind: 'security', introducedBy }),
      aBug('unknown', { kind: 'unclassified' }),
      aBug('old', { found: '2025-01-01' }),
      aBug('silent', { kind: 'security', review: ['dismissed', '2026-11-12'], reason: 'not_a_bug' }),
      aBug('accepted', {
        review: ['dismissed', '2026-11-13'],
        reason: 'wont_fix',
        note: `until 2026-11-30. Goes in spring. · ${signature('mara-lindqvist')}`,
      }),
      aBug('tracked', { review: ['dismissed', '2026-11-14'], reason: 'duplicate', source: 'jira', note: 'Known.' }),
    ],
    scans: [aScan('2026-11-19'), aScan('2026-11-12'), aScan('2026-11-05', { state: 'failed' }), aScan('2026-01-01')],
    gates: {
      ...noGates,
      open: [aPull(1, [aMark('failed')], 'Add cards'), aPull(2, [aMark('unverified')]), aPull(3, [])],
      merged: [aMerged(4, [aMark('passed', { reds: 1 })]), aMerged(5, [aMark('failed')]), aMerged(6, [])],
    },
    ...parts,
  });
}

const documentsOf = (report: InsightsReport): Readonly<Record<'page' | 'csv' | 'json' | 'summary', string>> => ({
  page: renderInsightsPage(report),
  csv: renderCsv(report),
  json: renderInsightsJson(report),
  summary: renderInsightsSummary(report),
});

const linesOf = (report: InsightsReport): readonly string[] => textOf(renderInsightsPage(report)).split('\n');

describe('the page', () => {
  it('answers first, in plain sentences', () => {
    const [title, answer, more] = linesOf(reportOf([shop()]));
    expect(title).toBe('acme/shop 2026-10-22 to 2026-11-20');
    expect(answer).toBe('Pending security bugs rose from 0 to 1 in 30 days, all pending bugs from 1 to 3.');
    expect(more).toBe(
      '11 bugs were found (0 in the 30 days before), 6 resolved and 3 dismissed. Median time to resolve: 4 days. 1 pull request was stopped at first and passed later; 1 was merged despite a red check. No security bug got through. 2 open pull requests are blocked. 1 pending bug is not classified yet.',
    );
  });

  it('has the answer as three lines to copy, of which nothing is folded', () => {
    const page = renderInsightsPage(reportOf([shop()]));
    const [, lines = ''] = /<p class="lines">(.*?)<\/p>/su.exec(page) ?? [];
    expect(textOf(`<p>${lines.replaceAll('</span>', '</span><br>')}</p>`).split('\n')).toEqual([
      'What changed in acme/shop, 2026-10-22 to 2026-11-20: Pending security bugs rose from 0 to 1 in 30 days, all pending bugs from 1 to 3. 11 bugs were found (0 in the 30 days before), 6 resolved and 3 dismissed.',
      'Where to look first: the oldest pending security bug, found 10 days ago: “Title of pending” in src/pending.ts.',
      'What to change in the gate: Nothing: no bug of these days is known to have come in with a merged pull request. 1 pull request was stopped at first and passed later; 1 was merged despite a red check. No security bug got through.',
    ]);
    expect(page.indexOf('<details')).toBeGreaterThan(page.indexOf('<p class="lines">'));
  });

  test.each<[what: string, from: number, to: number, others: readonly [from: number, to: number], sentence: string]>([
    ['fell', 3, 1, [2, 1], 'Pending security bugs fell from 3 to 1 in 30 days, all pending bugs from 5 to 2.'],
    ['rose', 1, 2, [0, 1], 'Pending security bugs rose from 1 to 2 in 30 days, all pending bugs from 1 to 3.'],
    ['stayed', 2, 2, [1, 1], 'Pending security bugs stayed at 2 in 30 days, all pending bugs at 3.'],
    [
      'fell, all rose',
      2,
      1,
      [0, 3],
      'Pending security bugs fell from 2 to 1 in 30 days; all pending bugs rose from 2 to 4.',
    ],
    [
      'stayed, all fell',
      1,
      1,
      [2, 0],
      'Pending security bugs stayed at 1 in 30 days; all pending bugs fell from 3 to 1.',
    ],
  ])('what is pending %s', (_, from, to, [othersFrom, othersTo], sentence) => {
    const make = (kind: 'security' | 'bug', [was, is]: readonly [number, number]): readonly ReviewedBug[] => [
      ...Array.from({ length: was }, (_each, at) =>
        aBug(`${kind}-old-${at}`, { kind, found: '2026-10-01', review: at < is ? null : ['resolved', '2026-11-01'] }),
      ),
      ...Array.from({ length: Math.max(0, is - was) }, (_each, at) => aBug(`${kind}-new-${at}`, { kind })),
    ];
    const bugs = [...make('security', [from, to]), ...make('bug', [othersFrom, othersTo])];
    expect(linesOf(reportOf([evidenceOf('acme/shop', { bugs })]))[1]).toBe(sentence);
  });

  test.each<[what: string, RepositoryEvidence, sentence: string]>([
    [
      'nothing at all',
      evidenceOf('acme/new'),
      '0 bugs were found (0 in the 30 days before), 0 resolved and 0 dismissed.',
    ],
    [
      'one bug',
      evidenceOf('acme/new', { bugs: [aBug('a')] }),
      '1 bug was found (0 in the 30 days before), 0 resolved and 0 dismissed.',
    ],
    [
      'no security bug',
      evidenceOf('acme/new', { bugs: [aBug('a')] }),
      'Pending security bugs No security bug is pending.',
    ],
    [
      'the start is not known',
      evidenceOf('acme/new', { bugs: [aBug('a'), aBug('b', { kind: 'security' })], scans: [aScan('2026-11-02')] }),
      '1 security bug is pending, of 2 pending bugs in all.',
    ],
    [
      'nothing to compare with',
      evidenceOf('acme/new', { scans: [aScan('2026-11-02')] }),
      'Not everything is known of the 30 days before: the first full scan was on 2026-11-02.',
    ],
    [
      'four security bugs',
      evidenceOf('acme/new', { bugs: resolved([1, 2, 3, 4]) }),
      'Median time to resolve too few too few Security bugs too few too few',
    ],
    [
      'five others',
      evidenceOf('acme/new', { bugs: resolved([1, 2, 2.5, 3, 4], 'bug') }),
      'Median time to resolve: 2.5 days.',
    ],
    [
      'no gate',
      evidenceOf('acme/new'),
      'No pull request was stopped, and none was merged despite a red check. No security bug got through. No open pull request is blocked.',
    ],
    [
      'no scan',
      evidenceOf('acme/new', { scans: [] }),
      'No full scan has completed, so it is not known how many bugs were pending on a day.',
    ],
    [
      'a young service',
      evidenceOf('acme/new', { scans: [aScan('2026-11-02')] }),
      'The chart begins on 2026-11-02, the day of the first full scan.',
    ],
    [
      'gates that could not be read',
      evidenceOf('acme/new', { gates: unverified('github-error', 'GitHub said no.') }),
      'Pull requests could not be read acme/new: GitHub said no.',
    ],
    ['few reviews', evidenceOf('acme/new'), 'People have reviewed fewer than 20 bugs, too few to say.'],
    [
      'scans',
      shop(),
      'The newest full scan ended on 2026-11-19. Full scans were 7 days apart (median). 1 of the 3 scans that ended in these days failed.',
    ],
  ])('%s', (_, evidence, sentence) => {
    expect(linesOf(reportOf([evidence])).join(' ')).toContain(sentence);
  });

  it('has charts with the numbers under each, and what is known of a row', () => {
    const lines = linesOf(reportOf([shop()]));
    const after = (title: string, count: number): readonly string[] =>
      lines.slice(lines.indexOf(title) + 1, lines.indexOf(title) + 1 + count);
    expect(lines.filter((line) => line === 'The numbers')).toHaveLength(3);
    expect(after('Dismissed in these 30 days', 12).slice(6)).toEqual([
      'Title of tracked',
      'src/tracked.ts',
      'Bug',
      'duplicate',
      'Known.',
      '2026-11-14',
    ]);
    const text = lines.join('\n');
    expect(text).toContain('in Jira');
    expect(text).toContain('won’t fix\nuntil 2026-11-30\nGoes in spring.\n2026-11-13\nby mara-lindqvist');
    expect(text).toContain('Security bugs dismissed without a note\nBug\nKind\nReason\nDismissed\nTitle of silent');
    expect(text).toContain('1\nAdd cards\nopen, the gate failed');
    expect(text).toContain('5\nPull 5\nmerged on 2026-11-12, the gate failed');
  });

  it('of several repositories has them first, the worst on top, and those that could not be read apart', () => {
    const secure = (name: string, found: string): RepositoryEvidence =>
      evidenceOf(`acme/${name}`, { bugs: [aBug('a', { kind: 'security', found })] });
    const report = reportOf(
      [
        evidenceOf('acme/none'),
        secure('young', '2026-11-01'),
        secure('old', '2026-01-01'),
        shop(),
        evidenceOf('acme/many', { bugs: [aBug('a')] }),
      ],
      { unread: [{ repository: 'acme/gone', fault: unverified('service-error', 'The service said `500`.') }] },
    );
    const lines = linesOf(report);
    expect(lines.slice(0, 1)).toEqual(['5 of 6 repositories 2026-10-22 to 2026-11-20']);
    expect(lines.join('\n')).toContain('Could not be read, and not counted\nacme/gone: The service said 500.');
    const table = lines.slice(lines.indexOf('Repositories'), lines.lastIndexOf('Pending security bugs'));
    expect(table.filter((line) => line.startsWith('acme/'))).toEqual([
      'acme/old',
      'acme/young',
      'acme/shop',
      'acme/many',
      'acme/none',
    ]);
    expect(table.join(' ')).toContain('acme/old 1 323 days 1 0 0 0 0 2026-01-01');
    // The sum of all, and each bug with its repository.
    expect(lines).toContain('Pending security bugs rose from 1 to 3 in 30 days, all pending bugs from 2 to 6.');
    expect(lines).toContain('acme/shop · src/tracked.ts');
  });

  it('is complete in itself, and nothing in it is live', () => {
    for (const report of [
      reportOf([shop()]),
      reportOf([evidenceOf('acme/new')]),
      reportOf([shop(), evidenceOf('acme/b')]),
    ]) {
      const page = renderInsightsPage(report);
      expect(pageFaults(page, HOSTS)).toEqual([]);
      expect(page).toContain(
        'http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;sha256-',
      );
    }
  });
});

describe('hostile text', () => {
  /** A text in every field of a bug. */
  it('is letters on the page', () => {
    const { page, json } = documentsOf(hostileReport(everyText));
    expect(pageFaults(page, HOSTS)).toEqual([]);
    expect(insightsCheck()(JSON.parse(json))).toEqual([]);
  });

  it('is letters in the summary, which has room for ten of a kind', () => {
    for (let at = 0; at < everyText.length; at += 10) {
      const summary = renderInsightsSummary(hostileReport(everyText.slice(at, at + 10)));
      expect(documentFaults(summary, { hosts: HOSTS, marked: false })).toEqual([]);
    }
  });
});

describe('where details are withheld', () => {
  const secret = 'Any customer can read every order';
  const kinds = ['security', 'unclassified'] as const;
  const hidden = kinds.flatMap((kind) => [
    aBug(`${kind}-pending`, { kind, title: secret, path: 'src/secret/a.ts', introducedBy }),
    ...Array.from({ length: 12 }, (_, index) =>
      aBug(`${kind}-${index}`, {
        kind,
        title: secret,
        path: 'src/secret/a.ts',
        introducedBy,
        review: ['dismissed', '2026-11-12'],
        reason: 'not_a_bug',
        note: `until 2026-11-30. See the secret ticket. · ${signature('mara-lindqvist')}`,
      }),
    ),
  ]);
  const open = aBug('open', {
    title: 'Cart forgets the discount',
    introducedBy,
    review: ['dismissed', '2026-11-12'],
    note: `Known. · ${signature('jonas-weber')}`,
  });
  const evidence = shop({ bugs: [...hidden, open] });

  test.each(['page', 'csv', 'json', 'summary'] as const)('the %s names neither such a bug nor a person', (document) => {
    const full = documentsOf(reportOf([evidence]))[document];
    const counts = documentsOf(reportOf([{ ...evidence, disclosure: 'counts' }]))[document];
    for (const word of [secret, 'src/secret', 'secret ticket', 'mara-lindqvist']) expect(full).toContain(word);
    for (const word of [secret, 'src/secret', 'secret ticket', 'mara', 'jonas', 'priya'])
      expect(counts).not.toContain(word);
    expect(counts).toContain('Cart forgets the discount');
    expect(counts).toContain('Known.');
    // Counts, ids and links stay.
    expect(counts).toContain('bug_security-1');
    expect(counts).toContain('https://app.example.com/bugs/bug_security-1');
  });

  it('a pending security bug is its ID and its age, and nothing says which pull request brought it in', () => {
    const gates = { ...noGates, merged: [{ ...aMerged(7_731, [aMark('failed')]), title: 'Add orders' }] };
    const bugs = kinds.map((kind) =>
      aBug(`${kind}-in`, { kind, title: secret, introducedBy: { ...introducedBy, pullRequest: 7_731 } }),
    );
    const documents = (disclosure: 'full' | 'counts') =>
      documentsOf(reportOf([evidenceOf('acme/shop', { bugs, gates, disclosure })]));
    // The pull request itself is named where it was merged despite a red check, without a word of the bug.
    const [full, counts] = [documents('full'), documents('counts')];
    expect(textOf(full.page)).toContain(
      `${secret}\nsrc/security-in.ts\n10 days\nin pull request 7731\nby priya-raman\nfailed`,
    );
    expect(textOf(counts.page)).toContain('bug_security-in\n10 days\nPending bugs by day');
    expect(JSON.parse(counts.json)).toMatchObject({
      pendingSecurity: [
        { id: 'bug_security-in', title: null, path: null, author: null, pullRequest: null, lastWord: null },
      ],
    });
    expect(JSON.parse(full.json)).toMatchObject({ pendingSecurity: [{ pullRequest: 7_731, lastWord: 'failed' }] });
    for (const text of Object.values(counts)) {
      expect(text).not.toMatch(/in pull request|priya|security-in\.ts/u);
    }
    // What got through is counts alone, the same in both.
    const through = (json: string): unknown => (JSON.parse(json) as { total: { through: unknown } }).total.through;
    expect(through(counts.json)).toEqual(through(full.json));
  });

  it('page and summary say so', () => {
    const { page, summary } = documentsOf(reportOf([{ ...evidence, disclosure: 'counts' }]));
    for (const text of [textOf(page), summary])
      expect(text).toContain('are left out here. So are the names of people.');
    for (const text of Object.values(documentsOf(reportOf([evidence]))))
      expect(text).not.toContain('are left out here');
  });

  it('each repository by its own', () => {
    const { csv } = documentsOf(reportOf([evidence, { ...evidence, repository: 'acme/public', disclosure: 'counts' }]));
    const rows = csv.split('\r\n').filter((row) => row.includes(secret));
    expect(rows.length).toBe(hidden.length);
    expect(rows.every((row) => row.startsWith('acme/shop,'))).toBe(true);
  });
});

test('the same lists in any order give the same bytes', () => {
  const evidence = shop();
  const other = evidenceOf('acme/app', { bugs: [aBug('b'), aBug('a')] });
  const turned = (given: RepositoryEvidence): RepositoryEvidence => ({
    ...given,
    bugs: given.bugs.toReversed(),
    scans: given.scans.toReversed(),
  });
  const unread = ['acme/y', 'acme/x'].map((repository) => ({ repository, fault: unverified('service-error', 'No.') }));
  expect(documentsOf(reportOf([turned(other), turned(evidence)], { unread: unread.toReversed() }))).toEqual(
    documentsOf(reportOf([evidence, other], { unread })),
  );
});

describe('the JSON', () => {
  it('is what its schema says, with much and with nothing', () => {
    for (const evidence of [shop(), evidenceOf('acme/new', { scans: [], gates: unverified('github-error', 'No.') })]) {
      const json: unknown = JSON.parse(renderInsightsJson(reportOf([evidence])));
      expect(insightsCheck()(json)).toEqual([]);
    }
  });

  it('has the figures', () => {
    const json: unknown = JSON.parse(renderInsightsJson(reportOf([shop()])));
    expect(json).toMatchObject({
      version: 1,
      period: { days: 30, first: '2026-10-22', last: '2026-11-20' },
      total: {
        pending: { all: 3, security: 1, other: 1, unclassified: 1 },
        found: 11,
        resolved: 6,
        dismissed: 3,
        medianDays: 4,
        medianDaysSecurity: 6,
        gates: { merged: { stopped: 1, overridden: 1, unjudged: 1, passed: 0 } },
      },
      repositories: [{ repository: 'acme/shop', scans: { ended: 3, failed: 1, medianIntervalHours: 168 } }],
      toLookAtAgain: [{ id: 'bug_silent' }],
      ending: [{ id: 'bug_accepted', until: '2026-11-30', over: false, by: 'mara-lindqvist' }],
      failed: [],
    });
  });
});

describe('the summary', () => {
  it('has a chart of at most 31 rows that ends today, and ten rows of a table', () => {
    const many = Array.from({ length: 14 }, (_, index) => aBug(`d${index}`, { review: ['dismissed', '2026-11-12'] }));
    const summary = renderInsightsSummary(reportOf([shop({ bugs: many })], { with: { days: 366 } }));
    const [, chart = ''] = summary.split('#### Pending bugs');
    const rows = chart.split('####')[0]?.match(/^\| \d{4}.*$/gmu) ?? [];
    expect(rows.length).toBeLessThanOrEqual(31);
    expect(rows.length).toBeGreaterThan(25);
    expect(rows.at(-1)).toContain('| 2026-11-20 |');
    expect(summary).toContain('and 4 more');
    expect(summary.match(/Title of d/gu)).toHaveLength(10);
  });
});

const ofManyBugs = (count: number): ReturnType<typeof documentsOf> => {
  const bugs = Array.from({ length: count }, (_, index) => aBug(`b${index}`, { review: ['dismissed', '2026-11-12'] }));
  return documentsOf(reportOf([shop({ bugs })], { with: { days: 366 } }));
};

test('documents of four times as many bugs are not made in sixteen times the time', () => {
  expect(growthOf(ofManyBugs, 250)).toBeLessThanOrEqual(LINEAR_AT_MOST);
});

test('of two thousand bugs the page has five hundred rows', () => {
  const { page, csv } = ofManyBugs(2_000);
  expect(page.match(/data-title="Bug"/gu)).toHaveLength(500);
  expect(textOf(page)).toContain('1,500 more are in bugs.csv.');
  expect(csv.split('\r\n')).toHaveLength(2_002);
  expect(page.length).toBeLessThan(1_000_000);
});

test('the time of the run is no part of a document', () => {
  const later = { ...reportOf([shop()]), now: (now + 60_000) as typeof now };
  expect(documentsOf(later)).toEqual(documentsOf(reportOf([shop()])));
});

describe('a week that the period cuts', () => {
  // Fourteen days that end on a Friday: a weekend, a whole week, and five days.
  const found = ['2026-11-07', '2026-11-10', '2026-11-16'];
  const bugs = found.map((day, index) => aBug(`found-${index}`, { found: day }));
  const report = reportOf([evidenceOf('acme/shop', { bugs, scans: [aScan('2026-01-01')] })], { with: { days: 14 } });
  const page = renderInsightsPage(report);
  const chart = /<svg[^>]*>(?:(?!<\/svg>).)*class="bar found.*?<\/svg>/su.exec(page)?.[0] ?? '';
  const bars = [...chart.matchAll(/class="bar found ([^"]*)"\s+x="([\d.]+)"\s+width="([\d.]+)"/gu)];

  it('is drawn as cut, and as much narrower as it has fewer days', () => {
    expect(bars.map(([, name = '']) => name.trim())).toEqual(['cut', '', 'cut']);
    const [weekend = 0, whole = 0, five = 0] = bars.map(([, , , width]) => Number(width));
    expect(weekend / whole).toBeCloseTo(2 / 7, 2);
    expect(five / whole).toBeCloseTo(5 / 7, 2);
  });

  it('lies on the side of its days: the first at the end of its week, the last at the beginning', () => {
    const [weekend, whole, five] = bars.map(([, , x, width]) => ({
      left: Number(x),
      right: Number(x) + Number(width),
    }));
    const gap = (whole?.left ?? 0) - (weekend?.right ?? 0);
    expect(gap).toBeGreaterThan(0);
    expect((five?.left ?? 0) - (whole?.right ?? 0)).toBeCloseTo(gap, 1);
  });

  it('says its days, in the chart and in its table; a whole week does not', () => {
    expect([...chart.matchAll(/>\s*(\d days?)\s*</gu)].map(([, text]) => text)).toEqual(['2 days', '5 days']);
    const weeks =
      linesOf(report)
        .join('\n')
        .match(/2026-11-\d\d(?: \(\d days\))?(?=\n|\t| )/gu) ?? [];
    expect(weeks).toEqual(expect.arrayContaining(['2026-11-07 (2 days)', '2026-11-09', '2026-11-16 (5 days)']));
    expect(weeks).not.toContain('2026-11-09 (7 days)');
  });
});
