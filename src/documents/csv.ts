// CSV by RFC 4180, safe to open in a spreadsheet.
import { toVisibleLine } from './markdown.ts';

export type CsvCell = string | number | null;

/** Renders rows, each ended by CRLF. Text is on one line. The same rows give the same bytes. */
export function renderCsvRows(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

/** What a spreadsheet would take for a formula begins with an apostrophe. */
function toCell(cell: CsvCell): string {
  if (cell === null || typeof cell === 'number') return String(cell ?? '');
  const line = toVisibleLine(cell).replace(/^(?=[=+\-@＝＋－＠])/, "'");
  return /[",]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}
