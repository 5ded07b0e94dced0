// The CSV: one row a bug, as RFC 4180 wants it, and no cell that a spreadsheet would calculate.
import { renderCsv } from '../../src/insights/documents/csv.ts';
import { everyText, hostileStrings } from '../documents/hostile-texts.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, it, test } from '../jest.ts';
import { parseCsv, readAsSpreadsheet } from './csv-grammar.ts';
import { aBug, evidenceOf, reportOf, signature } from './worlds.ts';

function rowsOf(text: string): readonly Readonly<Record<string, string>>[] {
  const [names = [], ...rows] = parseCsv(text);
  return rows.map((cells) => {
    expect(cells).toHaveLength(names.length);
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
}

const csvOf = (title: string): string =>
  renderCsv(reportOf([evidenceOf('acme/shop', { bugs: [aBug('a', { title })] })]));

test('a row for each bug, in any state, by repository, newest first', () => {
  const bugs = [
    aBug('old', { found: '2025-01-01' }),
    aBug('full', {
      kind: 'security',
      review: ['dismissed', '2026-11-12'],
      reason: 'wont_fix',
      note: `until 2027-01-31. Known, "really". · ${signature('mara')}`,
      introducedBy: { sha: 'c'.repeat(40), date: '2026-11-01', author: 'priya', pullRequest: 7 },
    }),
    aBug('fixed', { review: ['resolved', '2026-11-12'], source: 'jira', path: null }),
  ];
  const rows = rowsOf(renderCsv(reportOf([evidenceOf('acme/shop', { bugs }), evidenceOf('acme/app', { bugs })])));
  expect(rows.map(({ repository, id, state }) => `${repository} ${id} ${state}`)).toEqual([
    'acme/app bug_fixed resolved',
    'acme/app bug_full dismissed',
    'acme/app bug_old pending',
    'acme/shop bug_fixed resolved',
    'acme/shop bug_full dismissed',
    'acme/shop bug_old pending',
  ]);
  expect(rows[1]).toEqual({
    ...{ repository: 'acme/app', id: 'bug_full', kind: 'security', state: 'dismissed', look_again: '' },
    ...{ found: '2026-11-10T12:00:00.000Z', reviewed: '2026-11-12T12:00:00.000Z', until: '2027-01-31' },
    ...{ reason: 'wont_fix', source: 'review', title: 'Title of full', path: 'src/full.ts', commit: 'c'.repeat(40) },
    ...{ pull_request: '7', author: 'priya', note: 'Known, "really".', by: 'mara' },
    url: 'https://app.example.com/bugs/bug_full',
  });
  expect(rows[0]).toMatchObject({ source: 'jira', path: '', note: '', until: '' });
});

/** How a cell begins that a spreadsheet calculates. */
const FORMULA = /^[\s"]*[=+\-@＝＋－＠]/;

test('a spreadsheet that takes several separators finds each cell in its column, and knows the alphabet', () => {
  const text = csvOf('Straße; x, "y"');
  expect(text.startsWith('\ufeff')).toBe(true);
  expect(readAsSpreadsheet(text, ',;').filter((cells) => cells.length > 1)).toEqual(parseCsv(text));
});

describe('a cell', () => {
  test.each<[title: string, cell: string]>([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@sum', "'@sum"],
    ['\t=1', "'=1"],
    ['\r@x', "'@x"],
    ['\u200b=1', "'=1"],
    ['＝1', "'＝1"],
    ['a=1', 'a=1'],
    ['x;=1+1', "x;'=1+1"],
    ['x; =1', "x;' =1"],
    ['x;\u00a0+1', "x;' +1"],
    ['x;\t@x', "x;' @x"],
    ['x;;-1', "x;;'-1"],
    [';=1;+2', ";'=1;'+2"],
    ['x;"=1"', `x;'"=1"`],
    ['x;＝1', "x;'＝1"],
    ['"=1"', `'"=1"`],
    ['a; b=1; c', 'a; b=1; c'],
    ["x;'=1", "x;'=1"],
    ['a, "b"', 'a, "b"'],
    ['one\r\ntwo', 'one two'],
  ])('%j is read as %j', (title, cell) => {
    expect(rowsOf(csvOf(title))[0]?.['title']).toBe(cell);
  });

  it('is one of the same row, whatever is in it', () => {
    const isHarmless = (title: string): void => {
      const rows = rowsOf(csvOf(title));
      expect(rows).toHaveLength(1);
      for (const separator of [',', ';', '\t', ',;\t']) {
        const cells = readAsSpreadsheet(csvOf(title), separator).flat();
        expect(cells.filter((each) => FORMULA.test(each))).toEqual([]);
      }
    };
    for (const text of everyText) isHarmless(text);
    fc.assert(fc.property(hostileStrings, isHarmless));
    const pieces = fc.array(
      fc.constantFrom(';', ',', '"', "'", ' ', '\t', '\n', '=1', '+', '-', '@', '＝', 'x', '\u200b'),
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        isHarmless(parts.join(''));
      }),
      { numRuns: 300 },
    );
  });
});
