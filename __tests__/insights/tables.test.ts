// The tables and charts of the page: what is beside a number, what is a part of another, what is folded, and what is drawn.
import { toAgeRows } from '../../src/insights/documents/bar-charts.ts';
import { type Chart, renderChart } from '../../src/insights/documents/chart-frame.ts';
import { toFlowChart } from '../../src/insights/documents/flow-chart.ts';
import { renderInsightsPage } from '../../src/insights/documents/page.ts';
import { toPendingChart } from '../../src/insights/documents/pending-chart.ts';
import { renderInsightsSummary } from '../../src/insights/documents/summary.ts';
import {
  type Grid,
  toCompareTable,
  toHealthTable,
  toPullTable,
  toThroughTable,
  toTrustTable,
} from '../../src/insights/documents/tables.ts';
import type { RepositoryEvidence } from '../../src/insights/report.ts';
import type { UnverifiedReason } from '../../src/judgement/verdict.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';
import { textOf } from './page-faults.ts';
import { aBug, aMark, aMerged, aPull, aScan, at, evidenceOf, noGates, reportOf } from './worlds.ts';

const textsOf = ({ columns, rows }: Grid): readonly (readonly string[])[] => [
  columns.map(({ title }) => title),
  ...rows.map((cells) => cells.map(({ text, isPart }) => (isPart === true ? `  ${text}` : text))),
];

const shop = (parts: Partial<RepositoryEvidence>): RepositoryEvidence => evidenceOf('acme/shop', parts);

/** Merged in this period and in the one before it. */
const merged = [
  aMerged(1, [aMark('passed', { readAt: at('2026-09-01') })], '2026-09-30'),
  aMerged(2, [aMark('passed', { readAt: at('2026-11-11'), reds: 1 })]),
];
const bugs = [aBug('a', { kind: 'security' }), aBug('b', { found: '2026-10-01' })];

describe('the table of two periods', () => {
  test.each<[what: string, evidence: Partial<RepositoryEvidence>, title: string, rows: readonly (readonly string[])[]]>(
    [
      [
        'everything is known',
        { bugs, gates: { ...noGates, merged } },
        'These 30 days and the 30 days before',
        [
          ['Number', 'These 30 days', 'The 30 days before'],
          ['Pending at the end', '2', '1'],
          ['  Security bugs', '1', '0'],
          ['Found', '1', '1'],
          ['Resolved', '0', '0'],
          ['Dismissed', '0', '0'],
          ['Median time to resolve', 'too few', 'too few'],
          ['  Security bugs', 'too few', 'too few'],
          ['Pull requests stopped at first, passed later', '1', '0'],
          ['Pull requests merged despite a red check', '0', '0'],
          ['Bugs that came in with merged pull requests', '0', '0'],
          ['Security bugs that got through unseen, still pending', '0', '0'],
        ],
      ],
      [
        'the first full scan was in the period before',
        { bugs, gates: { ...noGates, merged }, scans: [aScan('2026-10-01')] },
        'These 30 days and the 30 days before',
        [
          ['Number', 'These 30 days', 'The 30 days before'],
          ['Pending at the end', '2', '1'],
          ['  Security bugs', '1', '0'],
          ['Found', '1', '–'],
          ['Resolved', '0', '–'],
          ['Dismissed', '0', '–'],
          ['Median time to resolve', 'too few', '–'],
          ['  Security bugs', 'too few', '–'],
          ['Pull requests stopped at first, passed later', '1', '0'],
          ['Pull requests merged despite a red check', '0', '0'],
          ['Bugs that came in with merged pull requests', '0', '–'],
          ['Security bugs that got through unseen, still pending', '0', '–'],
        ],
      ],
      [
        'nothing is known of it',
        { bugs, gates: { ...noGates, merged: merged.slice(1) }, scans: [aScan('2026-11-01')] },
        'These 30 days',
        [
          ['Number', 'These 30 days'],
          ['Pending at the end', '2'],
          ['  Security bugs', '1'],
          ['Found', '1'],
          ['Resolved', '0'],
          ['Dismissed', '0'],
          ['Median time to resolve', 'too few'],
          ['  Security bugs', 'too few'],
          ['Pull requests stopped at first, passed later', '1'],
          ['Pull requests merged despite a red check', '0'],
          ['Bugs that came in with merged pull requests', '0'],
          ['Security bugs that got through unseen, still pending', '0'],
        ],
      ],
    ],
  )('where %s', (_, evidence, title, rows) => {
    const table = toCompareTable(reportOf([shop(evidence)]));
    expect([table.title, textsOf(table)]).toEqual([title, rows]);
  });

  test('says why once, and nothing else on the page says it', () => {
    const evidence = shop({ bugs, gates: { ...noGates, merged: merged.slice(1) }, scans: [aScan('2026-11-01')] });
    const lines = textOf(renderInsightsPage(reportOf([evidence]))).split('\n');
    expect(lines.filter((line) => line.includes('30 days before'))).toEqual([
      'Not everything is known of the 30 days before: the first full scan was on 2026-11-01, and the first comment of a gate is from 2026-11-11.',
    ]);
  });
});

