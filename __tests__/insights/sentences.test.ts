// What the documents say, form by form: the answer, the tables with their sentences, and what is not known.
import { toAllAnswers, toLookLine } from '../../src/insights/documents/answer.ts';
import { toCompareNote, toMissing, toPastNotes, toWithheldNote } from '../../src/insights/documents/notes.ts';
import { renderInsightsPage } from '../../src/insights/documents/page.ts';
import { renderInsightsSummary } from '../../src/insights/documents/summary.ts';
import type { Grid, Table } from '../../src/insights/documents/table.ts';
import { toTables } from '../../src/insights/documents/tables.ts';
import { toChangeSentence } from '../../src/insights/documents/through-table.ts';
import type { InsightsReport, RepositoryEvidence } from '../../src/insights/report.ts';
import type { Through } from '../../src/insights/through.ts';
import type { ReviewedBug } from '../../src/judgement/reviewed-bug.ts';
import { FAULTS } from '../documents/faults.ts';
import { expectGolden } from '../documents/golden.ts';
import { expect, test } from '../jest.ts';
import { anOutage, shaOf } from '../judgement/fixtures.ts';
import { textOf } from './page-faults.ts';
import { markOf, ways } from './quarters.ts';
import { shop as everything } from './shop.ts';
import {
  aBug,
  aMark,
  aMerged,
  aPull,
  aScan,
  at,
  type BugParts,
  dayMs,
  evidenceOf,
  noGates,
  reportOf,
} from './worlds.ts';

const by = (pullRequest: number): NonNullable<BugParts['introducedBy']> => ({
  ...{ sha: 'c'.repeat(40), date: '2026-11-01', author: 'priya-raman' },
  pullRequest,
});
const secure = (name: string, parts: BugParts = {}): ReviewedBug => aBug(name, { kind: 'security', ...parts });
const shop = (parts: Partial<RepositoryEvidence> = {}): RepositoryEvidence => evidenceOf('acme/shop', parts);
const many = (count: number, toBug: (index: number) => ReviewedBug): readonly ReviewedBug[] =>
  Array.from({ length: count }, (_, index) => toBug(index));
const refused = FAULTS['a permission that the workflow lacks']();
const down = anOutage('github', 'No.');
const gates = { ...noGates, open: [aPull(7, [aMark('failed')])], merged: [aMerged(8, [])] };

/** Each case on lines of its own: its name, then what is said. */
const toText = (cases: Readonly<Record<string, readonly (string | null)[]>>): string =>
  Object.entries(cases)
    .map(([name, lines]) => `${name}\n${lines.map((line) => `  ${line ?? '(nothing)'}\n`).join('')}`)
    .join('\n');

const linesOf = ({ columns, rows }: Grid): readonly string[] =>
  [columns.map(({ title }) => ({ text: title })), ...rows].map((cells) =>
    cells
      .map(
        ({ text, below = null, isPart = false }: { text: string; below?: string | null; isPart?: boolean }) =>
          `${isPart ? '– ' : ''}${text}${below === null || below === '' ? '' : ` (${below})`}`,
      )
      .join(' | '),
  );

const tableOf = (report: InsightsReport, title: string): readonly string[] => {
  const { first, through, compare, last } = toTables(report);
  const table = [...first, ...(through === null ? [] : [through]), compare, ...last].find((each: Table) =>
    each.title.startsWith(title),
  );
  if (table === undefined) return ['no table'];
  const { lead, counts, notes, none, rows } = table;
  const said = [
    lead,
    ...(counts === undefined ? [] : linesOf(counts)),
    ...notes,
    ...(rows.length === 0 ? [none] : linesOf(table)),
  ];
  return said.filter((line) => line !== null && line !== undefined && line !== '') as string[];
};

/** Resolved after so many days. */
const resolved = (days: readonly number[], kind: ReviewedBug['kind'] = 'bug'): readonly ReviewedBug[] =>
  days.map((after, index) =>
    aBug(`resolved-${index}`, {
      kind,
      found: '2026-11-01',
      review: ['resolved', new Date(at('2026-11-01') + after * dayMs).toISOString()],
    }),
  );

