// The runner, as strict as GitHub's: what an action sees and leaves, which commands are ones, and the limits.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLine } from '../../sandbox/runner/command.ts';
import { renderLog } from '../../sandbox/runner/display.ts';
import { createMasker } from '../../sandbox/runner/masker.ts';
import { type PlayOptions, playRunner, type RunnerResult } from '../../sandbox/runner/runner.ts';
import { Step } from '../../sandbox/runner/step.ts';
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
  it('gets every declared input, defaults worked out, GitHub’s variables, the event, Node 24, and nothing of this machine', async () => {
    process.env['SECRET_OF_THIS_MACHINE'] = 'x';
    const played = run(printEnvironment, {
      env: { GITHUB_SHA: 'mine', OWN: 'o' },
      inputs: { Repository: 'a/b', extra: 'x' },
    });
    const { stdout, annotations } = await played.finally(() => {
      delete process.env['SECRET_OF_THIS_MACHINE'];
    });
    const seen: unknown = JSON.parse(stdout);
    expect(seen).toMatchObject({
      INPUT_REPOSITORY: 'a/b',
      INPUT_WITH_SPACE: '5',
      INPUT_EMPTY: '',
      INPUT_EXTRA: 'x',
      GITHUB_REF_NAME: '7/merge',
      GITHUB_SHA: github.sha,
      OWN: 'o',
      version: expect.stringMatching(/^v24\./u),
    });
    expect(seen).not.toHaveProperty('SECRET_OF_THIS_MACHINE');
    expect(seen).not.toHaveProperty('GITHUB_TOKEN');
    expect(annotations[0]?.message).toContain("Unexpected input(s) 'extra'");
  });
});

describe('what the action leaves', () => {
  it('fails the step when something was written that no action of ours writes', async () => {
    const names = ['GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_STATE'];
    const result = await run(`
      import { appendFileSync } from 'node:fs';
      for (const name of ${JSON.stringify(names)}) appendFileSync(process.env[name], 'A=1\\n');
    `);
    const unexpected = names.map((name) => `unexpected write to ${name}`);
    expect(result).toMatchObject({ exitCode: 0, conclusion: 'failure', unexpected });
  });

  it('drops a summary over 1 MiB with an error, and stays green', async () => {
    const script = `
      import { writeFileSync } from 'node:fs';
      writeFileSync(process.env.GITHUB_STEP_SUMMARY, 'x'.repeat(Number(process.env.BYTES)));
    `;
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

function play(...lines: string[]): Step {
  const step = new Step(createMasker());
  for (const line of lines) step.receive('stdout', line);
  return step;
}

function logOf(...lines: string[]): string {
  return renderLog(play(...lines).record.entries);
}

describe('the log', () => {
  it('hides what was masked, in every form that the runner knows, and only from then on', () => {
    const secret = 's3cret&key';
    const lines = [secret, `::add-mask::${secret}`, `x ${secret} y`, encodeURIComponent(secret)];
    expect(logOf(...lines, Buffer.from(secret).toString('base64'))).toBe(`${secret}\nx *** y\n***\n***\n`);
  });
});

describe('a command that no action of ours gives', () => {
  it.each([
    ['stdout', '::set-env name=A::b'],
    ['stdout', 'text ##[add-mask]x'],
    ['stderr', '::error::x'],
  ] as const)('fails the step, and is named: %s %s', (stream, line) => {
    const step = play();
    step.receive(stream, line);
    const { failed, unexpected, commands, annotations } = step.record;
    const what = `unexpected command on ${stream}: ${line}`;
    expect([failed, unexpected, commands]).toEqual([true, [what], []]);
    expect(annotations).toEqual([{ level: 'error', message: `sandbox runner: ${what}` }]);
  });
});

describe('annotations', () => {
  it('keeps ten of a level', () => {
    const { record } = play(...Array.from({ length: 12 }, (_, at) => `::error::e${at}`), '::notice::n');
    expect(record.annotations.map(({ message }) => message)).toEqual([
      ...Array.from({ length: 10 }, (_, at) => `e${at}`),
      'n',
    ]);
    expect(record.droppedAnnotations.map(({ message }) => message)).toEqual(['e10', 'e11']);
  });

  it('cuts a message at 4,096 characters', () => {
    expect(play(`::error::${'x'.repeat(5000)}`).record.annotations[0]?.message).toHaveLength(4096);
  });
});

describe('what a runner might carry out and no action of ours gives', () => {
  it.each([
    ...['set-env name=A', 'set-output name=x', 'save-state name=s', 'add-path', 'add-matcher'],
    ...['remove-matcher', 'stop-commands', 'echo', 'debug', 'a-token', ' error', 'ERROR', ''],
    ...['error col=1', 'error file', 'error file=,line=1', 'error\u00a0file=a'],
  ])('is refused: ::%s::', (head) => {
    expect(readLine(`::${head}::x`)).toBe('unexpected');
  });

  it.each([
    ['   \t::error::boom'],
    ['::error:\u200b:x'],
    ['##[error]boom'],
    ['title: ##[add-mask]the'],
    ['::error ##[group]x'],
    ['::nothing:: ##[stop-commands]t'],
  ])('is refused: %j', (line) => {
    expect(readLine(line)).toBe('unexpected');
  });
});

it.each(['', '::', '::error', '::error :', 'text ::error::x', '\ufeff::error::x', '##[error', '# #[error]x'])(
  'is text: %j',
  (line) => {
    expect(readLine(line)).toBe('text');
  },
);
