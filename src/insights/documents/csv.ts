// The CSV of the bugs has one row a bug.
import { type CsvCell, renderCsvRows } from '../../documents/csv.ts';
import { toBugUrl } from '../../documents/links.ts';
import { formatIso } from '../../judgement/format.ts';
import type { InsightsReport } from '../report.ts';
import type { ShownBug } from '../shown-bug.ts';

/** New columns go to the end. */
const COLUMNS: readonly (readonly [name: string, of: (bug: ShownBug, report: InsightsReport) => CsvCell])[] = [
  ['repository', ({ repository }) => repository],
  ['id', ({ id }) => id],
  ['kind', ({ kind }) => kind],
  ['state', ({ review }) => review?.state ?? 'pending'],
  ['found', ({ foundAt }) => formatIso(foundAt)],
  ['reviewed', ({ review }) => (review === null ? null : formatIso(review.at))],
  ['reason', ({ review }) => review?.reason ?? null],
  ['source', ({ review }) => review?.source ?? null],
  ['until', ({ review }) => review?.until?.day ?? null],
  ['title', ({ details }) => details?.title ?? null],
  ['path', ({ details }) => details?.path ?? null],
  ['commit', ({ details }) => details?.sha ?? null],
  ['pull_request', ({ details }) => details?.pullRequest ?? null],
  ['author', ({ details }) => details?.author ?? null],
  ['note', ({ details }) => details?.note ?? null],
  ['by', ({ details }) => details?.by ?? null],
  ['url', ({ id }, { bugUrl }) => toBugUrl(bugUrl, id)],
  ['look_again', ({ lookAgain }) => lookAgain],
];

export function renderCsv(report: InsightsReport): string {
  const rows = report.bugs.map((bug) => COLUMNS.map(([, of]) => of(bug, report)));
  return renderCsvRows([COLUMNS.map(([name]) => name), ...rows]);
}