describe('the health of gates', () => {
  const healthOf = (counts: Readonly<Record<'passed' | 'failed', number>>, reasons: readonly UnverifiedReason[]) => {
    const marks = [
      ...Array.from({ length: counts.passed }, () => aMark('passed', { readAt: at('2026-11-11') })),
      ...Array.from({ length: counts.failed }, () => aMark('failed', { readAt: at('2026-11-11') })),
      ...reasons.map((reason) => aMark('unverified', { readAt: at('2026-11-11'), reason })),
    ];
    const open = marks.map((mark, number) => aPull(number, [mark]));
    const table = toHealthTable(reportOf([shop({ gates: { ...noGates, open } })]));
    return table === null ? [] : textsOf(table);
  };

  test('has a row for each reason as a part, without a share of its own', () => {
    expect(healthOf({ passed: 37, failed: 3 }, ['no-scan'])).toEqual([
      ['What the gate said last', 'These 30 days', 'Share'],
      ['Passed', '37', '90 %'],
      ['Failed', '3', '7 %'],
      ['Could not judge', '1', '3 %'],
      ['  no scan', '1', ''],
    ]);
    // Fewer than ten make no share.
    expect(healthOf({ passed: 8, failed: 0 }, ['no-scan'])[0]).toEqual(['What the gate said last', 'These 30 days']);
    expect(healthOf({ passed: 9, failed: 0 }, ['no-scan'])[1]).toEqual(['Passed', '9', '90 %']);
  });

  test('shares come to a hundred', () => {
    const count = fc.integer({ min: 0, max: 60 });
    const reasons = fc.array(fc.constantFrom<UnverifiedReason>('no-scan', 'stale-scan', 'service-error'), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(count, count, reasons, (passed, failed, some) => {
        fc.pre(passed + failed + some.length >= 10);
        const [, ...rows] = healthOf({ passed, failed }, some);
        const shares = rows.map(([, , share = '']) => share).filter((share) => share !== '');
        expect(shares).toHaveLength(3);
        expect(shares.reduce((sum, share) => sum + Number.parseInt(share, 10), 0)).toBe(100);
      }),
    );
  });
});

test('what got through has a column of the period before only where that is known', () => {
  const introducedBy = { sha: 'c'.repeat(40), date: '2026-11-01', author: null, pullRequest: 9 };
  const columnsOf = (oldest: string): readonly string[] => {
    const gates = { ...noGates, merged: [...merged, aMerged(9, [])] };
    const report = reportOf([shop({ bugs: [aBug('a', { introducedBy })], gates, scans: [aScan(oldest)] })]);
    return toThroughTable(report)?.columns.map(({ title }) => title) ?? [];
  };
  const columns = ['Why no gate stopped it', 'Bugs', 'Security bugs', 'Of these, pending'];
  expect(columnsOf('2026-10-01')).toEqual(columns);
  expect(columnsOf('2026-09-22')).toEqual([...columns, 'Bugs in the 30 days before']);
});

