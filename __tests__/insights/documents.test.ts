// The documents of a report: what page, JSON and summary say, that they are harmless, and that the same lists give the same bytes.
import { renderCsv } from '../../src/insights/documents/csv.ts';
import { renderInsightsJson } from '../../src/insights/documents/json.ts';
import { renderInsightsPage } from '../../src/insights/documents/page.ts';
import { renderInsightsSummary } from '../../src/insights/documents/summary.ts';
import type { InsightsReport, RepositoryEvidence } from '../../src/insights/report.ts';
import { everyText } from '../documents/hostile-texts.ts';
import { growthOf, LINEAR_AT_MOST } from '../harness/growth.ts';
import { insightsCheck } from '../harness/schemas.ts';
import { documentFaults } from '../hostile/document.ts';
import { describe, expect, it, test } from '../jest.ts';
import { anOutage } from '../judgement/fixtures.ts';
import { pageFaults, textOf } from './page-faults.ts';
import { shop } from './shop.ts';
import { aBug, aMark, aMerged, aScan, evidenceOf, hostileReport, noGates, reportOf, signature } from './worlds.ts';

const HOSTS = ['https://github.com/', 'https://app.example.com/bugs/'];

const introducedBy = { sha: 'c'.repeat(40), date: '2026-11-01', author: 'priya-raman', pullRequest: 7 };

const documentsOf = (report: InsightsReport): Readonly<Record<'page' | 'csv' | 'json' | 'summary', string>> => ({
  page: renderInsightsPage(report),
  csv: renderCsv(report),
  json: renderInsightsJson(report),
  summary: renderInsightsSummary(report),
});

const linesOf = (report: InsightsReport): readonly string[] => textOf(renderInsightsPage(report)).split('\n');

describe('the page', () => {
  it('links the pull request in the closing words of a note, if it is of the same repository', () => {
    const page = renderInsightsPage(reportOf([shop()]));
    expect(page.match(/<a href="https:\/\/github\.com\/acme\/shop\/pull\/7"[^>]*>by [\w-]+/gu)).toHaveLength(3);
    expect(page).not.toContain('acme/other/pull');
  });
});

describe('hostile text', () => {
  /** A text in every field of a bug. */
  it('is letters on the page', () => {
    const { page, json } = documentsOf(hostileReport(everyText));
    expect(pageFaults(page, HOSTS)).toEqual([]);
    expect(page).toContain('content="default-src &#39;none&#39;; style-src &#39;sha256-');
    expect(insightsCheck()(JSON.parse(json))).toEqual([]);
  });

  it('is letters where it names the oldest bug, and the folder that has most of them', () => {
    for (const text of everyText) {
      const bugs = ['a', 'b'].map((name) => aBug(name, { kind: 'security', title: text, path: `${text}/${name}` }));
      const { page, summary } = documentsOf(reportOf([evidenceOf('acme/shop', { bugs })]));
      expect(pageFaults(page, HOSTS)).toEqual([]);
      expect(documentFaults(summary, { hosts: HOSTS, marked: false })).toEqual([]);
    }
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
    expect(textOf(full.page)).toContain(`${secret}\nsrc/security-in.ts\n10 days\nin pull request 7731\nby priya-raman`);
    expect(textOf(counts.page)).toContain('bug_security-in\n10 days\nPending bugs by day');
    expect(JSON.parse(counts.json)).toMatchObject({
      pendingSecurity: [{ id: 'bug_security-in', title: null, path: null, author: null, pullRequest: null, why: null }],
    });
    expect(JSON.parse(full.json)).toMatchObject({ pendingSecurity: [{ pullRequest: 7_731, why: 'no-full-scan' }] });
    for (const text of Object.values(counts)) {
      expect(text).not.toMatch(/in pull request|priya|security-in\.ts/u);
    }
    // What got through is counts alone, the same in both.
    const through = (json: string): unknown => (JSON.parse(json) as { total: { through: unknown } }).total.through;
    expect(through(counts.json)).toEqual(through(full.json));
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
  const unread = ['acme/y', 'acme/x'].map((repository) => ({ repository, fault: anOutage('service', 'No.') }));
  expect(documentsOf(reportOf([turned(other), turned(evidence)], { unread: unread.toReversed() }))).toEqual(
    documentsOf(reportOf([evidence, other], { unread })),
  );
});

describe('the JSON', () => {
  it('is what its schema says, with much and with nothing', () => {
    for (const evidence of [shop(), evidenceOf('acme/new', { scans: [], gates: anOutage('github', 'No.') })]) {
      const json: unknown = JSON.parse(renderInsightsJson(reportOf([evidence])));
      expect(insightsCheck()(json)).toEqual([]);
    }
  });

  it('has the figures', () => {
    const json: unknown = JSON.parse(renderInsightsJson(reportOf([shop()])));
    expect(json).toMatchObject({
      version: 2,
      period: { days: 30, first: '2026-10-22', last: '2026-11-20' },
      total: {
        pending: { all: 3, security: 1, other: 1, unclassified: 1 },
        ...{ found: 13, resolved: 7, dismissed: 4, medianDays: 5, medianDaysSecurity: 5.5, medianAgeDays: null },
        gates: {
          merged: { stopped: 1, overridden: 1, unjudged: 2, passed: 0 },
          mergedBefore: { passed: 1 },
          unread: 0,
        },
        through: {
          bugs: 1,
          held: { fixed: 0, marked: 0, dismissed: 0 },
          escaped: 1,
          change: { ways: ['no-gate'], bugs: 1, of: 1 },
        },
      },
      repositories: [
        { repository: 'acme/shop', scans: { ended: 3, failed: 1, medianIntervalHours: 168, late: false } },
      ],
      settled: [
        { id: 'bug_marked', state: 'resolved', lookAgain: 'not-confirmed', by: 'jonas-weber', byPullRequest: 7 },
        { id: 'bug_silent', state: 'dismissed', lookAgain: 'no-note' },
        ...Array<object>(5).fill({ lookAgain: null }),
      ],
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

test('of two thousand bugs the page has five hundred rows', () => {
  const { page, csv } = ofManyBugs(2_000);
  expect(page.match(/data-title="Bug"/gu)).toHaveLength(500);
  expect(csv.split('\r\n')).toHaveLength(2_002);
});

test('documents of four times as many bugs are not made in sixteen times the time', () => {
  expect(growthOf(ofManyBugs, 250)).toBeLessThanOrEqual(LINEAR_AT_MOST);
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
