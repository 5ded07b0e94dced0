// The truth of docs/api-client.md: its program is compiled and run, its tables are held against the code.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import ts from 'typescript';
import { thresholdExceeded } from '../../sandbox/scenarios/threshold-exceeded.ts';
import { startService } from '../../sandbox/service/service.ts';
import { parseConfiguration } from '../../src/client/configuration.ts';
import { ENDPOINTS, EVERYWHERE, type RepeatRule } from '../../src/client/index.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const source = join(root, 'src/client/index.ts');
const path = join(root, 'docs/api-client.md');
const page = readFileSync(path, 'utf8');

interface Block {
  readonly code: string;
  /** What the page says it prints. */
  readonly prints: string;
}

const blocks: readonly Block[] = [
  ...page.matchAll(/```ts\n(.*?)```\n(?:\n```text\n(.*?)```)?/gs),
].map(([, code = '', prints = '']) => ({ code, prints }));

/** Printed between the blocks. */
const END = '--- end of block ---';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'scan-gate-docs-'));
  const program = blocks.map(({ code }) => `${code}\nconsole.log('${END}');\n`).join('\n');
  await writeFile(join(directory, 'program.ts'), program);
  await writeFile(join(directory, 'package.json'), '{"type":"module"}');
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe('the program of the page', () => {
  test('has a block for each thing that a user does', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(7);
    const program = blocks.map(({ code }) => code).join('');
    for (const call of ['collect', 'iterate', 'review', 'createAndWait', 'isServiceError']) {
      expect(program).toContain(call);
    }
  });

  test('compiles as strictly as our own code', () => {
    const configuration = ts.readConfigFile(join(root, 'tsconfig.json'), (name) =>
      ts.sys.readFile(name),
    );
    const { options } = ts.parseJsonConfigFileContent(configuration.config, ts.sys, root);
    const file = join(directory, 'program.ts');
    const program = ts.createProgram([file], {
      ...options,
      paths: { 'scan-gate/client': [source] },
      typeRoots: [join(root, 'node_modules/@types')],
      // A page reads from top to bottom: a block may end with what the next one uses.
      noUnusedLocals: false,
    });
    // Of the page alone: the rest is compiled elsewhere.
    const page = program.getSourceFile(file);
    const faults = [
      ...program.getSyntacticDiagnostics(page),
      ...program.getSemanticDiagnostics(page),
    ];
    expect(page).toBeDefined();
    expect(faults.map(({ messageText }) => messageText)).toEqual([]);
  });

  test('runs against the sandbox, and prints what the page says', async () => {
    const { service: data } = thresholdExceeded.build(Date.now());
    const service = await startService({ data, ruleDelayMs: 0 });
    const hook = `import { registerHooks } from 'node:module';
      registerHooks({ resolve: (name, context, next) => name === 'scan-gate/client'
        ? { url: ${JSON.stringify(pathToFileURL(source).href)}, shortCircuit: true } : next(name, context) });`;
    try {
      const { stdout } = await run(
        process.execPath,
        ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, 'program.ts'],
        {
          cwd: directory,
          env: {
            SERVICE_URL: service.url,
            SERVICE_KEY: data.keys[0],
            NODE_COMPILE_CACHE: process.env['SCAN_GATE_COMPILE_CACHE'],
          },
          timeout: 60_000,
        },
      );
      const printed = stdout.split(`${END}\n`).slice(0, -1);
      expect(printed).toEqual(blocks.map(({ prints }) => prints));
    } finally {
      await service.close();
    }
  }, 60_000);
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
    toLine([
      `\`${method} ${url}\``,
      `\`${name}\``,
      again[repeat],
      errors.map((type) => `\`${type}\``).join(', '),
    ]),
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

test('every link of the page leads somewhere', () => {
  const links = [...page.matchAll(/\]\(([^)#]+)/g)].map(([, link = '']) => link);
  expect(links).toContain('../sandbox/service/openapi.yaml');
  expect(links.filter((link) => !existsSync(join(dirname(path), link)))).toEqual([]);
});
