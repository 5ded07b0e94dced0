// The start of every npm script on a fresh clone: installs what package-lock.json names, where it is missing, finds Node 24 or
// newer, and runs it with the given arguments (`--install-only`: does not). Plain JavaScript for Node 20.3, without dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isNewEnough, packagedNode } from '../sandbox/runner/node24.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const isWindows = process.platform === 'win32';

/** Each part needs these options of `npm ci`, and includes the parts before it. */
const PARTS = {
  demo: ['--workspace', 'sandbox'],
  test: ['--workspace', 'sandbox', '--include-workspace-root'],
  checks: [],
};
const NAMES = Object.keys(PARTS);
/** This file says which part is installed, by which lock file; it goes when node_modules goes. */
const record = join(root, 'node_modules', '.installed-for');

const args = process.argv.slice(2);
const part = args[0]?.startsWith('--for=') ? args.shift().slice('--for='.length) : 'test';
if (args.length === 0 || !NAMES.includes(part)) fail(`usage: [--for=${NAMES.join('|')}] --install-only | <file> …`);
const lockFile = readFileSync(join(root, 'package-lock.json'));
const lock = createHash('sha256').update(lockFile).digest('hex');
const found = readRecord();
if (found.lock !== lock || NAMES.indexOf(found.installed) < NAMES.indexOf(part)) install();
const packaged = packagedNode();
// The Node from npm does not run everywhere, for example not on Alpine.
const isUsable =
  packaged !== undefined && isNewEnough(spawnSync(packaged, ['--version'], { encoding: 'utf8' }).stdout ?? '');
if (!isUsable && !isNewEnough(process.version)) {
  fail(`Node 24 or newer is missing, and this is ${process.version}: install it (https://nodejs.org).`);
}
const node = isUsable ? packaged : process.execPath;
if (args[0] !== '--install-only') run();

function readRecord() {
  if (existsSync(record)) return JSON.parse(readFileSync(record, 'utf8'));
  // A plain `npm ci` leaves none, and installs all.
  return existsSync(join(root, 'node_modules', '.package-lock.json')) ? { installed: 'checks', lock } : {};
}

function install() {
  process.stderr.write('Installing the dependencies that package-lock.json names ...\n');
  // Nothing is removed that was installed; and NODE_ENV=production would leave out what tests need.
  const installed = NAMES[Math.max(NAMES.indexOf(part), NAMES.indexOf(found.installed))];
  const options = [...PARTS[installed], '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  // The output goes to stderr, so that a script's own standard output stays clean.
  const { status } = spawnSync('npm', ['ci', ...options], { cwd: root, shell: isWindows, stdio: ['ignore', 2, 2] });
  if (status !== 0) fail('"npm ci" failed, see above.');
  writeFileSync(record, JSON.stringify({ installed, lock }));
}

/** No npm and no shell stand in between: they would keep signals back and, on Windows, spoil arguments. */
function run() {
  const path = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const env = {
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
    ...process.env,
    [path]: [dirname(node), process.env[path]].filter(Boolean).join(delimiter),
  };
  const child = spawn(node, args, { cwd: root, env, stdio: 'inherit' });
  // The terminal sends its own to the child as well, and this process ends after the child.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`${node} could not be started: ${error.message}`));
  child.on('close', (status, signal) => process.exit(status ?? (signal === null ? 1 : 143)));
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
