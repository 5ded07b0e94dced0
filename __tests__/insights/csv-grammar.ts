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
