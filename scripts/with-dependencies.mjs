// Owns the promise that `npm test`, `npm run demo` and `npm run sandbox` work on a fresh clone: it installs what the
// lock file names, sees to Node 24, and runs the npm script named first (`--install-only`: none). Plain JavaScript
// for Node 20, without dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, delimiter, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const isWindows = process.platform === 'win32';
const nodeBinary = join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');
const wantedNode = 'v24.';
let wasSignalled = false;

const [script, ...args] = process.argv.slice(2);
if (script === undefined) {
  fail('usage: node scripts/with-dependencies.mjs --install-only | <npm script> [arguments]');
}
if (!isInstalled()) install();
if (!hasNode()) rebuildNode();
if (script !== '--install-only') run(script, args);

/** Whether node_modules is what package-lock.json asks for, by the record that npm itself keeps there. */
function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === undefined) fail('package-lock.json is missing or cannot be read');
  if (present === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = present[path];
    // Optional packages are those of other platforms.
    if (found === undefined) return entry.optional === true;
    return ['version', 'integrity', 'link'].every((key) => found[key] === entry[key]);
  });
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
    fail(
      'The dependencies are out of date, and Windows cannot replace a running Node: run "npm ci".',
    );
  }
  process.stderr.write('Installing the dependencies that package-lock.json names ...\n');
  // Without this a machine with NODE_ENV=production would leave out everything that tests need.
  const status = npmSync(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (status !== 0) fail('"npm ci" failed, see above.', status);
}

/** Whether scripts will find Node 24, the version that runs actions: npm's `node` package brings it. */
function hasNode() {
  return hasBundledNode() || process.version.startsWith(wantedNode);
}

function hasBundledNode() {
  if (!existsSync(nodeBinary)) return false;
  const { stdout } = spawnSync(nodeBinary, ['--version'], { encoding: 'utf8' });
  return stdout?.startsWith(wantedNode) === true;
}

function rebuildNode() {
  process.stderr.write('Fetching Node 24 for running and testing ...\n');
  npmSync(['rebuild', 'node', '--loglevel=error']);
  if (hasNode()) return;
  fail(
    'Node 24 is missing. It comes from the install script of the npm package "node", which did not run or\n' +
      'failed. Run "npm rebuild node --ignore-scripts=false", or use Node 24 yourself.',
  );
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

/**
 * Runs an npm script of the form `node <words>` on Node 24, without npm and a shell in between: they would not pass
 * signals on to it, and on Windows they spoil arguments.
 */
function run(name, scriptArgs) {
  const node = hasBundledNode() ? nodeBinary : process.execPath;
  const child = spawn(node, [...wordsOf(name), ...scriptArgs], {
    cwd: root,
    env: environment(),
    stdio: 'inherit',
  });
  const stopPassing = passSignalsTo(child);
  child.on('error', (error) => fail(`${name} could not be started: ${error.message}`));
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

function wordsOf(name) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const command = scripts[name];
  if (command === undefined) fail(`package.json has no script "${name}"`);
  const isPlain = /^node( [\w./=-]+)+$/.test(command);
  if (!isPlain) fail(`the script "${name}" is not of the form: node <words>`);
  return command.split(' ').slice(1);
}

/** Ours, with the programs of the dependencies first on PATH, Node 24 among them. */
function environment() {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const bin = join(root, 'node_modules', '.bin');
  return { ...process.env, [name]: [bin, process.env[name]].filter(Boolean).join(delimiter) };
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
