// An empty project with the packed client in it, and the scripts of examples/client/ at work there.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { transformSync } from 'esbuild';
import { scanRunning } from '../../sandbox/scenarios/scans.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import type { BugData } from '../../sandbox/service/data.ts';
import { startService } from '../../sandbox/service/service.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Packs dist/client into a folder as a release does; gives the path of the file. Throws when npm fails. */
export function packClient(folder: string): string {
  runNpm(folder, ['pack', join(ROOT, 'dist/client'), '--pack-destination', folder, '--silent']);
  const name = readdirSync(folder).find((each) => each.endsWith('.tgz'));
  if (name === undefined) throw new Error('npm packed nothing');
  return join(folder, name);
}

/** Makes an empty project; its modules are ES modules. */
export function createProject(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
}

/** Runs npm in a folder. Throws with what it said when it fails. */
export function runNpm(folder: string, args: readonly string[]): void {
  const cli = process.env['npm_execpath'];
  const isCli = cli !== undefined && basename(cli) === 'npm-cli.js';
  const { status, stdout, stderr, error } = isCli
    ? spawnSync(process.execPath, [cli, ...args], { cwd: folder, encoding: 'utf8' })
    : spawnSync('npm', [...args], {
        cwd: folder,
        encoding: 'utf8',
        shell: process.platform === 'win32',
      });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${error?.message ?? stderr + stdout}`);
}

/** The scripts of the examples, from a file name to its text. */
export function readScripts(): Readonly<Record<string, string>> {
  const folder = join(ROOT, 'examples/client');
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** How a program ended. */
export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program with a Node of any version. */
export async function runNode(
  node: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Run> {
  const child = spawn(node, [...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const [status, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { status, stdout, stderr };
}

/** The arguments of each script, in an order in which each finds what it needs. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  'wait-for-scan.mjs': ['ACME/Storefront', storefront.headSha, '0.01'],
  'scan-of-commit.mjs': ['acme/storefront', storefront.headSha.toUpperCase()],
  'security-bugs.mjs': [],
  'dismiss.mjs': ['list.txt'],
  'create-rule.mjs': ['acme/storefront', 'Never log a card number', 'rules'],
  'show-bug.ts': ['bug_more1'],
  'five-jobs.mjs': ['acme/storefront', storefront.headSha, 'bug_more2', 'jobs'],
};

/** What the scripts write to stderr themselves: how to resume, each poll, and the bug that is not there. */
const OWN_LINE = /^(?:To resume: |\d+: |bug_nobody: )/;

/** The lines on stderr that a script did not write itself, such as warnings of Node's. */
export function findWarnings(runs: Readonly<Record<string, Run>>): readonly string[] {
  const lines = Object.values(runs).flatMap(({ stderr }) => stderr.split('\n'));
  return lines.filter((line) => line !== '' && !OWN_LINE.test(line));
}

/**
 * Runs the scripts one after the other in a project, with a sandbox of their own, whose bugs are listed on several
 * pages.
 */
export async function runScripts(project: string, node: string): Promise<Readonly<Record<string, Run>>> {
  const { service: data } = scanRunning.build(Date.now());
  data.bugs.push(...makeBugs(data.bugs[0], 700));
  const service = await startService({ data, ruleDelayMs: 0 });
  const runs: Record<string, Run> = {};
  rmSync(join(project, 'rules'), { recursive: true, force: true });
  const known = data.bugs.map(({ id }) => id).slice(0, 1);
  const list = [...known, 'bug_nobody'].map((id) => `${id} wont_fix The page goes away\n`);
  writeFileSync(join(project, 'list.txt'), list.join('\n'));
  const env = { SERVICE_URL: service.url, SERVICE_KEY: data.keys[0] ?? '' };
  try {
    for (const [name, code] of Object.entries(readScripts())) writeFileSync(join(project, name), code);
    for (const [name, args] of Object.entries(ARGUMENTS)) {
      const file = name.endsWith('.ts') ? await toRunnable(project, node, name) : name;
      runs[name] = await runNode(node, [file, ...args], { cwd: project, env });
    }
  } finally {
    await service.close();
  }
  return runs;
}

/** The script itself where this Node runs TypeScript, else what is left of it without its types. */
async function toRunnable(project: string, node: string, name: string): Promise<string> {
  const place = { cwd: project, env: {} };
  const { stdout } = await runNode(node, ['--print', 'process.features.typescript'], place);
  if (stdout.trim() === 'strip') return name;
  const plain = name.replace(/ts$/, 'mjs');
  const { code } = transformSync(readFileSync(join(project, name), 'utf8'), { loader: 'ts', target: 'es2022' });
  writeFileSync(join(project, plain), code);
  return plain;
}

/** Bugs like the one that is given, pending, of no scan. */
function makeBugs(bug: BugData | undefined, count: number): readonly BugData[] {
  if (bug === undefined) throw new Error('the sandbox has no bug');
  const common = { ...bug, commitSha: null, isSecurityVulnerability: false, review: null };
  return Array.from({ length: count }, (_, index) => ({ ...common, id: `bug_more${index}` }));
}
