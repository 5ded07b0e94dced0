// Tables that are written as text: a row a line, with `|` between its cells.

/** The cells of each row, without the space around them. An empty line is none. */
export function rowsOf(table: string): readonly (readonly string[])[] {
  const lines = table.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => line.split(/ \|(?= |$)/u).map((cell) => cell.trim()));
}

/** A cell such as `mode=warn paths=src/**`: names with their values, which have no space in them. */
export function readInputs(cell = ''): Readonly<Record<string, string>> {
  const pairs = [...cell.matchAll(/(\S+?)=(\S*)/gu)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
}
