// A step of a sample is red if a command fails that asks somebody else, or reads the answer.
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { readExamples } from '../docs/pages.ts';
import { afterAll, beforeAll, expect, it } from '../jest.ts';
import { describeOnPosix } from '../platform.ts';

/** Each command notes that it was asked; the one in FAIL fails as GitHub's command line does, with a body. The commands of a pipe run at once. */
const ASKED = `#!/usr/bin/env bash
name=\${0##*/}
echo "$name" >> "$SAID"
if [ "$name $(grep --count "$name" "$SAID")" = "$FAIL" ]; then echo '{"message":"Not Found"}' && exit 1; fi
case "$*" in 'pr list'*) echo 0 ;; esac
`;
/** There is something to commit. */
const GIT = `#!/usr/bin/env bash
[ "$1" != diff ]
`;

const job = v.object({ steps: v.optional(v.array(v.object({ run: v.optional(v.string(), '') })), []) });
const workflow = v.object({ jobs: v.record(v.string(), job) });
const steps = readExamples().flatMap(({ page, text }) => {
  const { jobs } = v.parse(workflow, parse(text));
  const runs = Object.values(jobs).flatMap((each) => each.steps.map(({ run }) => run));
  return runs.filter((run) => /\b(?:gh|curl) /.test(run)).map((run) => [page, run] as const);
});

describeOnPosix('a step of', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steps-'));
    await mkdir(join(folder, 'bin'));
    const stubs = { gh: ASKED, jq: ASKED, curl: ASKED, git: GIT };
    for (const [name, text] of Object.entries(stubs)) {
      await writeFile(join(folder, 'bin', name), text);
      await chmod(join(folder, 'bin', name), 0o755);
    }
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  /** Runs it as the runner does without `shell`; the status, and each command that was asked, with its number. */
  async function play(
    run: string,
    fails: string,
  ): Promise<{ readonly status: number; readonly asked: readonly string[] }> {
    const said = join(folder, 'said');
    await writeFile(said, '');
    await writeFile(join(folder, 'step.sh'), run);
    const PATH = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
    const env = { PATH, SAID: said, FAIL: fails, RUNNER_TEMP: folder, WEBHOOK: 'https://chat.example.com' };
    const status = await new Promise<number>((resolve) => {
      execFile('bash', ['-e', join(folder, 'step.sh')], { cwd: folder, env }, (error) => {
        resolve(typeof error?.code === 'number' ? error.code : 0);
      });
    });
    const names = (await readFile(said, 'utf8')).split('\n').filter(Boolean);
    const asked = names.map((name, at) => `${name} ${names.slice(0, at + 1).filter((each) => each === name).length}`);
    return { status, asked };
  }

  it.each(steps)('%s is red where one of its commands fails', async (_, run) => {
    const good = await play(run, '');
    expect([good.status, good.asked.length > 0]).toEqual([0, true]);
    for (const command of good.asked) {
      const { status } = await play(run, command);
      expect([command, status > 0]).toEqual([command, true]);
    }
  });

  it('is there in several samples', () => {
    expect(steps.length).toBeGreaterThan(4);
  });
});
