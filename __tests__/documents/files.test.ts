// Where the two files go, through the bundle: below the workspace, or where the workflow says; never through a
// link that the checkout brought.
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import { withSandbox } from '../harness/sandbox.ts';
import { failingWorld } from '../harness/worlds.ts';

jest.setTimeout(60_000);

/** A directory outside of every workspace. */
let outside: string;

beforeAll(async () => {
  outside = await realpath(await mkdtemp(join(tmpdir(), 'outside-')));
});

afterAll(async () => {
  await rm(outside, { recursive: true, force: true });
});

/** Runs the bundle in a checkout that `prepare`, a statement with node:fs as `fs`, has changed before. */
async function play(inputs: Readonly<Record<string, string>>, prepare = ''): Promise<RunnerResult> {
  let result: RunnerResult | undefined;
  const code = encodeURIComponent(`import fs from 'node:fs';${prepare}`);
  await withSandbox(failingWorld(), async (sandbox) => {
    result = await sandbox.run({
      inputs: { comment: 'never', annotations: 'off', ...inputs },
      env: { NODE_OPTIONS: `--import=data:text/javascript,${code}` },
    });
  });
  if (!result) throw new Error('the sandbox was not played');
  expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'failed']);
  return result;
}

describe.each(['sarif-file', 'report-file'])('%s', (input) => {
  it.each(['gate.out', 'a/b c/ü.out', './a/gate.out'])('is written at %s', async (path) => {
    const { outputs, workspaceFiles } = await play({ [input]: path });
    expect(outputs[input]).toBe(path);
    expect(Object.keys(workspaceFiles)).toEqual([path.replace(/^\.\//u, '')]);
  });

  it('is written at an absolute path outside', async () => {
    const path = join(outside, `${input}-absolute`, 'gate.out');
    const { outputs } = await play({ [input]: path });
    expect(outputs[input]).toBe(path);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ version: expect.anything() });
  });

  it('replaces what was there, whole', async () => {
    const { workspaceFiles } = await play(
      { [input]: 'gate.out' },
      `fs.writeFileSync('gate.out', 'x'.repeat(1e6));`,
    );
    expect(workspaceFiles['gate.out']).not.toContain('xxx');
    expect(Object.keys(workspaceFiles)).toEqual(['gate.out']);
  });

  it.each([
    ['a folder that is a link', 'out/gate.out', (to: string) => `fs.symlinkSync(${to}, 'out');`],
    [
      'a folder below such a link',
      'out/new/gate.out',
      (to: string) => `fs.symlinkSync(${to}, 'out');`,
    ],
    [
      'a link in the middle',
      'a/out/b/gate.out',
      (to: string) => `fs.mkdirSync('a'); fs.symlinkSync(${to}, 'a/out');`,
    ],
    [
      'a link to a link',
      'in/gate.out',
      (to: string) => `fs.symlinkSync(${to}, 'out'); fs.symlinkSync('out', 'in');`,
    ],
  ])('is refused with a warning for %s that leads out', async (what, path, prepare) => {
    const target = await mkdtemp(join(outside, 'target-'));
    const { outputs, annotations } = await play({ [input]: path }, prepare(JSON.stringify(target)));
    expect([what, outputs[input]]).toEqual([what, '']);
    expect(await readdir(target)).toEqual([]);
    const warnings = annotations.filter(({ level }) => level === 'warning');
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(new RegExp(`${input}.*link`, 'u')),
    ]);
  });

  it('leaves alone where a link of its own name leads', async () => {
    const target = join(outside, `${input}-victim`);
    await writeFile(target, 'untouched');
    const link = `fs.symlinkSync(${JSON.stringify(target)}, 'gate.out');`;
    await play({ [input]: 'gate.out' }, link);
    expect(await readFile(target, 'utf8')).toBe('untouched');
  });

  it.each([
    ['a directory', `fs.mkdirSync('gate.out');`],
    ['a file in the way', `fs.writeFileSync('a', '');`],
  ])('is a warning where there is %s', async (what, prepare) => {
    const path = what === 'a directory' ? 'gate.out' : 'a/gate.out';
    const { outputs, annotations, workspaceFiles } = await play({ [input]: path }, prepare);
    expect(outputs[input]).toBe('');
    expect(annotations.filter(({ level }) => level === 'warning')).toHaveLength(1);
    expect(Object.keys(workspaceFiles).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
