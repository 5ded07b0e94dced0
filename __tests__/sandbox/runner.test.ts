// The runner as a whole: a small action of our own, run as a process on Node 24.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PlayOptions, playRunner, type RunnerResult } from '../../sandbox/runner/runner.ts';
import { afterAll, beforeAll, describe, expect, it } from '../jest.ts';

const actionYaml = `
name: Probe
inputs:
  github-token: { default: '\${{ github.token }}' }
  repository: { default: '\${{ github.repository }}' }
  with space: { default: 5 }
  empty:
runs: { using: node24, main: main.mjs }
`;

let directory = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'probe-'));
  await writeFile(join(directory, 'action.yml'), actionYaml);
});

afterAll(async () => {
  await rm(directory, { recursive: true });
});

const github = {
  apiUrl: 'http://127.0.0.1:1',
  serverUrl: 'http://127.0.0.1:2',
  repository: 'acme/storefront',
  sha: 'f'.repeat(40),
  ref: 'refs/pull/7/merge',
  workflow: 'CI',
  job: 'gate',
  runId: 11,
  runAttempt: 2,
  actor: 'mara',
  token: 'ghs_token',
};

async function run(script: string, options: Partial<PlayOptions> = {}): Promise<RunnerResult> {
  await writeFile(join(directory, 'main.mjs'), script);
  return playRunner({
    actionFile: join(directory, 'action.yml'),
    inputs: {},
    event: { name: 'pull_request', payload: { number: 7 } },
    github,
    ...options,
  });
}

const printEnvironment = `
import { readFileSync } from 'node:fs';
const event = JSON.parse(readFileSync(process.env.GITHUB_EVENT_PATH, 'utf8'));
console.log(JSON.stringify({ ...process.env, event, version: process.version, cwd: process.cwd() }));
`;

describe('what the action sees', () => {
  it('gets every declared input, defaults worked out, names as the runner spells them', async () => {
    const { stdout } = await run(printEnvironment, { inputs: { Repository: 'a/b', extra: 'x' } });
    expect(JSON.parse(stdout)).toMatchObject({
      'INPUT_GITHUB-TOKEN': 'ghs_token',
      INPUT_REPOSITORY: 'a/b',
      INPUT_WITH_SPACE: '5',
      INPUT_EMPTY: '',
      INPUT_EXTRA: 'x',
    });
  });

  it('gets GitHub’s variables, the event, Node 24, and nothing of this machine', async () => {
    process.env['SECRET_OF_THIS_MACHINE'] = 'x';
    const played = run(printEnvironment, { env: { GITHUB_SHA: 'mine', OWN: 'o' } });
    const { stdout } = await played.finally(() => {
      delete process.env['SECRET_OF_THIS_MACHINE'];
    });
    const seen: unknown = JSON.parse(stdout);
    expect(seen).toMatchObject({
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: github.apiUrl,
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_REPOSITORY_OWNER: 'acme',
      GITHUB_REF_NAME: '7/merge',
      GITHUB_RUN_ATTEMPT: '2',
      GITHUB_SHA: github.sha,
      OWN: 'o',
      event: { number: 7 },
      version: expect.stringMatching(/^v24\./u),
    });
    expect(seen).not.toHaveProperty('SECRET_OF_THIS_MACHINE');
    expect(seen).not.toHaveProperty('GITHUB_TOKEN');
  });

  it('warns of inputs that are unknown', async () => {
    const { annotations } = await run('', { inputs: { extra: 'x' } });
    expect(annotations.map(({ message }) => message)).toEqual([
      "Unexpected input(s) 'extra', valid inputs are ['github-token', 'repository', 'with space', 'empty']",
    ]);
  });
});

