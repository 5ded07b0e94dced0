// The rows of the doctor's table of many repositories: what each comes to, and which comes first.
import type { Check } from '../../src/doctor/check.ts';
import { renderManyJson } from '../../src/doctor/documents/json.ts';
import type { DoctorReport, SetUpResult } from '../../src/doctor/report.ts';
import { compareRows, countRed, decideCommonSetUp, decideRow, isReady, type Row } from '../../src/doctor/row.ts';
import { type Recommendation, selectSetUp } from '../../src/doctor/set-ups.ts';
import { expect, test } from '../jest.ts';
import { aScan, at } from '../judgement/fixtures.ts';

const result = (parts: Partial<SetUpResult> = {}): SetUpResult =>
  ({ name: 'nightly-scans', replayed: 4, passed: 1, failed: 2, unverified: 1, ...parts }) as SetUpResult;
const blocked = { status: 'blocked' } as Check;
const aRow = (parts: Partial<Row> = {}): Row =>
  ({
    ...{ repository: 'acme/b', isHealthy: true, recommendation: 'nightly-scans', scannedAt: at(5) },
    ...{ result: result({ failed: 0, unverified: 0 }), blocked: [] },
    ...parts,
  }) as unknown as Row;

function aReport(parts: Partial<DoctorReport>): DoctorReport {
  return {
    ...{ address: { owner: 'acme', repo: 'shop' }, recommendation: 'nightly-scans', scans: null },
    ...{ results: [], checks: [], leftOut: 0, recommended: null },
    ...parts,
  } as unknown as DoctorReport;
}

test('a row has the newest full scan, the result of the recommended set-up, and what is blocked', () => {
  const scans = { newestOfBranch: aScan({ endedAt: at(9) }), ofBranch: 3, intervalMs: 7 } as DoctorReport['scans'];
  const results = [result({ name: 'release' }), result()];
  const checks = [{ status: 'ok' } as Check, blocked];
  expect(decideRow(aReport({ scans, results, checks, leftOut: 2 }))).toMatchObject({
    ...{ repository: 'acme/shop', scannedAt: 9, isRead: true, intervalMs: 7, result: results[1] },
    ...{ blocked: [blocked], leftOut: 2 },
  });
});

test('a row without scans says that they could not be read, or that there is none', () => {
  const none = { newestOfBranch: null, ofBranch: 0, intervalMs: null } as unknown as DoctorReport['scans'];
  const unknown = { ...none, ofBranch: null } as unknown as DoctorReport['scans'];
  const rows = [null, none, unknown].map((scans) => decideRow(aReport({ scans })));
  expect(rows.map(({ scannedAt, isRead, intervalMs, result }) => [scannedAt, isRead, intervalMs, result])).toEqual([
    [null, false, null, null],
    [null, true, null, null],
    [null, false, null, null],
  ]);
});

test('red are those that failed and those without a verdict; nobody knows where nothing was replayed', () => {
  expect([countRed(aRow({ result: result() })), countRed(aRow({ result: null }))]).toEqual([3, null]);
});

test.each<[boolean, Recommendation, boolean]>([
  [true, 'nightly-scans', true],
  [true, 'none', false],
  [false, 'nightly-scans', false],
])('a repository whose health is %p and whose set-up is %s is ready: %p', (isHealthy, recommendation, expected) => {
  expect(isReady(aRow({ isHealthy, recommendation }))).toBe(expected);
});

test('the worst comes first: blocked, without a set-up, red, old, and then by name', () => {
  const rows = [
    aRow({ repository: 'twice blocked', blocked: [blocked, blocked] }),
    aRow({ repository: 'blocked', blocked: [blocked] }),
    aRow({ repository: 'no set-up', recommendation: 'none' }),
    aRow({ repository: 'red', result: result({ failed: 1, unverified: 1, replayed: 2 }) }),
    aRow({ repository: 'half red', result: result({ failed: 2, unverified: 0, replayed: 4 }) }),
    aRow({ repository: 'never scanned', scannedAt: null, result: null }),
    aRow({ repository: 'old', scannedAt: at(1), result: result({ failed: 0, unverified: 0, replayed: 0 }) }),
    aRow({ repository: 'less old', scannedAt: at(3) }),
    aRow({ repository: 'a' }),
    aRow({ repository: 'b' }),
  ];
  expect(rows.toReversed().toSorted(compareRows)).toEqual(rows);
});

test.each<[readonly Recommendation[], Recommendation]>([
  [[], 'none'],
  [['none', 'none'], 'none'],
  [['none', 'none', 'nightly-scans'], 'nightly-scans'],
  [['nightly-scans', 'pull-request-scans'], 'nightly-scans'],
  [['nightly-scans', 'pull-request-scans', 'pull-request-scans'], 'pull-request-scans'],
  [['pull-request-scans'], 'pull-request-scans'],
])('of %j the set-up of most is %s', (recommendations, expected) => {
  expect(decideCommonSetUp(recommendations.map((recommendation) => aRow({ recommendation })))).toBe(expected);
});

test.each<[Row['visibility'], Recommendation, string | null]>([
  ['public', 'nightly-scans', 'Public: give pull requests from forks no key.'],
  ['public', 'pull-request-scans', 'Public: use `gate-on: introduced`.'],
  ['public', 'none', null],
  ['internal', 'nightly-scans', null],
  ['unknown', 'pull-request-scans', null],
])('a row of a repository that is %s, with the set-up %s, says what to mind there: %s', (...row) => {
  const [visibility, recommendation, expected] = row;
  const recommended = recommendation === 'none' ? null : selectSetUp(recommendation, visibility);
  const decided = decideRow(aReport({ visibility, recommendation, recommended, tooLarge: [], unread: [] }));
  expect(decided.publicNote).toBe(expected);
  expect(JSON.parse(renderManyJson([decided]))).toMatchObject({ repositories: [{ publicNote: expected }] });
});
