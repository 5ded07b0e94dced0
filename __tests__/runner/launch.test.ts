// Tests of the process of an action: a cancelled job is red unless its work is done, and no connection keeps it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileCache } from '../harness/compile-cache.ts';
import { describe, expect, it } from '../jest.ts';
import { IS_WINDOWS } from '../platform.ts';

const launchUrl = pathToFileURL(join(import.meta.dirname, '..', '..', 'src/runner/launch.ts')).href;

/** Launches an action, given as the body of a function. */
function launch(action: string) {
  const code = `import { launch } from ${JSON.stringify(launchUrl)};\nawait launch(async ({ runner, signal }) => {\n${action}\n});`;
  const args = ['--input-type=module', '-e', code];
  const options = { encoding: 'utf8', timeout: 120_000, env: { PATH: process.env['PATH'], ...compileCache } } as const;
  const { status, signal, stdout } = spawnSync(process.execPath, args, options);
  return { status, signal, stdout };
}

const kill = (name: string): string =>
  IS_WINDOWS ? `process.emit('${name}', '${name}');` : `process.kill(process.pid, '${name}');`;

describe('an action', () => {
  it('that ends well is green', () => {
    expect(launch("runner.info('done');")).toMatchObject({ status: 0, stdout: 'done\n' });
  });

  it.each(['SIGTERM', 'SIGINT'])('that hears of %s before its work is done is red', (name) => {
    const { status, stdout } = launch(
      `${kill(name)} await new Promise((done) => setTimeout(done, 200)); signal.throwIfAborted(); runner.info('done');`,
    );
    expect([status, stdout]).toEqual([1, `::error::The job was cancelled (${name}).\n`]);
  });

  it.each(['SIGTERM', 'SIGINT'])('that has done its work when %s comes ends as it would have', (name) => {
    expect(launch(`runner.info('done'); ${kill(name)}`)).toMatchObject({ status: 0, stdout: 'done\n' });
    expect(launch(`runner.endRed(); runner.info('done'); ${kill(name)}`)).toMatchObject({
      status: 1,
      stdout: 'done\n',
    });
  });

  it('that leaves a connection behind still ends', () => {
    const { status, signal } = launch('setInterval(() => {}, 1_000); return;');
    expect([status, signal]).toEqual([0, null]);
  });

  it.each(IS_WINDOWS ? [] : ['SIGTERM', 'SIGINT'])('that does not listen is ended by a second signal, %s', (name) => {
    const { signal } = launch(
      `${kill('SIGINT')} setTimeout(() => { ${kill(name)} }, 200); await new Promise((done) => setTimeout(done, 110_000));`,
    );
    expect(signal).toBe(name);
  });
});