test('says the answer in all its forms', () => {
  const moved = (was: readonly [security: number, others: number], is: readonly [security: number, others: number]) =>
    shop({
      bugs: (['security', 'bug'] as const).flatMap((kind, at) => [
        ...many(was[at] ?? 0, (index) =>
          aBug(`${kind}-old-${index}`, {
            kind,
            found: '2026-10-01',
            review: index < (is[at] ?? 0) ? null : ['resolved', '2026-11-01'],
          }),
        ),
        ...many(Math.max(0, (is[at] ?? 0) - (was[at] ?? 0)), (index) => aBug(`${kind}-new-${index}`, { kind })),
      ]),
    });
  const ofOne: Readonly<Record<string, Partial<RepositoryEvidence>>> = {
    'nothing at all': {},
    'both fell': moved([3, 2], [1, 1]),
    'both rose': moved([1, 0], [2, 1]),
    'both stayed': moved([2, 1], [2, 1]),
    'security fell, all rose': moved([2, 0], [1, 3]),
    'security stayed, all fell': moved([1, 2], [1, 0]),
    'the start is not known': { bugs: [aBug('a'), secure('b')], scans: [aScan('2026-11-02')] },
    'the start is not known, and nothing is pending': { scans: [aScan('2026-11-02')] },
    'some took weeks': { bugs: resolved([12.5, 12.5, 12.5, 12.5, 12.5]) },
    'some took days, few are pending': { bugs: resolved([1, 2, 2.5, 3, 4]) },
    'some took days, some are pending': {
      bugs: [...resolved([1, 2, 2.5, 3, 4]), ...many(5, (index) => aBug(`p${index}`))],
    },
    'none took days, some are pending': { bugs: many(5, (index) => aBug(`p${index}`)) },
    'one is not classified': { bugs: [aBug('a', { kind: 'unclassified' })] },
    'one got through': { bugs: [secure('a', { introducedBy: by(8) })], gates },
    'pull requests could not be read': { gates: { ...noGates, unread: 3 } },
    'the gates are not known': { gates: down },
    'the oldest is of an open pull request': { bugs: [secure('a', { introducedBy: by(7) })], gates },
    'the oldest has no file': { bugs: [secure('new'), secure('old', { found: '2026-08-21', path: null })] },
    'two are as old': { bugs: [secure('a'), secure('b')] },
    'details are withheld': { bugs: [secure('a', { introducedBy: by(8) })], gates, disclosure: 'counts' },
    'a title with backticks, and long': { bugs: [secure('a', { title: `\`rm\` ${'x'.repeat(200)}`, path: null })] },
  };
  const worst = evidenceOf('acme/b', { bugs: [secure('b'), secure('c', { found: '2026-11-01' })] });
  const cases = {
    ...Object.fromEntries(Object.entries(ofOne).map(([name, parts]) => [name, toAllAnswers(reportOf([shop(parts)]))])),
    'several repositories': toAllAnswers(reportOf([evidenceOf('acme/a', { bugs: [secure('a')] }), worst])),
    'several in a tie': toAllAnswers(reportOf([{ ...worst, repository: 'acme/a' }, worst, evidenceOf('acme/c')])),
    'several, some of which rose where all fell': toAllAnswers(
      reportOf(
        ['a', 'b', 'c', 'd', 'e'].map((name, at) => ({
          ...moved(at === 4 ? [20, 0] : [1, 0], at === 4 ? [2, 0] : [2 + (at % 3), 0]),
          repository: `acme/${name}`,
        })),
      ),
    ),
    'several, one of which GitHub refuses': toAllAnswers(
      reportOf([worst, shop({ gates: refused }), evidenceOf('acme/c', { gates: down })]),
    ),
    'several, none of which GitHub gives': toAllAnswers(reportOf([{ ...worst, gates: down }, shop({ gates: down })])),
  };
  expectGolden('insights-answer.txt', toText(cases));
});

test('names no person in where to look first, but in the row of the bug', () => {
  const report = reportOf([shop({ bugs: [secure('a', { introducedBy: by(8) })], gates })]);
  expect(toLookLine(report)).not.toContain('priya');
  expect(tableOf(report, 'Pending security bugs').join()).toContain('priya-raman');
});

