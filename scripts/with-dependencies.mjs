// The start of every npm script on a fresh clone: installs as much of what package-lock.json names as the script needs,
// finds Node 24 or newer, and runs it with the given arguments (`--install-only`: does not). Plain JavaScript for Node
// 20.3, without dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isNewEnough, nodePackage, packagedNode } from '../sandbox/runner/node24.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const isWindows = process.platform === 'win32';
let wasSignalled = false;

/** What is installed for what, each with all before it, as options of `npm ci`. */
const PARTS = {
  demo: ['--workspace', 'sandbox'],
  test: ['--workspace', 'sandbox', '--include-workspace-root'],
  // All of it, as `npm ci` does.
  checks: [],
};
const NAMES = Object.keys(PARTS);
const WORDS = { demo: 'the demo', test: 'build and tests', checks: 'all checks' };
/** Says which part is installed, and by which lock file; goes with node_modules. */
const record = join(root, 'node_modules', '.installed-for');

const args = process.argv.slice(2);
const part = args[0]?.startsWith('--for=') ? args.shift().slice('--for='.length) : 'test';
if (args.length === 0 || !NAMES.includes(part)) {
  const parts = NAMES.join('|');
  fail(`usage: node scripts/with-dependencies.mjs [--for=${parts}] --install-only | [Node options] <file> [arguments]`);
}
if (!isInstalled()) install();
const node = findNode() ?? installNode();
if (args[0] !== '--install-only') run(node, args);

/** Whether node_modules has what package-lock.json asks for in this part, by the record that npm itself keeps there. */
function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === undefined) fail('package-lock.json is missing or cannot be read');
  if (present === undefined) return false;
  const { installed, lock } = readRecord();
  if (NAMES.indexOf(installed) < NAMES.indexOf(part)) return false;
  const isOfLaterPart = installed !== 'checks';
  if (isOfLaterPart && lock !== digestLock()) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = present[path];
    // Optional packages are those of other platforms; others may be of a part that is not needed.
    if (found === undefined) return entry.optional === true || isOfLaterPart;
    return ['version', 'integrity', 'link'].every((key) => found[key] === entry[key]);
  });
}

/** What is installed; after a plain `npm ci` that is all. */
function readRecord() {
  try {
    return JSON.parse(readFileSync(record, 'utf8'));
  } catch {
    return { installed: 'checks' };
  }
}

function digestLock() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function install() {
  if (isWindows && realpathSync(process.execPath).startsWith(join(root, 'node_modules') + sep)) {
    fail('The dependencies are out of date, and Windows cannot replace a running Node: run "npm ci".');
  }
  const isPresent = readPackages(join(root, 'node_modules', '.package-lock.json')) !== undefined;
  // Not less than before, or each script would install anew what another needs.
  const wanted = NAMES[Math.max(NAMES.indexOf(part), isPresent ? NAMES.indexOf(readRecord().installed) : 0)];
  process.stderr.write(`Installing the dependencies that package-lock.json names, for ${WORDS[wanted]} ...\n`);
  // A machine's settings, such as NODE_ENV=production, would leave out what tests need.
  const include = ['--include=dev', '--include=optional'];
  const status = npmSync(['ci', ...PARTS[wanted], ...include, '--no-audit', '--no-fund', '--loglevel=error']);
  if (status !== 0) fail('"npm ci" failed, see above.', status);
  writeFileSync(record, JSON.stringify({ installed: wanted, lock: digestLock() }));
}

/** The path of the Node of the dependencies, else of the one that runs this; undefined if neither will do. */
function findNode() {
  const packaged = packagedNode();
  if (packaged !== undefined && startFault(packaged) === undefined) return packaged;
  if (!isNewEnough(process.version)) return undefined;
  if (packaged !== undefined) removeNode();
  return process.execPath;
}

