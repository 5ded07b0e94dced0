// The table of many repositories: its rows, and the workflow below it, which they share.
import { parse } from 'yaml';
import { renderDoctorTable } from '../../src/doctor/documents/table.ts';
import { type OwnValues, toOwnSetUp } from '../../src/doctor/own-set-ups.ts';
import type { Row } from '../../src/doctor/row.ts';
import { SET_UPS, toTrigger } from '../../src/doctor/set-ups.ts';
import { DAY_MS } from '../../src/judgement/time.ts';
import { expect, test } from '../jest.ts';
import { anOutage, at } from '../judgement/fixtures.ts';

const frame = { serverUrl: 'https://github.com', apiUrl: 'https://api.example.com' };

function aRow(repository: string, day: string | null, parts: Partial<Row> = {}): Row {
  const foundSince = day === null ? null : { day: at(Date.parse(day)), red: 0 };
  const result = { name: 'nightly-scans', replayed: 4, passed: 2, failed: 2, unverified: 0, reasons: [], foundSince };
  return {
    ...{ repository, id: null, visibility: 'private', defaultBranch: 'main', isHealthy: true, fault: null },
    ...{
      recommendation: 'nightly-scans',
      recommended: SET_UPS['nightly-scans'],
      scannedAt: at(1),
      isRead: true,
      intervalMs: null,
      readAt: at(2),
    },
    ...{ result, leftOut: 0, tooLarge: [], unread: [], origins: null, blocked: [], publicNote: null },
    ...parts,
  } as Row;
}

const said = (parts: Partial<Row>, day: string | null = null): string => {
  const rows = renderDoctorTable(
    [aRow('acme/a', day, { readAt: at(9 * DAY_MS), scannedAt: at(7 * DAY_MS), ...parts })],
    frame,
  );
  const [, cells = ''] = /^\| \[acme\/a\]\(\S+\) \| (.*) \|$/mu.exec(rows) ?? [];
  return cells;
};
const blocked = [{ id: 'scans', what: 'No `scan`.' }] as unknown as Row['blocked'];
const unjudged: Row['result'] = {
  ...{ name: 'nightly-scans', replayed: 4, passed: 1, failed: 1, unverified: 2, reasons: ['no-scan'] },
  foundSince: null,
};

/** What stands in a row whose bugs two of four pull requests would have been red for, scanned two days ago. */
const ROWS: readonly (readonly [what: string, Partial<Row>, cells: string, day?: string])[] = [
  ['scans', { intervalMs: DAY_MS }, '2 of 4 RED. SCANNED, every 24 h.'],
  ['a day', {}, '2 of 4 RED; with found-since 2026-12-01 0. SCANNED.', '2026-12-01'],
  ['no scan', { scannedAt: null }, '2 of 4 RED. No full scan.'],
  ['scans that could not be read', { scannedAt: null, isRead: false }, '2 of 4 RED. Scans not known.'],
  ['no replay', { result: null }, 'SCANNED.'],
  ['what is blocked', { scannedAt: null, isHealthy: false, blocked }, '❌ **Scans:** No scan. 2 of 4 RED.'],
  [
    'what was not judged',
    { result: unjudged, leftOut: 3, tooLarge: [7] },
    '3 of 4 RED. SCANNED. 2 without a verdict: no-scan. 3 not judged for lack of requests or time. 1 not judged: too large.',
  ],
  [
    'what could not be read',
    { result: null, unread: [8, 7].map((number) => ({ number, fault: anOutage('github', 'It broke.') })) },
    'SCANNED. 2 not judged: It broke.',
  ],
  [
    'forks and Dependabot',
    { origins: { forks: 2, dependabot: 1 } },
    '2 of 4 RED. SCANNED. 2 from forks, 1 from Dependabot.',
  ],
  ['what to mind in public', { publicNote: 'Mind `this`.' }, '2 of 4 RED. SCANNED. Mind this.'],
];

test.each(ROWS)('a row says in three columns: %s', (...[, parts, cells, day]) => {
  const expected = cells.replace('RED', 'would have been red').replace('SCANNED', 'Scanned 2 days ago');
  expect(said(parts, day ?? null)).toBe(`nightly-scans | ${expected}`);
});

