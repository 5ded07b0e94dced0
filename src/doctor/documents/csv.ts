// The CSV of the table of many repositories.
import { type CsvCell, renderCsvRows } from '../../documents/csv.ts';
import { formatDay } from '../../judgement/day.ts';
import { formatIso } from '../../judgement/format.ts';
import { countRed, type Row } from '../row.ts';
import { CHECK_TITLES } from '../wording.ts';

/** New columns go to the end. */
const COLUMNS: readonly (readonly [name: string, of: (row: Row) => CsvCell])[] = [
  ['repository', ({ repository }) => repository],
  ['healthy', ({ isHealthy }) => String(isHealthy)],
  ['recommendation', ({ recommendation }) => recommendation],
  ['newest_full_scan', ({ scannedAt }) => scannedAt && formatIso(scannedAt)],
  ['hours_between_scans', ({ intervalMs }) => toHours(intervalMs)],
  ['replayed', ({ result }) => result?.replayed ?? null],
  ['red', countRed],
  ['found_since', ({ result }) => (result?.foundSince ? formatDay(result.foundSince.day) : null)],
  ['red_with_found_since', ({ result }) => result?.foundSince?.red ?? null],
  ['from_forks', ({ origins }) => origins?.forks ?? null],
  ['from_dependabot', ({ origins }) => origins?.dependabot ?? null],
  ['blocked', ({ blocked }) => blocked.map(({ id, what }) => `${CHECK_TITLES[id]}: ${what}`).join(' ')],
];

export function renderDoctorCsv(rows: readonly Row[]): string {
  return renderCsvRows([COLUMNS.map(([name]) => name), ...rows.map((row) => COLUMNS.map(([, of]) => of(row)))]);
}

function toHours(ms: number | null): number | null {
  return ms && Math.round(ms / 360_000) / 10;
}
