// The rows that the client's example writes: no cell of them begins a formula, whichever list separator a spreadsheet takes.
import { readFileSync } from 'node:fs';
import { expect, it } from '../jest.ts';

/** The example's own function, without the requests around it. */
async function importToRow(): Promise<(...values: readonly unknown[]) => string> {
  const script = readFileSync(new URL('../../examples/client/security-bugs.mjs', import.meta.url), 'utf8');
  const [source = ''] = /^function toRow\([^]*?^\}$/m.exec(script) ?? [];
  const module: unknown = await import(`data:text/javascript,${encodeURIComponent(`export ${source}`)}`);
  return (module as { readonly toRow: (...values: readonly unknown[]) => string }).toRow;
}

it.each([
  ['=1+1', `"'=1+1"`],
  ['x\n=1+1', '"x =1+1"'],
  ['x;"=1+1', `"x;'""=1+1"`],
  ['x;"\n"=1', `"x;'"" ""=1"`],
  ['＝1', `"'＝1"`],
  ['x;＝1', `"x;'＝1"`],
  ['x;\u200b=1', `"x;'=1"`],
  ['\u0000@SUM(1)', `"'@SUM(1)"`],
  // Beside them: what begins no formula stays as it is.
  ['x = 1; y "quoted"', '"x = 1; y ""quoted"""'],
  [null, '""'],
  [7, '"7"'],
])('%j becomes %s', async (given, expected) => {
  const toRow = await importToRow();
  expect(toRow(given)).toBe(expected);
});
