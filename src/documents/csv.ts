// CSV by RFC 4180, safe to open in a spreadsheet, whichever list separator that takes.
import { toVisibleLine } from './markdown.ts';

export type CsvCell = string | number | null;

/** A spreadsheet reads a file without this mark in an alphabet of its own. */
const BYTE_ORDER_MARK = '\ufeff';

/** Renders rows, each ended by CRLF. Text is on one line. The same rows give the same bytes. */
export function renderCsvRows(rows: readonly (readonly CsvCell[])[]): string {
  return `${BYTE_ORDER_MARK}${rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')}`;
}

/**
 * A spreadsheet begins a formula at the start of a cell, and behind a semicolon, which begins a cell where it
 * is the list separator, as in most of Europe. Quotes do not help there: those of a cell do not stand at its start.
 */
const BEFORE_FORMULA = /(?:^|(?<=;))(?=[\s"]*[=+\-@＝＋－＠])/g;

/** An apostrophe keeps a spreadsheet from taking a cell for a formula. */
function toCell(cell: CsvCell): string {
  if (cell === null || typeof cell === 'number') return String(cell ?? '');
  const line = toVisibleLine(cell).replace(BEFORE_FORMULA, "'");
  // A spreadsheet that takes both separators would move every later column.
  return /[",;]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}
