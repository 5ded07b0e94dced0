// Tests of the time limit of test files: one whose test never ends makes the whole run fail, and is named.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '../jest.ts';

const root = join(import.meta.dirname, '..', '..');
const hanging = "test('never ends', () => new Promise(() => undefined));\n";

/** Runs jest with this project's settings on one file; resolves to what it said when it failed. */
async function runOn(directory: string, test: string): Promise<unknown> {
  await writeFile(join(directory, 'hanging.test.mjs'), test);
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const options = ['--roots', directory, '--testMatch', '**/*.test.mjs'];
  const run = promisify(execFile)(process.execPath, [jest, ...options], {
    cwd: root,
    env: { ...process.env, SCAN_GATE_TEST_LIMIT_MS: '1000' },
  });
  return await run.catch((error: unknown) => error);
}

it('a file that never ends fails the run', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'time-limit-'));
  try {
    expect(await runOn(directory, hanging)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('hanging.test.mjs has not ended after 1 seconds.'),
    });
  } finally {
    await rm(directory, { recursive: true });
  }
});