function sinceOf(rows: readonly Row[]): unknown {
  const [, text = ''] = /```yaml\n(.*?)```/s.exec(renderDoctorTable(rows, frame)) ?? [];
  const { jobs } = parse(text) as { jobs: { 'scan-gate': { steps: { with: Record<string, unknown> }[] } } };
  return jobs['scan-gate'].steps[0]?.with['found-since'];
}

const MANY = Array.from({ length: 700 }, (_, index) => aRow(`acme/repository-${index}`, '2026-12-01'));

test.each<[string, readonly Row[], string | undefined]>([
  [
    'each that needs one its own',
    [aRow('acme/a', '2026-12-01'), aRow('acme/b', null), aRow('acme/c', '2026-12-03')],
    `\${{ fromJSON('{"acme/a":"2026-12-01","acme/c":"2026-12-03"}')[github.repository] }}`,
  ],
  ['none where none needs one', [aRow('acme/a', null)], undefined],
  [
    'none of one that is not ready',
    [aRow('acme/a', null), aRow('acme/b', '2026-12-01', { isHealthy: false })],
    undefined,
  ],
  ['none where they are more than fit into an expression', MANY, undefined],
])('the workflow that repositories share has a day for %s', (_, rows, expected) => {
  expect(sinceOf(rows)).toBe(expected);
});

const heads = 'pull-request-scans' as const;
const own = (name: 'nightly-scans' | typeof heads, change: Partial<OwnValues> = {}): Partial<Row> => ({
  recommendation: name,
  recommended: toOwnSetUp(name, {
    ...{ visibility: 'private', hasForks: false, scans: null, listsAgain: false },
    settings: {
      maxSecurityBugs: null,
      maxBugs: null,
      scanTypes: [],
      repositoryId: null,
    } as unknown as OwnValues['settings'],
    ...change,
  }),
});
const every = (days: number): Partial<OwnValues> => ({ scans: { intervalMs: days * DAY_MS } as OwnValues['scans'] });

test.each<[string, readonly Partial<Row>[], readonly string[]]>([
  [
    'the longest age, whatever each was replayed with',
    [own('nightly-scans', every(7)), own('nightly-scans', every(1)), own('nightly-scans', every(10))],
    [
      'nightly-scans, 3 repositories',
      toTrigger('pull_request'),
      'max-scan-age: 20d # long enough for acme/2',
      'gate-on: touched',
    ],
  ],
  [
    'the age of the one that there is',
    [own('nightly-scans', every(7)), { ...own('nightly-scans', every(20)), isHealthy: false }],
    [
      'nightly-scans, 1 repository',
      toTrigger('pull_request'),
      'max-scan-age: 14d # twice the time between your scans',
      'gate-on: touched',
    ],
  ],
  [
    'one a set-up',
    [own(heads), own('nightly-scans')],
    [
      ...['pull-request-scans, 1 repository', toTrigger('pull_request'), 'gate-on: introduced, touched'],
      ...[
        'nightly-scans, 1 repository',
        toTrigger('pull_request'),
        'max-scan-age: 7d # leave it out if your service skips nights without changes',
        'gate-on: touched',
      ],
    ],
  ],
  [
    'one of its own for those that the other does not fit, which are named',
    [
      own(heads),
      own(heads, { visibility: 'public' }),
      own(heads, { listsAgain: true }),
      own(heads, { hasForks: true }),
      own(heads),
    ],
    [
      ...[
        'pull-request-scans, 2 repositories: acme/0, acme/4',
        toTrigger('pull_request'),
        'gate-on: introduced, touched',
      ],
      ...['pull-request-scans, 1 repository: acme/1', toTrigger('pull_request'), 'gate-on: introduced'],
      ...[
        'pull-request-scans, 1 repository: acme/2',
        toTrigger('pull_request'),
        'gate-on: introduced, touched',
        'count-from: scan # your service lists every bug again',
      ],
      ...['pull-request-scans, 1 repository: acme/3', toTrigger('pull_request_target'), 'gate-on: introduced, touched'],
    ],
  ],
])('repositories share a workflow with %s', (_, rows, expected) => {
  const text = renderDoctorTable(
    rows.map((parts, index) => aRow(`acme/${index}`, null, parts)),
    frame,
  );
  const deciding = /The workflow for .*<\/summary>|^on: .*|^ +(?:gate-on|max-scan-age|count-from): .*/gmu;
  const lines = (text.match(deciding) ?? []).map((line) => line.replace(/<[^>]*>|^The workflow for /gu, '').trim());
  expect(lines).toEqual(expected);
});