test('pull requests are counted in all and by what became of them, without a row of zeros', () => {
  const open = [aPull(3, [aMark('failed')]), aPull(4, [aMark('unverified')]), aPull(5, [])];
  const { counts, notes } = toPullTable(reportOf([shop({ gates: { ...noGates, open, merged } })]));
  expect(counts === undefined ? [] : textsOf(counts)).toEqual([
    ['Pull requests', 'These 30 days', 'The 30 days before'],
    ['Open now', '3', ''],
    ['  Failed', '1', ''],
    ['  Could not be judged (1 no scan)', '1', ''],
    ['  No verdict yet', '1', ''],
    ['Merged', '1', '1'],
    ['  Stopped at first, passed later', '1', '0'],
    ['  Passed at once', '0', '1'],
  ]);
  expect(notes).toContain('2 open ones are blocked: the gate makes the job red.');
});

test.each<[notABug: number, all: number, path: string, note: string, rows: readonly (readonly string[])[]]>([
  [0, 19, 'src/a.ts', '', []],
  [
    4,
    20,
    'src/a.ts',
    'Of the 20 bugs that people have reviewed at any time, they dismissed 4 as not a bug (20 %). Reviews by the service itself, such as after a fix, do not count.',
    [['src', '4 of 20: 20 %']],
  ],
  [
    0,
    20,
    'src/a.ts',
    'Of the 20 bugs that people have reviewed at any time, they dismissed 0 as not a bug (0 %). Reviews by the service itself, such as after a fix, do not count.',
    [],
  ],
])('%d of %d were dismissed as not a bug: a sentence, and rows for folders alone', (notABug, all, path, note, rows) => {
  const reviewed = Array.from({ length: all }, (_, index) =>
    aBug(`r${index}`, { path, review: ['dismissed', '2026-11-12'], reason: index < notABug ? 'not_a_bug' : 'other' }),
  );
  const table = toTrustTable(reportOf([shop({ bugs: reviewed })]));
  expect([[table.lead ?? '', ...table.notes].join(' ').trim(), textsOf(table).slice(1)]).toEqual([note, rows]);
});

describe('pending security bugs', () => {
  const many = (count: number): string =>
    renderInsightsPage(
      reportOf([shop({ bugs: Array.from({ length: count }, (_, index) => aBug(`s${index}`, { kind: 'security' })) })]),
    );
  const rowsOf = (part: string | undefined): number => part?.match(/data-title="Bug"/gu)?.length ?? 0;

  test.each<[count: number, open: number, more: string | null]>([
    [9, 9, null],
    [10, 10, null],
    [11, 11, null],
    [12, 10, '2 more'],
    [30, 10, '20 more'],
  ])('of %d are %d open, and paper has all of them', (count, open, more) => {
    const page = many(count);
    const [, screen, paper] = /<div class="screen">(.*?)<div class="paper">(.*?)<\/section>/su.exec(page) ?? [];
    if (more === null) {
      expect([screen, rowsOf(page)]).toEqual([undefined, open]);
    } else {
      const [shown, folded] = (screen ?? '').split('<details>');
      expect([rowsOf(shown), rowsOf(folded), rowsOf(paper)]).toEqual([open, count - open, count]);
      expect(folded).toContain(`<summary>${more}</summary>`);
    }
  });

  test('the job summary hides no single row either', () => {
    const summaryOf = (count: number): string => {
      const all = Array.from({ length: count }, (_, index) =>
        aBug(`s${index}`, { review: ['dismissed', '2026-11-12'] }),
      );
      return renderInsightsSummary(reportOf([shop({ bugs: all })]));
    };
    expect(summaryOf(11).match(/Title of s/gu)).toHaveLength(11);
    expect(summaryOf(11)).not.toContain('more');
    expect(summaryOf(12).match(/Title of s/gu)).toHaveLength(10);
    expect(summaryOf(12)).toContain('and 2 more');
  });

  test('what does not fit into the page is said in the right number', () => {
    const bugsOf = (count: number) =>
      Array.from({ length: count }, (_, index) => aBug(`s${index}`, { review: ['dismissed', '2026-11-12'] }));
    const pageOf = (count: number): string => textOf(renderInsightsPage(reportOf([shop({ bugs: bugsOf(count) })])));
    expect(pageOf(501)).toContain('1 more is in bugs.csv.');
    expect(pageOf(502)).toContain('2 more are in bugs.csv.');
  });
});