describe('what the action leaves', () => {
  it('is read from its commands, its files and its workspace', async () => {
    const result = await run(`
      import { appendFileSync as add } from 'node:fs';
      console.log('::add-mask::hush');
      console.log('::warning::a %25 of hush');
      console.error('not a command');
      add(process.env.GITHUB_OUTPUT, 'verdict<<E\\nred\\nE\\n');
      add(process.env.GITHUB_STEP_SUMMARY, '# hush\\n');
      add('report.json', '{}');
      process.exitCode = 3;
    `);
    expect(result).toMatchObject({
      exitCode: 3,
      conclusion: 'failure',
      outputs: { verdict: 'red' },
      unexpected: [],
      summary: '# ***\n',
      masks: ['hush'],
      stderr: 'not a command\n',
      workspaceFiles: { 'report.json': '{}' },
    });
    expect(result.log).toContain('Warning: a % of ***\n');
  });

  it.each(['GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_STATE'])(
    'fails the step when something was written to %s',
    async (name) => {
      const result = await run(
        `import { appendFileSync } from 'node:fs'; appendFileSync(process.env.${name}, 'A=1\\n');`,
      );
      expect(result).toMatchObject({ exitCode: 0, conclusion: 'failure', unexpected: [`unexpected write to ${name}`] });
    },
  );

  it('stays in a checkout that was given, and nothing else does', async () => {
    const checkout = join(directory, 'checkout');
    await mkdir(checkout);
    const script = `
      import { appendFileSync } from 'node:fs';
      appendFileSync('count', 'I');
      console.log(process.env.RUNNER_TEMP);
    `;
    const first = await run(script, { checkout });
    const second = await run(script, { checkout, workspace: { other: 'x' } });
    expect(first.workspaceFiles).toEqual({ count: 'I' });
    expect(second.workspaceFiles).toEqual({ count: 'II', other: 'x' });
    expect(await readFile(join(checkout, 'count'), 'utf8')).toBe('II');
    await expect(readFile(first.stdout.trim())).rejects.toThrow(/ENOENT/u);
  });

  it('shows the inputs that are not empty, the token hidden', async () => {
    const { log } = await run('', { inputs: { empty: '' }, uses: 'acme/probe@v1' });
    expect(log).toBe(
      '▸ Run acme/probe@v1\nwith:\n  github-token: ***\n  repository: acme/storefront\n  with space: 5\n',
    );
  });

  it('drops a summary over 1 MiB with an error, and stays green', async () => {
    const script = `
      import { writeFileSync } from 'node:fs';
      writeFileSync(process.env.GITHUB_STEP_SUMMARY, 'x'.repeat(Number(process.env.BYTES)));
    `;
    const fits = await run(script, { env: { BYTES: String(1024 * 1024) } });
    expect(fits.summary).toHaveLength(1024 * 1024);
    const over = await run(script, { env: { BYTES: String(1024 * 1024 + 1) } });
    expect(over).toMatchObject({ summary: '', conclusion: 'success' });
    expect(over.annotations[0]?.message).toMatch(/up to a size of 1024k, got 1024k/u);
  });

  it('fails the step when a command file is faulty, and keeps what stood before the fault', async () => {
    const result = await run(`
      import { appendFileSync } from 'node:fs';
      appendFileSync(process.env.GITHUB_OUTPUT, 'a=1\\nnonsense\\nb=2\\n');
    `);
    expect(result).toMatchObject({ exitCode: 0, conclusion: 'failure', outputs: { a: '1' } });
    expect(result.log).toContain(
      "Error: Unable to process file command 'output' successfully.\nError: Invalid format 'nonsense'\n",
    );
  });

  it('kills what does not end', async () => {
    const result = await run('setInterval(() => {}, 1000);', { timeoutMs: 500 });
    expect(result).toMatchObject({ timedOut: true, exitCode: null, signal: 'SIGKILL' });
  });
});

describe('what cannot be played', () => {
  it('refuses a Node that is not 24', async () => {
    // Any program will do that says another version; this one is wherever the repository was cloned.
    await expect(run('', { nodePath: 'git' })).rejects.toThrow(/runs on Node 24, but git is git version \d/u);
  });

  it('refuses an action whose script is missing', async () => {
    await rm(join(directory, 'main.mjs'), { force: true });
    const options = { actionFile: join(directory, 'action.yml'), inputs: {}, github };
    await expect(playRunner({ ...options, event: { name: 'push', payload: {} } })).rejects.toThrow(
      /main\.mjs of .* does not exist/u,
    );
  });
});
