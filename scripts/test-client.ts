// The packed client where users have it: installed by npm and pnpm, on each Node, with each TypeScript, and on platforms
// that are not Node. Needs the npm registry
// and some minutes, so it is no part of `npm test`. dist/client is tested as it is: run `npm run bundle` first.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE_PACKAGES, nodePackage } from '../sandbox/runner/node24.mjs';
import { compileConsumer, PLATFORMS, RESOLUTIONS } from './test-client/consumers.ts';
import { testPlatforms } from './test-client/platforms.ts';
import { createProject, findWarnings, packClient, runNode, runNpm, runScripts } from './test-client/project.ts';

const TYPESCRIPTS = ['5.4', '5.9', '6.0'];
/** The first is the oldest that the client promises to run on; `require` takes ES modules from 20.19 on. */
const OTHER_NODES = ['20.3.0', '20.10.0', '20.19.0', '22', '26'];
const REQUIRES = /^v(?:20\.(?:19|[2-9]\d)|2[2-9])\./;
const REQUIRE = "console.log(typeof require('scan-gate-client').createClient)";
const IMPORT = "import('scan-gate-client').then(({ createClient }) => console.log(typeof createClient))";
/** Statuses of the seven scripts: one bug in the list to dismiss is not there. */
const STATUSES = '0 0 0 1 0 0 0';

const folder = mkdtempSync(join(tmpdir(), 'scan-gate-client-'));
try {
  const faults = await testClient(folder);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  console.log(faults.length === 0 ? 'The client works everywhere.' : `${faults.length} failed.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function testClient(folder: string): Promise<readonly string[]> {
  const file = packClient(folder);
  const tools = join(folder, 'tools');
  createProject(tools);
  runNpm(tools, ['install', '--silent', '--no-audit', '--no-fund', 'pnpm@10']);
  const npm = join(folder, 'npm');
  const pnpm = join(tools, 'node_modules/pnpm/bin/pnpm.cjs');
  return [
    ...testInstall(npm, 'npm', () => {
      runNpm(npm, ['install', '--silent', '--no-audit', '--no-fund', file]);
    }),
    ...(await testPnpm(join(folder, 'pnpm'), [pnpm, 'add', '--silent', file])),
    ...(await testNodes(npm, tools)),
    ...(await testPlatforms(join(folder, 'platforms'), join(npm, 'node_modules/scan-gate-client'))),
    ...(await testTypes(folder, file)),
  ];
}

function testInstall(project: string, name: string, install: () => void): readonly string[] {
  createProject(project);
  const start = performance.now();
  install();
  return reportInstall(project, name, performance.now() - start);
}

async function testPnpm(project: string, args: readonly string[]): Promise<readonly string[]> {
  createProject(project);
  const start = performance.now();
  const env = { PATH: process.env['PATH'] ?? '', HOME: project };
  const { status, stdout } = await runNode(process.execPath, args, { cwd: project, env });
  if (status !== 0) return [`pnpm: ${stdout}`];
  return reportInstall(project, 'pnpm', performance.now() - start);
}

function reportInstall(project: string, name: string, ms: number): readonly string[] {
  const modules = join(project, 'node_modules');
  const entries = readdirSync(modules).filter((entry) => !entry.startsWith('.'));
  console.log(`${name}: ${(ms / 1000).toFixed(1)} s, node_modules: ${entries.join(', ')}`);
  return entries.join() === 'scan-gate-client' ? [] : [`${name} installed ${entries.join(', ')}`];
}

/** The scripts on the Node that runs this, and on others where npm has them for this system. */
async function testNodes(project: string, tools: string): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const node of [process.execPath, ...installNodes(tools)]) {
    const { stdout } = await runNode(node, ['--version'], { cwd: project, env: {} });
    const runs = await runScripts(project, node);
    const statuses = Object.values(runs)
      .map(({ status }) => String(status))
      .join(' ');
    const warnings = findWarnings(runs);
    console.log(`Node ${stdout.trim()}: the scripts end with ${statuses}`);
    if (statuses !== STATUSES || warnings.length > 0) faults.push(`Node ${stdout.trim()}`, ...warnings);
    faults.push(...(await testRequire(project, node, stdout.trim())));
  }
  return faults;
}

/** CommonJS, as the client's page says: `require` where Node can, and `import()` everywhere. */
async function testRequire(project: string, node: string, version: string): Promise<readonly string[]> {
  const run = async (code: string): Promise<boolean> => {
    const { stdout } = await runNode(node, ['--input-type=commonjs', '--eval', code], { cwd: project, env: {} });
    return stdout.trim() === 'function';
  };
  const works = { require: await run(REQUIRE), import: await run(IMPORT) };
  console.log(`Node ${version}: require ${works.require ? 'works' : 'does not work'}`);
  return works.require === REQUIRES.test(version) && works.import
    ? []
    : [`Node ${version} from CommonJS: ${JSON.stringify(works)}`];
}

function installNodes(tools: string): readonly string[] {
  const name = nodePackage();
  if (name === undefined || !NODE_PACKAGES.includes(name)) return [];
  const wanted = OTHER_NODES.map((version) => `node${version}@npm:${name}@${version}`);
  runNpm(tools, ['install', '--silent', '--no-audit', '--no-fund', ...wanted]);
  const binary = name.includes('win') ? 'node.exe' : 'node';
  return OTHER_NODES.map((version) => join(tools, 'node_modules', `node${version}`, 'bin', binary));
}

async function testTypes(folder: string, file: string): Promise<readonly string[]> {
  const project = join(folder, 'types');
  createProject(project);
  const compilers = TYPESCRIPTS.map((version) => `typescript-${version}@npm:typescript@~${version}.0`);
  const others = ['@types/node@24', 'undici@6', file];
  runNpm(project, ['install', '--silent', '--no-audit', '--no-fund', ...compilers, ...others]);
  const faults: string[] = [];
  for (const version of TYPESCRIPTS) {
    const compiler = join(project, `node_modules/typescript-${version}/bin/tsc`);
    for (const resolution of RESOLUTIONS) {
      for (const platform of PLATFORMS) {
        const said = await compileConsumer(project, compiler, { resolution, platform });
        const title = `TypeScript ${version}, ${resolution}, ${platform}`;
        console.log(`${title}: ${said === '' ? 'compiles' : 'fails'}`);
        if (said !== '') faults.push(`${title}:\n${said}`);
      }
    }
  }
  return faults;
}