describe('a name in a cell', () => {
  const classOf = (path: string): string =>
    /<td role="cell" class="([^"]*)" data-title="Bug">/u.exec(
      renderInsightsPage(reportOf([shop({ bugs: [aBug('a', { kind: 'security', path })] })])),
    )?.[1] ?? '';

  test.each<[path: string, isLong: boolean]>([
    ['src/internal-admin-tooling-for-support/index.ts', false],
    [`src/${'x'.repeat(30)}/${'y'.repeat(30)}`, false],
    [`src/${'x'.repeat(31)}`, true],
    ['x'.repeat(900), true],
  ])('%s', (path, isLong) => {
    expect(classOf(path).split(' ').includes('long')).toBe(isLong);
  });
});

test('ages say from when to when, and the oldest is there only if it has any', () => {
  const rowsOf = (found: string): readonly string[] =>
    toAgeRows(reportOf([shop({ bugs: [aBug('a', { found })] })]).total.history).map(({ label }) => label);
  const ages = ['up to 7 days', '8–30 days', '31–90 days', '91–180 days'];
  expect(rowsOf('2026-11-19')).toEqual(ages);
  expect(rowsOf('2026-01-01')).toEqual([...ages, 'over 180 days']);
});

describe('a chart', () => {
  /** The dates below it: where the middle of each is, and how wide it is at least. */
  const datesOf = (chart: Chart | null, name: 'wide' | 'narrow'): readonly { x: number; width: number }[] => {
    const drawn = chart === null ? '' : String(renderChart(chart)[name === 'wide' ? 0 : 1]);
    const texts = drawn.matchAll(/x="([\d.]+)" y="[\d.]+" text-anchor="middle">(\d+ [A-Z][a-z]{2}(?: \d{4})?)</gu);
    return [...texts].map(([, x, text = '']) => ({ x: Number(x), width: text.length * 7 }));
  };

  test('has dates that do not touch, whatever the period and the day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 7, max: 366 }),
        fc.integer({ min: 0, max: 800 }),
        fc.constantFrom('wide' as const, 'narrow' as const),
        (days, later, name) => {
          const evidence = shop({ bugs: [aBug('a', { found: '2026-01-02' }), aBug('b', { found: '2029-01-01' })] });
          const now = (at('2026-11-20') + later * 86_400_000) as ReturnType<typeof at>;
          const { history } = reportOf([evidence], { now, with: { days } }).total;
          for (const chart of [toPendingChart(history), toFlowChart(history)]) {
            const dates = datesOf(chart, name);
            expect(dates.length).toBeGreaterThan(0);
            for (const [index, { x, width }] of dates.entries()) {
              const before = dates[index - 1];
              if (before !== undefined) expect(x - before.x).toBeGreaterThan((before.width + width) / 2 + 4);
            }
          }
        },
      ),
    );
  });

  test('of the days begins with what was pending before them, as the answer does', () => {
    const evidence = shop({
      bugs: [aBug('a', { found: '2026-01-01', review: ['resolved', '2026-10-22'] }), aBug('b')],
    });
    const { description } = toPendingChart(reportOf([evidence]).total.history) ?? {};
    expect(description).toContain('2026-10-21: 1 bug, 0 of them security bugs. 2026-11-20: 1 bug');
  });

  test('of bars says what its colours mean, of the kinds that are there', () => {
    const legendOf = (kinds: readonly ('security' | 'bug' | 'unclassified')[]): readonly string[] => {
      const page = renderInsightsPage(
        reportOf([shop({ bugs: kinds.map((kind, index) => aBug(`k${index}`, { kind })) })]),
      );
      const [, chart = ''] =
        /<svg class="chart wide"[^>]*aria-label="Pending bugs by age(.*?)<\/svg>/su.exec(page.replace(/\s+/gu, ' ')) ??
        [];
      return [...chart.matchAll(/y="14">([^<]+)</gu)].map(([, word = '']) => word);
    };
    expect(legendOf(['bug', 'security', 'unclassified'])).toEqual(['security', 'not classified', 'other']);
    expect(legendOf(['bug'])).toEqual(['other']);
  });
});
