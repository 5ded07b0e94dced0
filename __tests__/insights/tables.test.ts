// The tables and charts of the page: what is shared, what is folded, and what is drawn.
import { type Chart, renderChart } from '../../src/insights/documents/chart-frame.ts';
import { toFlowChart } from '../../src/insights/documents/flow-chart.ts';
import { renderInsightsPage } from '../../src/insights/documents/page.ts';
import { toPendingChart } from '../../src/insights/documents/pending-chart.ts';
import type { RepositoryEvidence } from '../../src/insights/report.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';
import { aBug, at, evidenceOf, reportOf } from './worlds.ts';

const shop = (parts: Partial<RepositoryEvidence>): RepositoryEvidence => evidenceOf('acme/shop', parts);

describe('pending security bugs', () => {
  const many = (count: number): string =>
    renderInsightsPage(
      reportOf([shop({ bugs: Array.from({ length: count }, (_, index) => aBug(`s${index}`, { kind: 'security' })) })]),
    );
  const rowsOf = (part: string | undefined): number => part?.match(/data-title="Bug"/gu)?.length ?? 0;

  test.each<[count: number, open: number, more: string | null]>([
    [9, 9, null],
    [10, 10, null],
    [11, 10, '1 more'],
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
    expect(description?.match(/2026-\d\d-\d\d: \d bug/gu)).toEqual(['2026-10-21: 1 bug', '2026-11-20: 1 bug']);
  });
});