test('says what got through, and what to change', () => {
  /** So many bugs, each of a merged pull request of its own. */
  const quarter = (counts: Readonly<Record<string, number>>): InsightsReport => {
    const all = Object.entries(counts).flatMap(([what, count]) => Array.from({ length: count }, () => what));
    const bugs = all.map((what, at) =>
      aBug(`${what}-${at}`, {
        kind: what === 'plain' ? 'bug' : 'security',
        introducedBy: what === 'elsewhere' ? null : by(100 + at),
        review: { held: ['resolved', '2026-11-11'] as const, fixed: ['resolved', '2026-11-13'] as const }[what] ?? null,
      }),
    );
    const merged = all.map((what, at) => {
      const seen = aMark('failed', { counted: markOf(bugs[at]?.id ?? '') });
      return aMerged(100 + at, [what === 'seen' ? seen : aMark('passed', { reds: 1 })]);
    });
    return reportOf([shop({ bugs, gates: { ...noGates, merged } })]);
  };
  const counts = [
    { held: 2, seen: 1, missed: 3, fixed: 1, plain: 2, elsewhere: 1 },
    ...[
      { missed: 1 },
      { seen: 1, plain: 1 },
      { missed: 2 },
      { missed: 1, fixed: 1 },
      { fixed: 2, plain: 1 },
      { plain: 3 },
    ],
    ...[{ held: 1 }, { elsewhere: 2 }, { missed: 12, seen: 3 }],
  ];
  const changes: readonly (Through['change'] & object)[] = [
    ...ways.map((way) => ({ ways: [way], bugs: 5, of: 7 })),
    { ways: ['seen'], bugs: 1, of: 1 },
    { ways: ['seen', 'paths'], bugs: 2, of: 5 },
  ];
  const unscanned = shop({
    bugs: [secure('a', { introducedBy: by(7), found: '2026-10-30' })],
    gates: { ...noGates, merged: [aMerged(7, [aMark('passed')])] },
    scans: [aScan('2026-01-01'), aScan('2026-10-29', { sha: shaOf('b') })],
  });
  const cases = {
    ...Object.fromEntries(counts.map((each) => [JSON.stringify(each), tableOf(quarter(each), 'What got through')])),
    'a marker without a list, in two periods': tableOf(reportOf([unscanned]), 'What got through'),
    'the gates are not known': tableOf(reportOf([shop({ gates: down })]), 'What got through'),
    ...Object.fromEntries(changes.map((change) => [JSON.stringify(change), [toChangeSentence({ change })]])),
  };
  expectGolden('insights-through.txt', toText(cases));
});

