// The table of many repositories: the workflow below it, which they share.
import { parse } from 'yaml';
import { renderDoctorTable } from '../../src/doctor/documents/table.ts';
import type { Row } from '../../src/doctor/row.ts';
import { expect, test } from '../jest.ts';
import { at } from '../judgement/fixtures.ts';

const frame = { serverUrl: 'https://github.com', apiUrl: 'https://api.example.com' };

function aRow(repository: string, day: string | null, parts: Partial<Row> = {}): Row {
  const foundSince = day === null ? null : { day: at(Date.parse(day)), red: 0 };
  const result = { name: 'nightly-scans', replayed: 4, passed: 2, failed: 2, unverified: 0, reasons: [], foundSince };
  return {
    ...{ repository, id: null, visibility: 'private', defaultBranch: 'main', isHealthy: true, fault: null },
    ...{ recommendation: 'nightly-scans', scannedAt: at(1), isRead: true, intervalMs: null, readAt: at(2) },
    ...{ result, notReplayed: 0, tooLarge: [], origins: null, blocked: [] },
    ...parts,
  } as Row;
}

/** What `found-since` says in the workflow to paste. */
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
