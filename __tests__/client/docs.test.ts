// The truth of docs/api-client.md, docs/api-client-scripts.md and the client's README: their programs compile, their tables are held against the code.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parseConfiguration } from '../../src/client/configuration.ts';
import { ENDPOINTS, EVERYWHERE, type RepeatRule } from '../../src/client/endpoints.ts';
import { afterAll, beforeAll, describe, expect, test } from '../jest.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const source = join(root, 'src/client/index.ts');
const page = readFileSync(join(root, 'docs/api-client.md'), 'utf8');
const pages = [
  page,
  ...['docs/api-client-scripts.md', 'src/client/README.md'].map((name) => readFileSync(join(root, name), 'utf8')),
];

describe('the programs of the pages', () => {
  const blocks = pages.flatMap((text) => [...text.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code));
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'scan-gate-docs-'));
    await writeFile(join(directory, 'package.json'), '{"type":"module"}');
    for (const [number, code] of blocks.entries()) {
      await writeFile(join(directory, `${number}.js`), code);
    }
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  // That they run, and what they do, is in package.test.ts.
  test('compile as strictly as our own code', async () => {
    expect(blocks).toHaveLength(7);
    const configuration = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        allowJs: true,
        checkJs: true,
        paths: { 'scan-gate-client': [source] },
        typeRoots: [join(root, 'node_modules/@types')],
        // Names of environment variables are read as most people write them.
        noPropertyAccessFromIndexSignature: false,
      },
      include: ['*.js'],
    };
    const file = join(directory, 'tsconfig.json');
    await writeFile(file, JSON.stringify(configuration));
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [compiler, '-p', file]).catch(
      (error: unknown) => error as { readonly stdout: string },
    );
    expect(stdout).toBe('');
  }, 120_000);
});

test('the package that is installed is the one of this version', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  expect(page).toContain(`/releases/download/v${version}/scan-gate-client-${version}.tgz`);
});

/** The cells of a table, without its head, from the text that holds it. */
function readRows(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The text below a heading. */
function section(heading: string): string {
  return page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
}

const again: Readonly<Record<RepeatRule, string>> = {
  always: 'yes',
  'unless-arrived': 'only if it cannot have arrived',
};

const toLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

describe('the table of endpoints', () => {
  // To bring the page up to date, put these lines between its two comments and run prettier.
  const wanted = Object.values(ENDPOINTS).map(({ method, path: url, name, repeat, errors }) =>
    toLine([`\`${method} ${url}\``, `\`${name}\``, again[repeat], errors.map((type) => `\`${type}\``).join(', ')]),
  );

  test('is that of the code', () => {
    const table = /<!-- endpoints -->(.*)<!-- \/endpoints -->/s.exec(page)?.[1] ?? '';
    expect(readRows(table).map(toLine)).toEqual(wanted);
    expect(wanted).toHaveLength(11);
  });

  test('stands below the errors of every endpoint', () => {
    const last = EVERYWHERE.length - 1;
    const names = EVERYWHERE.map((type) => `\`${type}\``);
    expect(section('Endpoints').replace(/\s+/g, ' ')).toContain(
      `Each may fail with ${names.slice(0, last).join(', ')} or ${names[last] ?? ''}`,
    );
  });
});

describe('the tables of resources', () => {
  const code = readFileSync(join(root, 'src/client/resources.ts'), 'utf8');

  test.each(['User', 'Repo', 'Scan', 'Bug', 'BugReview', 'Rule', 'RuleRequestStatus'])(
    '%s has every field, and says which may be null',
    (name) => {
      const [, base = '', body = ''] =
        new RegExp(`interface ${name} (?:extends (\\w+) )?\\{(.*?)\\n\\}`, 's').exec(code) ?? [];
      const [, inherited = ''] = new RegExp(`interface ${base} \\{(.*?)\\n\\}`, 's').exec(code) ?? [];
      const fields = [...`${inherited}${body}`.matchAll(/^ {2}readonly (\w+): (.*);$/gm)].map(
        ([, field = '', type = '']) => [field, type.endsWith('| null')],
      );
      const text = page.split(`\n### ${name}\n`)[1]?.split('\n#')[0] ?? '';
      const rows = readRows(text).map(([field = '', type = '']) => [
        field.replaceAll('`', ''),
        type.endsWith(', null'),
      ]);
      expect(fields.length).toBeGreaterThan(1);
      expect(rows).toEqual(fields);
    },
  );
});

describe('the table of settings', () => {
  const rows = readRows(section('Settings'));
  const names = rows.map(([name = '']) => name.replaceAll('`', ''));

  test('has every setting', () => {
    const code = readFileSync(join(root, 'src/client/configuration.ts'), 'utf8');
    const [, fields = ''] = /export interface ClientOptions \{(.*?)\n\}/s.exec(code) ?? [];
    const settings = [...fields.matchAll(/^ {2}readonly (\w+)/gm)].map(([, name]) => name);
    expect([...names].sort()).toEqual([...settings].sort());
  });

  test('has the defaults of the code', () => {
    const config = parseConfiguration({ baseUrl: 'https://x.example', apiKey: 'k' });
    const defaults: Readonly<Record<string, string>> = {
      timeoutMs: config.timeoutMs.toLocaleString('en'),
      maxTries: String(config.maxTries),
      maxBodyBytes: config.maxBodyBytes.toLocaleString('en'),
      userAgent: `\`${config.headers['user-agent'] ?? ''}\``,
    };
    for (const [name, value] of Object.entries(defaults)) {
      expect([name, rows[names.indexOf(name)]?.[2]]).toEqual([name, value]);
    }
  });

  test('names the unit of each number', () => {
    for (const [name = '', unit] of rows) {
      if (name.includes('Ms')) expect([name, unit]).toEqual([name, 'milliseconds']);
      if (name.includes('Bytes')) expect([name, unit]).toEqual([name, 'bytes']);
    }
  });
});