/** Why the binary does not run as Node 24 or newer; undefined if it does. */
function startFault(path) {
  const { error, stdout, stderr } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (error) return error.message;
  return isNewEnough(stdout) ? undefined : `${stdout}${stderr}`.trim() || 'it prints no version';
}

/** Removes a Node that does not run here, as on Alpine: npm would put it first on PATH all the same. */
function removeNode() {
  rmSync(join(root, 'node_modules', nodePackage()), { recursive: true, force: true });
  rmSync(join(root, 'node_modules', '.bin', 'node'), { force: true });
}

/** Installs once more, since npm says nothing about an optional package that it could not install. */
function installNode() {
  const own = `The Node that you use is ${process.version}.`;
  const advice = 'Install Node 24 or newer (https://nodejs.org), and run the command with it.';
  const name = nodePackage();
  if (name === undefined) {
    const platform = `${process.platform} ${process.arch}`;
    fail(`Node 24 is missing: no npm package has it for ${platform}. ${own}\n${advice}`);
  }
  install();
  const path = packagedNode();
  const fault = path === undefined ? 'npm could not install it' : startFault(path);
  if (fault === undefined) return path;
  if (path !== undefined) removeNode();
  fail(`Node 24 of the npm package "${name}" is missing: ${fault}. ${own}\n${advice}`);
}

/** Runs npm with its output on stderr, so that a script's own standard output stays clean. */
function npmSync(npmArgs) {
  const [command, prefix, shell] = npmCommand();
  const child = spawnSync(command, [...prefix, ...npmArgs], {
    cwd: root,
    shell,
    stdio: ['ignore', 2, 2],
  });
  if (child.error) fail(`npm could not be started: ${child.error.message}`);
  return child.status ?? 1;
}

/** The npm that runs us, started without a shell; else the one on PATH, which on Windows is a batch file. */
function npmCommand() {
  const cli = process.env.npm_execpath;
  if (cli !== undefined && basename(cli) === 'npm-cli.js') {
    return [process.env.npm_node_execpath ?? process.execPath, [cli], false];
  }
  return [isWindows ? 'npm.cmd' : 'npm', [], isWindows];
}

/** Runs Node without npm and a shell in between, which would not pass signals on and, on Windows, spoil arguments. */
function run(path, nodeArgs) {
  const child = spawn(path, nodeArgs, { cwd: root, env: environment(path), stdio: 'inherit' });
  const stopPassing = passSignalsTo(child);
  child.on('error', (error) => fail(`${path} could not be started: ${error.message}`));
  child.on('close', (status, signal) => {
    const end = () => process.exit(status ?? 1);
    // npm repeats the signal of a terminal: coming late, it must not spoil a clean end.
    if (signal === null) setTimeout(end, wasSignalled ? 50 : 0);
    else {
      stopPassing();
      process.kill(process.pid, signal);
    }
  });
}

/**
 * The environment of this process with the directory of the Node that is used first on PATH, and with a place where Node
 * keeps what it has compiled: types are stripped from a file once, not in each worker and each run.
 */
function environment(path) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return {
    ...process.env,
    [name]: [dirname(path), process.env[name]].filter(Boolean).join(delimiter),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compile'),
  };
}

/** Passes signals on until the returned function is called. */
function passSignalsTo(child) {
  const parent = process.ppid;
  // npm signals the shell that it started us with, and the shell just dies: that its place is taken is all we see.
  const watch = setInterval(() => {
    if (process.ppid !== parent) pass('SIGTERM');
  }, 100);
  function pass(signal) {
    wasSignalled = true;
    clearInterval(watch);
    // Whoever signals the whole group, such as a terminal on Ctrl-C, has reached the child already.
    const delayMs = process.stdin.isTTY ? 1000 : 100;
    setTimeout(() => child.kill(signal), delayMs);
  }
  const signals = isWindows ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  return () => {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, pass);
  };
}

function fail(message, status = 1) {
  process.stderr.write(`${message}\n`);
  process.exit(status);
}
