// The grammar of CSV, for tests.

/** The cells of each record, by the grammar of RFC 4180, with or without a byte order mark. Throws where the text is no CSV. */
export function parseCsv(given: string): readonly (readonly string[])[] {
  const text = given.replace(/^\ufeff/u, '');
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
 * stands behind the closing one belongs to the cell. With other separators than the writer's, other cells begin.
 */
export function readAsSpreadsheet(given: string, separators: string): readonly (readonly string[])[] {
  const text = given.replace(/^\ufeff/u, '');
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
    } else if (!isQuoted && separators.includes(character)) {
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
