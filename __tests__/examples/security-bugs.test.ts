// examples/client/security-bugs.mjs writes a row for each bug, and no cell that a spreadsheet would calculate.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { bug, repo } from '../client/examples.ts';
import { KEY, type Loopback, serve } from '../client/loopback.ts';
import { everyText } from '../documents/hostile-texts.ts';
import { compileCache } from '../harness/compile-cache.ts';
import { parseCsv, readAsSpreadsheet } from '../insights/csv-grammar.ts';
import { afterEach, beforeEach, describe, expect, it } from '../jest.ts';

const ROOT = join(import.meta.dirname, '..', '..');

let folder: string;
let service: Loopback | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'security-bugs-'));
  const installed = join(folder, 'node_modules', 'scan-gate-client');
  mkdirSync(installed, { recursive: true });
  // The script imports the client of this clone, which is not packed for that.
  const source = pathToFileURL(join(ROOT, 'src', 'client', 'index.ts')).href;
  writeFileSync(join(installed, 'index.js'), `export * from ${JSON.stringify(source)};\n`);
  writeFileSync(join(installed, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
  copyFileSync(join(ROOT, 'examples', 'client', 'security-bugs.mjs'), join(folder, 'security-bugs.mjs'));
});
afterEach(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the script on security bugs with these titles, and one other bug. */
async function write(titles: readonly string[]): Promise<string> {
  const bugs = titles.map((title, index) => ({ ...bug, id: `bug_${index}`, title }));
  const all = [...bugs, { ...bug, id: 'bug_other', isSecurityVulnerability: false }];
  service = await serve(({ url }) => {
    const { pathname, searchParams } = new URL(url, 'http://host');
    const offset = Number(searchParams.get('offset') ?? 0);
    const cut = <Item>(items: readonly Item[]): readonly Item[] => items.slice(offset, offset + 100);
    return {
      json: pathname.endsWith('/repos') ? { repos: cut([repo]), total: 1 } : { bugs: cut(all), total: all.length },
    };
  });
  const env = { ...compileCache, SERVICE_URL: service.baseUrl, SERVICE_KEY: KEY };
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'security-bugs.mjs')], { env });
  return stdout;
}

/** A spreadsheet calculates a cell that begins so. */
const FORMULA = /^[\s"]*[=+\-@＝＋－＠]/;

describe('the list of security bugs', () => {
  it('shows a title as it is, but where a spreadsheet would calculate', async () => {
    const shown = [
      ['Off by one', 'Off by one'],
      ['a; b=1, "c"', 'a; b=1, "c"'],
      ['a-b+c@d', 'a-b+c@d'],
      ["x;'=1", "x;'=1"],
      ['=1+1', "'=1+1"],
      ['＝1', "'＝1"],
      ['x;＝1', "x;'＝1"],
      ['x\n=1+1', 'x =1+1'],
      ['\n=1+1', "' =1+1"],
      ['x;"=1+1', `x;'"=1+1`],
      ['x;"\n"=1', `x;'" "=1`],
      ['x;\u200b=1', "x;'=1"],
      ['\u0000-1', "'-1"],
      ['x;;@a', "x;;'@a"],
    ] as const;
    const [head, ...rows] = parseCsv((await write(shown.map(([title]) => title))).replaceAll('\n', '\r\n'));
    expect(head).toEqual(['repository', 'bug', 'title', 'file', 'found']);
    expect(rows.map(([, , title]) => title)).toEqual(shown.map(([, cell]) => cell));
  });

  it('has a row a bug and no formula, whatever is in it, and whichever separator is read', async () => {
    const titles = everyText.flatMap((text) => [text, `x;${text}`, `"${text}`, `x;"\n${text}`, `\u200b=${text}`]);
    const text = await write(titles);
    expect(text.trimEnd().split('\n')).toHaveLength(titles.length + 1);
    for (const separator of [',', ';', '\t'] as const) {
      const cells = readAsSpreadsheet(text, separator).flat();
      expect(cells.filter((each) => FORMULA.test(each))).toEqual([]);
    }
  });
});
