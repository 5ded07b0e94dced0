// Owns where a table begins: a row of dashes below a row of as many cells.

const DELIMITERS = /^\|? *:?-+:? *(?:\| *:?-+:? *)*(?:\| *)?$/;
const EMPTY_ROW = /^[| ]*$/;

/** Whether a line may part the head of a table from its rows; one of dashes alone is an underline. */
export function isDelimiterRow(line: string): boolean {
  return /[|:]/.test(line) && DELIMITERS.test(line);
}

/** Whether the row has no cells but empty ones: there, renderers do not agree on whether the table goes on. */
export function isEmptyRow(line: string): boolean {
  return EMPTY_ROW.test(line);
}

/** Whether two lines begin a table; null where renderers do not agree. */
export function isTable(head: string, delimiters: string): boolean | null {
  if (isEmptyRow(head) || head.includes('\\\\|')) return null;
  return countCells(head) === countCells(delimiters);
}

function countCells(row: string): number {
  // Without spaces there is a bar at each end, or there is none.
  const bars = row.replaceAll('\\|', 'x').replaceAll(' ', '');
  return bars.replace(/^\|/, '').replace(/\|$/, '').split('|').length;
}
