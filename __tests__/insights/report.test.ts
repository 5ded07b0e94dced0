// The report over several repositories: the sums, the order, and what is not summed.
import { type RepositoryEvidence, selectFaults } from '../../src/insights/report.ts';
import { expect, test } from '../jest.ts';
import { anOutage } from '../judgement/fixtures.ts';
import { aBug, aMark, aPull, aScan, evidenceOf, noGates, reportOf } from './worlds.ts';

const reviewed = (repository: string, path: string): RepositoryEvidence =>
  evidenceOf(repository, {
    bugs: Array.from({ length: 20 }, (_, index) =>
      aBug(`${repository}-${index}`, { path, review: ['dismissed', '2026-11-12'], reason: 'not_a_bug' }),
    ),
  });

test('what was pending is known from the oldest scan of any of them on', () => {
  const scans = (first: string): Partial<RepositoryEvidence> => ({ scans: [aScan('2026-11-19'), aScan(first)] });
  const daysOf = (...read: readonly RepositoryEvidence[]): number => reportOf(read).total.history.days.length;
  expect(daysOf(evidenceOf('acme/a', scans('2026-11-15')), evidenceOf('acme/b', scans('2026-11-11')))).toBe(10);
  expect(daysOf(evidenceOf('acme/a', { scans: [] }), evidenceOf('acme/b', scans('2026-11-15')))).toBe(6);
  expect(daysOf(evidenceOf('acme/a', { scans: [] }))).toBe(0);
});

test('folders are those of one repository alone', () => {
  const [one, two] = [reviewed('acme/a', 'src/a.ts'), reviewed('acme/b', 'src/b.ts')];
  const folders = [{ folder: 'src', notABug: 20, reviewed: 20 }];
  expect(reportOf([one]).total.trust).toEqual({ notABug: 20, reviewed: 20, folders });
  const both = reportOf([one, two]);
  expect(both.total.trust).toEqual({ notABug: 40, reviewed: 40, folders: [] });
  expect(both.repositories.map(({ trust }) => trust?.folders)).toEqual([folders, folders]);
});

test('where the gates of one repository are not known, the others are counted', () => {
  const fault = anOutage('github', 'No.');
  const known = evidenceOf('acme/a', { gates: { ...noGates, open: [aPull(1, [aMark('failed')])] } });
  const unknown = evidenceOf('acme/b', { gates: fault });
  const unread = { repository: 'acme/c', fault: anOutage('service', 'No.') };
  const report = reportOf([known, unknown], { unread: [unread] });
  expect([report.total.gates?.open.failed, report.total.through?.bugs]).toEqual([1, 0]);
  expect(report.repositories.map(({ gates }) => gates?.open.failed)).toEqual([1, undefined]);
  expect(selectFaults([unknown, known, unread])).toEqual([{ repository: 'acme/b', fault }, unread]);
  const { gates, through } = reportOf([unknown]).total;
  expect([gates, through]).toEqual([null, null]);
});

test.each<[scans: string, isLate: boolean]>([
  ['2026-11-17 2026-11-18 2026-11-19', false],
  ['2026-11-16 2026-11-17 2026-11-18T12:10:00Z', false],
  ['2026-11-16 2026-11-17 2026-11-18T11:40:00Z', true],
  ['2026-11-01', false],
])('the newest scan of %s is older than twice the time between them: %s', (scans, isLate) => {
  const [report] = reportOf([evidenceOf('acme/a', { scans: scans.split(' ').map((day) => aScan(day)) })]).repositories;
  expect(report?.scans.isLate).toBe(isLate);
});

test.each<[what: string, scans: RepositoryEvidence['scans'], before: number | undefined]>([
  ['a full scan on its first day', [aScan('2026-09-22'), aScan('2026-10-01', { state: 'failed' })], 2],
  ['a full scan on the day after', [aScan('2026-09-23'), aScan('2026-10-01', { state: 'failed' })], undefined],
  ['a partial one before it', [aScan('2026-09-01', { type: 'recentChanges' }), aScan('2026-10-01')], undefined],
])('scans of the period before are known by %s', (_, scans, before) => {
  const [report] = reportOf([evidenceOf('acme/a', { scans })]).repositories;
  expect(report?.scansBefore?.ended).toBe(before);
});
