// The truth of rules/README.md and its examples: the workflows name what there is, and their scripts do what the text says.
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { parse } from 'yaml';
import { afterEach, beforeEach, describe, expect, test } from '../jest.ts';
import { describeOnPosix } from '../platform.ts';

const root = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

const texts = v.record(v.string(), v.string());
const stepShape = v.object({
  id: v.optional(v.string()),
  if: v.optional(v.string()),
  uses: v.optional(v.string()),
  env: v.optional(texts, {}),
  run: v.optional(v.string()),
});
const workflowShape = v.object({
  name: v.string(),
  permissions: v.strictObject({}),
  jobs: v.record(
    v.string(),
    v.object({
      permissions: v.optional(texts, {}),
      steps: v.array(stepShape),
    }),
  ),
});

const readme = await readFile(join(root, 'rules', 'README.md'), 'utf8');
const samples = await Promise.all(
  ['pull-rules.yml', 'create-rule.yml'].map((name) => readFile(join(root, 'examples', name), 'utf8')),
);
const workflows = samples.map((text) => v.parse(workflowShape, parse(text)));
const jobs = workflows.flatMap(({ name, jobs }) => Object.values(jobs).map((job) => ({ name, ...job })));
const scripts = jobs.flatMap(({ name, steps }) =>
  steps.flatMap(({ run }) => (run === undefined ? [] : [{ name, run }])),
);

/** The script of a workflow. */
function scriptOf(name: string): string {
  return scripts.find((script) => script.name === name)?.run ?? '';
}

describe('the workflows', () => {
  test('have the permissions that they need, and no others', () => {
    expect(jobs.map(({ name, permissions }) => [name, permissions])).toEqual([
      ['Pull rules', { contents: 'write', 'pull-requests': 'write' }],
      ['Create a rule', {}],
    ]);
  });

  test('pin the actions of others to the commits that our own workflow uses', async () => {
    const ci = await readFile(join(root, '.github', 'workflows', 'ci.yml'), 'utf8');
    const others = [...samples.join('').matchAll(/uses: (?!scan-gate\/)(.+)/g)].map(([, uses = '']) => uses);
    expect(others.length).toBeGreaterThan(0);
    for (const uses of others) {
      expect(uses).toMatch(/@[0-9a-f]{40} # v\d/);
      expect(ci).toContain(uses);
    }
  });

  test('pass values to scripts by env: alone', () => {
    expect(scripts).toHaveLength(2);
    for (const { run: script } of scripts) expect(script).not.toContain('${{');
  });
});

test('the numbers for a wait of an hour come to more than an hour, in a job that has the time', () => {
  const numberOf = (name: string): number => Number(new RegExp(`\`${name}: (\\d+)s?\``).exec(readme)?.[1]);
  const [pauseS, polls, minutes] = [numberOf('poll-interval'), numberOf('max-polls'), numberOf('timeout-minutes')];
  const pauses = Array.from({ length: polls - 1 }, (_, at) => pauseS * Math.min(2, 1.2 ** at));
  expect(pauses.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(3_600);
  expect(minutes * 60).toBeGreaterThan(polls * pauseS * 2 + 300);
});

// They are for the bash of the Ubuntu runner that their workflows name.
describeOnPosix('the scripts', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'readme-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  /** Runs a script as the runner does: `bash -e`. */
  async function bash(script: string, env: Readonly<Record<string, string>>): Promise<string> {
    const file = join(folder, 'script.sh');
    await writeFile(file, script);
    const cwd = env['CHECKOUT'] ?? folder;
    const path = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
    const { stdout } = await run('bash', ['-e', file], {
      cwd,
      env: { HOME: folder, PATH: path, GIT_CONFIG_NOSYSTEM: '1', ...env },
    });
    return stdout;
  }

  test.each([
    ['Fixes bug_1a2b', 'and bug_3c4d, bug_1a2b.', 'bug_1a2b,bug_3c4d'],
    ['No bugs here', 'debug_mode and bugs', ''],
    ['', '', ''],
    ['$(touch x) `id` bug_x"; exit 1', "line\nids=bug_y\n' EOF", 'bug_x,bug_y'],
  ])('find the bugs that are named: %j, %j', async (title, body, ids) => {
    const output = join(folder, 'output');
    await bash(scriptOf('Create a rule'), { TITLE: title, BODY: body, GITHUB_OUTPUT: output });
    expect(await readFile(output, 'utf8')).toBe(`ids=${ids}\n`);
  });

  test('commit the rules to a branch, and open one pull request', async () => {
    const checkout = join(folder, 'checkout');
    const origin = join(folder, 'origin.git');
    const git = async (...args: string[]): Promise<string> =>
      (await run('git', ['-C', checkout, ...args], { env: { HOME: folder, PATH: env.PATH } })).stdout;
    const env = { PATH: process.env['PATH'] ?? '' };
    await mkdir(join(folder, 'bin'));
    await mkdir(join(checkout, '.scan-rules', 'rule_old'), { recursive: true });
    const gh = join(folder, 'bin', 'gh');
    const log = join(folder, 'gh.log');
    // Says how many pull requests were opened so far, and notes what it is asked for.
    await writeFile(
      gh,
      `#!/usr/bin/env bash\nif [ "$2" = list ]; then grep -c '^pr create' '${log}' || true; fi\necho "$@" >>'${log}'\n`,
    );
    await writeFile(log, '');
    await chmod(gh, 0o755);
    await run('git', ['init', '--quiet', '--bare', origin]);
    await git('init', '--quiet', '--initial-branch', 'main');
    await git('remote', 'add', 'origin', origin);
    await writeFile(join(checkout, '.scan-rules', 'rule_old', 'x'), 'old');
    await writeFile(join(checkout, 'other'), 'as it was');
    await git('add', '--all');
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
    await git(...author, 'commit', '--quiet', '--message', 'start');
    const values = { CHECKOUT: checkout, BRANCH: 'scan-rules', BASE: 'main', GH_TOKEN: 'none', RULES: 'rule_new' };
    for (const text of ['first night', 'second night']) {
      await git('switch', '--quiet', 'main');
      await rm(join(checkout, '.scan-rules', 'rule_old'), { recursive: true, force: true });
      await mkdir(join(checkout, '.scan-rules', 'rule_new'), { recursive: true });
      await writeFile(join(checkout, '.scan-rules', 'rule_new', 'y'), text);
      await writeFile(join(checkout, 'other'), 'changed by a step before');
      await bash(scriptOf('Pull rules'), values);
      expect(await git('show', 'scan-rules:.scan-rules/rule_new/y')).toBe(text);
      await git('checkout', '--quiet', '--', 'other');
    }
    expect(await git('ls-remote', 'origin')).toContain('refs/heads/scan-rules');
    expect(await git('diff', '--name-status', 'main', 'scan-rules')).toBe(
      'A\t.scan-rules/rule_new/y\nD\t.scan-rules/rule_old/x\n',
    );
    const asked = await readFile(log, 'utf8');
    expect(asked.match(/^pr create/gm)).toHaveLength(1);
    expect(asked).toContain('--head scan-rules --base main');
    // Nothing to commit is no failure.
    await git('switch', '--quiet', 'scan-rules');
    await bash(scriptOf('Pull rules'), values);
  });
});
