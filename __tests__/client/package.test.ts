// The packed client in an empty project, as its users have it: what is in it, its scripts on each Node, its types.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { transformSync } from 'esbuild';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { compileConsumers } from '../../scripts/test-client/consumers.ts';
import {
  createProject,
  findWarnings,
  readScripts,
  type Run,
  runNode,
  runNpm,
  runScripts,
} from '../../scripts/test-client/project.ts';
import { afterAll, beforeAll, describe, expect, test } from '../jest.ts';
import { KEY, listen, stop } from './loopback.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MINUTES_MS = 180_000;
const page = readFileSync(join(ROOT, 'docs/api-client.md'), 'utf8');

let folder: string;
let project: string;
let installed: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scan-gate-client-'));
  project = join(folder, 'project');
  installed = join(project, 'node_modules/scan-gate-client');
  createProject(project);
  // The folder that the page names, packed on the way as a release packs it: one npm for both.
  const [, client = ''] = /^npm install \.\.\/scan-gate\/(\S+)$/m.exec(page) ?? [];
  runNpm(project, ['install', '--install-links', '--offline', '--no-audit', '--no-fund', join(ROOT, client)]);
}, MINUTES_MS);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const read = (name: string): string => readFileSync(join(installed, name), 'utf8');

describe('the package', () => {
  test('is one entry in node_modules, with nothing that it depends on', () => {
    const entries = readdirSync(join(project, 'node_modules'));
    expect(entries.filter((name) => !name.startsWith('.'))).toEqual(['scan-gate-client']);
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as object & {
      version: string;
    };
    const manifest = JSON.parse(read('package.json')) as Record<string, unknown>;
    expect(manifest).toMatchObject({ version, license: 'MIT', type: 'module', engines: { node: '>=20.3' } });
    expect(Object.keys(manifest).filter((key) => /depend|scripts/i.test(key))).toEqual([]);
    expect(read('README.md')).toContain(`/v${version}/scan-gate-client-${version}.tgz`);
  });

  test('has readable code, types, licences, and at most 200 kB', () => {
    const names = readdirSync(installed).sort();
    expect(names).toEqual(['LICENSE', 'README.md', 'index.d.ts', 'index.js', 'licenses.txt', 'package.json'].sort());
    const sizes = names.map((name) => statSync(join(installed, name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
    expect(read('index.js')).not.toMatch(/^import /m);
    const { code } = transformSync(read('index.js'), { minify: true, format: 'esm', target: 'node20.3' });
    expect(gzipSync(code).length).toBeLessThan(20_000);
    expect(
      Math.max(
        ...read('index.js')
          .split('\n')
          .map(({ length }) => length),
      ),
    ).toBeLessThan(500);
    const bundled = [...read('licenses.txt').matchAll(/^={80}\n(\S+) /gm)].map(([, name]) => name);
    expect(bundled).toEqual(expect.arrayContaining(['p-limit', 'valibot', 'yocto-queue']));
  });

  test('declares nothing internal', () => {
    const types = read('index.d.ts');
    expect(types).not.toMatch(/\bfrom '|Transport|Schema|ENDPOINTS|ClientConfig|Redactor/);
  });
});

test('is found by its name, and works', async () => {
  writeFileSync(
    join(project, 'use.mjs'),
    `import { createClient } from 'scan-gate-client';
    console.log(Object.keys(createClient({ baseUrl: 'https://a.test', apiKey: 'k' })).join());`,
  );
  const { stdout, stderr } = await runNode(process.execPath, ['use.mjs'], { cwd: project, env: {} });
  expect([stdout.trim(), stderr]).toEqual(['repos,scans,bugs,rules,user,request', '']);
});

test('nothing makes npm build the project where it is installed from git', () => {
  const root = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, object>;
  const scripts = Object.keys(root['scripts'] ?? {});
  const builders = ['postinstall', 'build', 'preinstall', 'install', 'prepack', 'prepare'];
  expect(scripts.filter((name) => builders.includes(name))).toEqual([]);
  expect(root).not.toHaveProperty('exports');
});

/** The Node of the actions, and the one that the machine itself has. */
const nodes = [...new Set([process.execPath, process.env['npm_node_execpath'] ?? process.execPath])];

describe.each(nodes)('on %s', (node) => {
  let runs: Readonly<Record<string, Run>>;
  beforeAll(async () => {
    runs = await runScripts(project, node);
  }, MINUTES_MS);
  const lines = (name: string): readonly string[] => (runs[name]?.stdout ?? '').trim().split('\n');

  test('every script of the page is run', () => {
    // The calls of the editor's examples are compiled alone.
    expect([...Object.keys(runs), 'calls.ts'].sort()).toEqual(Object.keys(readScripts()).sort());
    expect(Object.values(runs).map(({ status }) => status)).toEqual([0, 0, 0, 1, 0, 0, 0]);
  });

  test('nothing is on stderr but what the scripts write, although a list has several pages', () => {
    expect(findWarnings(runs)).toEqual([]);
  });

  test('a loop waits for a scan, and its commit has it', () => {
    expect(lines('wait-for-scan.mjs')).toEqual([...Array<string>(3).fill('in_progress'), 'complete']);
    expect(lines('scan-of-commit.mjs')).toEqual([`${storefront.scanId}: complete`, 'pending bugs: 24']);
  });

  test('security bugs become rows', () => {
    const [head, ...rows] = lines('security-bugs.mjs');
    expect(head).toBe('"repository","bug","title","file","found"');
    expect(rows).toHaveLength(4);
    expect(rows.join('\n')).toMatch(/^"acme\/storefront","bug_\w+","Any signed-in customer can/m);
  });

  test('bugs of a list are dismissed, and one that is not there stops no other', () => {
    expect(lines('dismiss.mjs')).toEqual([expect.stringMatching(/^bug_\w+: dismissed as wont_fix$/)]);
    expect(runs['dismiss.mjs']?.stderr).toMatch(/^bug_nobody: .*answered 404/);
  });

  test('a rule is created, and its files are below its own folder', () => {
    const saved = lines('create-rule.mjs').map((line) => line.replaceAll('\\', '/').split(': ')[1]);
    expect(saved).toEqual([
      expect.stringMatching(/^rules\/rule_\w+\/never-log-a-card-number\/notes\.txt$/),
      expect.stringMatching(/^rules\/rule_\w+\/never-log-a-card-number\/rule\.txt$/),
    ]);
    for (const path of saved) expect(statSync(join(project, path ?? '')).size).toBeGreaterThan(0);
  });

  test('five jobs are done by one script of forty lines', () => {
    expect(readScripts()['five-jobs.mjs']?.split('\n').length).toBeLessThanOrEqual(41);
    const [first = '', ...others] = lines('five-jobs.mjs');
    expect([first, ...others.slice(-2)]).toEqual([
      expect.stringMatching(/^"repo_\w+","[\w/]+"$/),
      'scanned: 23 pending bugs',
      expect.stringMatching(/^rules: [1-9]$/),
    ]);
    expect(readdirSync(join(project, 'jobs'))).not.toEqual([]);
  });

  test('a bug is shown', () => {
    expect(lines('show-bug.ts')).toEqual([expect.stringMatching(/^bug_more1 \(pending\): \w/)]);
  });

  test('an error that nobody catches is short, and says what happened, then what to do', async () => {
    const long = 'x'.repeat(5_000);
    const answer = {
      type: 'ACME_AUTHENTICATION_ERROR',
      message: long,
      statusCode: 401,
      resource: long,
      details: { a: 'y'.repeat(3_900) },
    };
    const server = createServer((_, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
    const baseUrl = `http://127.0.0.1:${await listen(server)}`;
    writeFileSync(
      join(project, 'wrong-key.mjs'),
      `import { createClient } from 'scan-gate-client';
      await createClient(${JSON.stringify({ baseUrl, apiKey: KEY })}).repos.find('acme/storefront');`,
    );
    const { status, stderr } = await runNode(node, ['wrong-key.mjs'], { cwd: project, env: {} });
    await stop(server);
    expect(status).toBe(1);
    expect(stderr.length).toBeLessThan(4_000);
    expect(stderr).toMatch(
      /^ServiceError: GET \/public\/v1\/repos answered 401.*\n {2}Check that the API key is valid.*\n {4}at /m,
    );
    expect(stderr).not.toContain(KEY);
  });
});

function readPages(): Readonly<Record<string, string>> {
  const pages = ['docs/api-client.md', 'src/client/README.md'].map((name) => readFileSync(join(ROOT, name), 'utf8'));
  const blocks = pages.flatMap((text) => [...text.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code));
  return Object.fromEntries(blocks.map((code, at) => [`page-${at}.js`, code]));
}

test('the pages have programs', () => {
  expect([Object.keys(readPages()).length, Object.keys(readScripts()).length]).toEqual([2, 8]);
});

test.each<[what: string, id: string, status: number, said: RegExp]>([
  ['a wrong key', 'bug_1', 401, /^Check SERVICE_KEY\. GET .* answered 401/],
  ['an unknown ID', 'bug_1', 404, /^There is no bug_1\. GET .* answered 404/],
  ['another refusal', 'bug_1', 400, /^GET .* answered 400/],
  ['what is no ID', 'acme/storefront', 200, /^A bug ID begins with bug_: acme\/storefront\n$/],
])('the script in TypeScript has one catch for everything: %s', async (_, id, status, said) => {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end('{}');
  });
  const env = { SERVICE_URL: `http://127.0.0.1:${await listen(server)}`, SERVICE_KEY: KEY };
  const run = await runNode(process.execPath, ['show-bug.ts', id], { cwd: project, env });
  await stop(server);
  expect([run.status, run.stderr]).toEqual([1, expect.stringMatching(said)]);
});

test.each([
  [500, 'abc', /answered 500.* Request ID: abc\n$/],
  [401, null, /answered 401.* Request ID: none\n$/],
])('the script of five jobs tells a failure by its request ID: %i', async (status, id, said) => {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'retry-after': '99', ...(id !== null && { 'x-request-id': id }) });
    response.end('{}');
  });
  const env = { SERVICE_URL: `http://127.0.0.1:${await listen(server)}`, SERVICE_KEY: KEY };
  const run = await runNode(process.execPath, ['five-jobs.mjs'], { cwd: project, env });
  await stop(server);
  expect([run.status, run.stderr]).toEqual([1, expect.stringMatching(said)]);
});

test('the types show an example of each method', () => {
  const types = read('index.d.ts');
  expect(types.match(/@example /g)).toHaveLength(22);
  expect(types).toMatch(/@example const \{ email \} = await client\.user\.get\(\);\n\s*\*\/\n\s*get\(/);
});

// Other versions of TypeScript, and the other combinations: `npm run test:client`.
test(
  'what users write compiles with the types of Node and without, and so do the programs of the pages',
  async () => {
    const modules = join(folder, 'types/node_modules');
    mkdirSync(join(modules, '@types'), { recursive: true });
    for (const [name, target] of [
      ['scan-gate-client', installed],
      ['undici', join(ROOT, 'node_modules/undici')],
      ['@types/node', join(ROOT, 'node_modules/@types/node')],
    ] as const)
      symlinkSync(target, join(modules, name), 'junction');
    const scripts = { ...readPages(), ...readScripts() };
    const said = await compileConsumers(join(folder, 'types'), join(ROOT, 'node_modules/typescript/bin/tsc'), [
      { resolution: 'nodenext', platform: 'node', checksLibraries: false, scripts },
      { resolution: 'nodenext', platform: 'neither' },
    ]);
    expect(said).toBe('');
  },
  MINUTES_MS,
);