test('fills the tables', () => {
  const full = reportOf([everything()]);
  const noHistory = reportOf([everything({ scans: [aScan('2026-11-01')] })]);
  const reviewed = (notABug: number, all: number) =>
    reportOf([
      shop({
        bugs: many(all, (index) =>
          aBug(`r${index}`, { review: ['dismissed', '2026-11-12'], reason: index < notABug ? 'not_a_bug' : 'other' }),
        ),
      }),
    ]);
  const folders = (paths: string) =>
    reportOf([shop({ bugs: paths.split(' ').map((path, index) => secure(`f${index}`, { path })) })]);
  const late = ['2026-10-25', '2026-10-26', '2026-10-27', '2026-11-17'].map((day) => aScan(day));
  const several = reportOf([
    everything({ scans: late }),
    evidenceOf('acme/quiet', { scans: late.slice(0, 3) }),
    evidenceOf('acme/new', { scans: [], gates: down }),
  ]);
  const compare = (parts: Partial<RepositoryEvidence>) => tableOf(reportOf([everything(parts)]), 'These 30 days');
  expectGolden(
    'insights-tables.txt',
    toText({
      'pending security bugs': tableOf(full, 'Pending'),
      'pending security bugs, withheld': tableOf(reportOf([everything({ disclosure: 'counts' })]), 'Pending'),
      'pending security bugs, the gates not known': tableOf(reportOf([everything({ gates: down })]), 'Pending'),
      'most in one folder': tableOf(folders('a/x a/y b/z'), 'Pending').slice(0, 1),
      'most in one folder, by a small share': tableOf(folders('a/x a/y b/z c/z d/z'), 'Pending').slice(0, 1),
      'most in two folders': tableOf(folders('a/x a/y b/z b/w c'), 'Pending').slice(0, 1),
      'one in each folder': tableOf(folders('a/x b/y'), 'Pending').slice(0, 1),
      'most in four folders': tableOf(folders('a/x a/y b/x b/y c/x c/y d/x d/y'), 'Pending').slice(0, 1),
      'two periods': compare({}),
      'two periods, of which one is known in part': compare({ scans: [aScan('2026-10-01')] }),
      'one period': tableOf(noHistory, 'These 30 days'),
      'two periods, the gates not known': compare({ gates: down }),
      gates: tableOf(full, 'Gates'),
      'gates without a pull request': tableOf(reportOf([shop()]), 'Gates'),
      'gates that are not known': tableOf(reportOf([shop({ gates: down })]), 'Gates'),
      settled: tableOf(full, 'Settled'),
      'settled, and what is not in the table': tableOf(
        reportOf([
          shop({
            bugs: [
              secure('old', { review: ['resolved', '2026-01-01'] }),
              secure('unsourced', { review: ['resolved', '2026-11-12'], source: null }),
              aBug('odd', { review: ['resolved', '2026-11-12'], source: 'robot' }),
              aBug('dismissed', { review: ['dismissed', '2026-11-12'], source: null }),
            ],
          }),
        ]),
        'Settled',
      ),
      'nothing settled': tableOf(reportOf([shop()]), 'Settled'),
      exceptions: tableOf(full, 'Expiring'),
      'no exceptions': tableOf(reportOf([shop()]), 'Expiring'),
      '4 of 20 were no bug': tableOf(reviewed(4, 20), 'Can we trust'),
      '0 of 20 were no bug': tableOf(reviewed(0, 20), 'Can we trust'),
      '19 reviews': tableOf(reviewed(0, 19), 'Can we trust'),
      'several repositories': tableOf(several, 'Repositories'),
      'scans of one': toTables(full).scans,
      'late scans of one': toTables(reportOf([shop({ scans: late.slice(0, 3) })])).scans,
      'no scans': toTables(reportOf([shop({ scans: [] })])).scans,
    }),
  );
});

test('says what is not known, or withheld', () => {
  const noteOf = (parts: Partial<RepositoryEvidence>) => [toCompareNote(reportOf([shop(parts)]).total, 30)];
  const toNotes = (report: InsightsReport) => [...toPastNotes(report.total, report), toWithheldNote(report)];
  const unread = [{ repository: 'acme/gone', fault: anOutage('service', 'The service said `500`.') }];
  const missing = reportOf([shop({ gates: refused }), evidenceOf('acme/a')], { unread });
  expectGolden(
    'insights-notes.txt',
    toText({
      'nothing is missing': toNotes(reportOf([shop()])),
      'a young service': toNotes(reportOf([shop({ scans: [aScan('2026-11-02')] })])),
      'no scan': toNotes(reportOf([shop({ scans: [] })])),
      'withheld in one': toNotes(reportOf([shop({ disclosure: 'counts' })])),
      'withheld in one of two': toNotes(reportOf([shop({ disclosure: 'counts' }), evidenceOf('acme/a')])),
      'bugs of the period before': noteOf({ scans: [aScan('2026-10-01')] }),
      'no scan at all': noteOf({ scans: [] }),
      'repositories that could not be read': toMissing(missing).flatMap(({ title, faults }) => [
        title,
        ...faults.map(({ repository }) => `- ${repository}`),
      ]),
    }),
  );
});

test('writes the page and the summary', () => {
  const report = reportOf([everything()]);
  const unread = [{ repository: 'acme/gone', fault: anOutage('service', 'The service said `500`.') }];
  const several = reportOf([everything(), evidenceOf('acme/quiet'), evidenceOf('acme/dark', { gates: refused })], {
    unread,
  });
  expectGolden('insights-page.txt', `${textOf(renderInsightsPage(report))}\n`);
  expectGolden('insights-page-several.txt', `${textOf(renderInsightsPage(several))}\n`);
  expectGolden('insights-summary.md', renderInsightsSummary(report));
});
