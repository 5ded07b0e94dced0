// The grammar of CSV, for tests.

/** The cells of each record, by the grammar of RFC 4180. Throws where the text is no CSV. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  const records: string[][] = [[]];
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (match === null) throw new Error(`no CSV after ${JSON.stringify(text.slice(-40))}`);
    const [, quoted, bare = '', end] = match;
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === '\r\n') records.push([]);
  }
  return records.slice(0, -1);
}

/**
 * The cells of each record as a spreadsheet reads them, whatever the text: a quote counts where a cell begins, and what
 * stands behind the closing one belongs to the cell. With another separator than the writer's, other cells begin.
 */
export function readAsSpreadsheet(text: string, separator: ',' | ';' | '\t'): readonly (readonly string[])[] {
  const records: string[][] = [['']];
  let isQuoted = false;
  let isStart = true;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const record = records.at(-1) ?? [];
    const add = (more: string): void => {
      record.push((record.pop() ?? '') + more);
    };
    if (isQuoted && character === '"' && text.charAt(at + 1) === '"') {
      add('"');
      at += 1;
    } else if (character === '"' && (isQuoted || isStart)) {
      isQuoted = !isQuoted;
    } else if (!isQuoted && character === separator) {
      record.push('');
      isStart = true;
      continue;
    } else if (!isQuoted && /[\r\n]/.test(character)) {
      records.push(['']);
      isStart = true;
      continue;
    } else {
      add(character);
    }
    isStart = false;
  }
  return records;
}
