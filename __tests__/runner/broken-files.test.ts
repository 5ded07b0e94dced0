// Tests of what the process of an action finds around it: an event that cannot be read, outputs that cannot be written and a
// proxy variable that is no address are one clear error.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createDependencies } from '../../src/dependencies.ts';
import { InputError } from '../../src/inputs/table.ts';
import { findEventPayload } from '../../src/runner/event-file.ts';
import { publishSummary, type Runner, toFileFault } from '../../src/runner/runner.ts';
import { createTestClock } from '../harness/clock.ts';
import { compileCache } from '../harness/compile-cache.ts';
import { ACTIONS, launchHere } from '../harness/run-action.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '../jest.ts';
import { IS_WINDOWS } from '../platform.ts';

const src = join(import.meta.dirname, '..', '..', 'src');
const SECRET_TITLE = 'Nobody outside may read this title';
const PAYLOAD = JSON.stringify({ number: 7, pull_request: { number: 7, title: SECRET_TITLE } });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scan-gate-files-'));
  mkdirSync(join(folder, 'directory'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(content: string): string {
  const file = join(folder, 'file');
  writeFileSync(file, content);
  return file;
}

interface Ended {
  readonly status: number | null;
  /** The errors that the runner would show. */
  readonly errors: readonly string[];
  readonly stdout: string;
}

type Environment = Readonly<Record<string, string>>;

/** Runs an action in this process as its entry point does: all that it finds is this environment. */
async function run(action: string, environment: Environment): Promise<Ended> {
  const summary = join(folder, 'summary');
  writeFileSync(summary, '');
  return await launch(
    { GITHUB_STEP_SUMMARY: summary, ...environment },
    async (given) => await ACTIONS[action]?.(createDependencies(given)),
  );
}

async function launch(environment: Environment, act: Parameters<typeof launchHere>[1]): Promise<Ended> {
  const { exitCode, stdout } = await launchHere({ environment }, act);
  return { status: exitCode, errors: errorsIn(stdout), stdout };
}

function errorsIn(stdout: string): readonly string[] {
  return stdout.match(/^::error.*$/gm) ?? [];
}

/** Runs a program in a process of its own, with the clock of the machine. */
async function runProcess(args: readonly string[], environment: Environment): Promise<Ended & { stderr: string }> {
  const env = { PATH: process.env['PATH'] ?? '', ...compileCache, ...environment };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [status, stdout, stderr] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { status, errors: errorsIn(stdout), stdout, stderr };
}

const gate = join(src, 'index.ts');
const actions = Object.keys(ACTIONS);

/** Inputs that are right for every action; no service is there. */
const inputs = {
  'INPUT_API-URL': 'https://service.invalid',
  'INPUT_API-KEY': 'svc_live_a1b2c3d4e5f6',
  'INPUT_GITHUB-TOKEN': 'ghs_a1b2c3d4e5f6',
  INPUT_OPERATION: 'list',
  INPUT_REPOSITORIES: 'acme/shop',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_EVENT_NAME: 'pull_request',
};

describe('the payload of the event', () => {
  test('is the JSON of a file, or there is none', async () => {
    await expect(findEventPayload(write(PAYLOAD))).resolves.toEqual(JSON.parse(PAYLOAD));
    await expect(findEventPayload('')).resolves.toEqual({});
  });

  test.each<[string, string | null, string]>([
    ['is empty', '', 'which is not whole JSON'],
    ['is cut off', PAYLOAD.slice(0, -2), 'which is not whole JSON'],
    ['is a folder', null, 'which cannot be read (EISDIR'],
  ])('is an error that quotes nothing of it where the file %s', async (_, content, fault) => {
    const path = content === null ? folder : write(content);
    const error: unknown = await findEventPayload(path).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect(String(error)).toContain(`GITHUB_EVENT_PATH is ${path}, ${fault}`);
    expect(String(error)).not.toContain('title');
  });

  test.each(actions)('that is cut off is one error of the action in ./%s, with its outputs set', async (action) => {
    const outputFile = join(folder, 'output');
    writeFileSync(outputFile, '');
    const environment = { ...inputs, GITHUB_EVENT_PATH: write(PAYLOAD.slice(0, -2)), GITHUB_OUTPUT: outputFile };
    const { status, errors, stdout } = await run(action, environment);
    expect([status, errors]).toEqual([1, [expect.stringContaining('which is not whole JSON')]]);
    expect(stdout).not.toMatch(new RegExp(`${SECRET_TITLE}|crashed|::warning`));
    expect(readFileSync(outputFile, 'utf8')).toMatch(/^\w[\w-]*<<ghadelimiter_/);
  });
});

describe('an output that cannot be written', () => {
  const files = IS_WINDOWS ? ['directory', 'nowhere'] : ['directory', 'nowhere', '/dev/full'];

  test.each(files)('ends the job red with one error that names the file and the cause: %s', async (name) => {
    const file = name.startsWith('/') ? name : join(folder, name);
    const ended = await launch({ GITHUB_OUTPUT: file }, ({ runner }) => {
      runner.output('verdict', 'passed');
      runner.output('reason', 'within-threshold');
      runner.info('the run goes on');
      return Promise.resolve();
    });
    const causes: Environment = {
      directory: 'E[A-Z]+',
      nowhere: 'ENOENT.*; an earlier step may have removed it',
      '/dev/full': "ENOSPC.*; the runner's disk is full",
    };
    const cause = causes[name] ?? '';
    expect(ended.status).toBe(1);
    expect(ended.errors).toHaveLength(1);
    expect(ended.errors[0]).toMatch(new RegExp(`Could not write the output verdict to .*${name}.*${cause}`));
    expect(ended.stdout).toContain('the run goes on');
    expect(ended.stdout).not.toContain('crashed');
  });

  test.each([
    [
      'EACCES',
      'permission denied',
      'permission denied; another user owns it, or its folder, than the one that runs this step: run all steps of the job as one user',
    ],
    [
      'EPERM',
      'not permitted',
      'not permitted; another user owns it, or its folder, than the one that runs this step: run all steps of the job as one user',
    ],
    ['ENOSPC', 'no space left', "no space left; the runner's disk is full"],
    ['EIO', 'i/o error', 'i/o error'],
    [
      undefined,
      'Check if the file has correct read/write permissions.',
      'Check if the file has correct read/write permissions',
    ],
  ])('is told with its own cause, and one full stop: %s', async (code, message, told) => {
    const error = Object.assign(new Error(message), code === undefined ? {} : { code });
    expect(toFileFault(error)).toBe(told);
    const warnings: string[] = [];
    const summary = (): Promise<void> => Promise.reject(error);
    await publishSummary({ summary, warning: (text: string) => warnings.push(text) } as Partial<Runner> as Runner, '');
    expect(warnings).toEqual([`Could not write the job summary: ${told}.`]);
  });

  /** Both files of the runner. */
  const toBoth = (file: string): Environment => ({ GITHUB_OUTPUT: file, GITHUB_STEP_SUMMARY: file });
  const expectBoth = ({ errors, stdout }: Ended, cause: string): void => {
    expect(errors).toEqual([expect.stringMatching(`Could not write the output verdict to .*: ${cause}`)]);
    expect(stdout).toMatch(new RegExp(`^::warning::Could not write the job summary: ${cause}$`, 'm'));
  };
  const writeBoth: Parameters<typeof launchHere>[1] = async ({ runner }) => {
    runner.output('verdict', 'passed');
    await publishSummary(runner, 'Passed');
  };

  (IS_WINDOWS ? test.skip : test).each([
    ['nowhere', 'ENOENT: [^;]*; an earlier step may have removed it, or its folder\\.'],
  ])("is told with the system's own cause, and the summary with the same: %s", async (name, cause) => {
    write('');
    expectBoth(await launch(toBoth(join(folder, ...name.split('/'))), writeBoth), cause);
  });

  (IS_WINDOWS ? test.skip : test)(
    'is told of a permission that is missing, and the summary with the same',
    async () => {
      chmodSync(folder, 0o755);
      writeFileSync(join(folder, 'directory', 'closed'), '');
      chmodSync(join(folder, 'directory'), 0o000);
      const program = `
      import { launch } from ${JSON.stringify(join(src, 'runner/launch.ts'))};
      import { publishSummary } from ${JSON.stringify(join(src, 'runner/runner.ts'))};
      // Who may do everything is told of no permission that is missing.
      if (process.getuid?.() === 0) process.setuid(65_534);
      await launch(${String(writeBoth)});`;
      const ended = await runProcess(
        ['--input-type=module', '-e', program],
        toBoth(join(folder, 'directory', 'closed')),
      );
      chmodSync(join(folder, 'directory'), 0o755);
      expectBoth(ended, 'EACCES: [^;]*; another user owns it, or its folder, [^.]*\\.');
    },
  );

  test('says of a summary that the runner does not have what the toolkit says', async () => {
    const { errors, stdout } = await launch({ GITHUB_OUTPUT: write('') }, writeBoth);
    expect(errors).toEqual([]);
    expect(stdout).toContain('Could not write the job summary: Unable to find environment variable');
  });

  test('hides no other error', async () => {
    const environment = { ...inputs, INPUT_MODE: 'strict', GITHUB_OUTPUT: join(folder, 'nowhere') };
    const { status, errors, stderr } = await runProcess([gate], environment);
    expect([status, errors, stderr]).toEqual([
      1,
      [expect.stringContaining('Could not write the output'), expect.stringContaining('mode is "strict"')],
      '',
    ]);
  });
});

const socks = 'socks5://u:hunter2@127.0.0.1:1080';

describe('a proxy variable that is no address', () => {
  const secret = 'http://build:hunter%2@proxy.test:3128';

  test.each(actions)(
    'is one error of the action in ./%s, before anything is asked, with its outputs set',
    async (action) => {
      const outputFile = join(folder, 'output');
      writeFileSync(outputFile, '');
      const environment = { ...inputs, HTTPS_PROXY: 'socks5://127.0.0.1:1080', GITHUB_OUTPUT: outputFile };
      const { status, errors, stdout } = await run(action, environment);
      expect([status, errors]).toEqual([1, [expect.stringContaining('HTTPS_PROXY is a socks5: address.')]]);
      expect(errors[0]).toMatch(/add service\.invalid( and api\.github\.com)? to NO_PROXY/);
      expect(stdout).not.toMatch(/crashed|::warning/);
      expect(readFileSync(outputFile, 'utf8')).toMatch(/^\w[\w-]*<<ghadelimiter_/);
    },
  );

  test.each(actions)('is told after wrong inputs of the action in ./%s', async (action) => {
    const wrong = { ...inputs, 'INPUT_REPOSITORY-ID': 'nonsense', HTTPS_PROXY: socks };
    const { status, errors } = await run(action, wrong);
    expect([status, errors.length]).toEqual([1, 1]);
    expect(errors[0]).toContain('repository-id is "nonsense".');
    expect(errors[0]).not.toContain('HTTPS_PROXY');
  });

  test.each<[string, Environment, readonly string[]]>([
    ['', { HTTPS_PROXY: socks }, ['HTTPS_PROXY']],
    [' after a wrong input', { HTTPS_PROXY: socks, INPUT_MODE: 'foo' }, ['mode']],
    [', or an address of GitHub', { GITHUB_API_URL: 'junk' }, ['GITHUB_API_URL']],
    [', or a repository', { GITHUB_REPOSITORY: 'junk', INPUT_REPOSITORY: 'acme/shop' }, ['GITHUB_REPOSITORY']],
  ])('is named in the job summary of the gate%s', async (_, environment, names) => {
    const { status, errors } = await run('', { ...inputs, INPUT_CONTACT: '#security-help', ...environment });
    expect([status, errors.length]).toEqual([1, 1]);
    const summary = readFileSync(join(folder, 'summary'), 'utf8');
    expect(summary).toMatch(/^### ⚠️ Scan Gate could not start: an input is wrong\n/);
    expect(summary).toContain('#security-help');
    expect(summary).toContain(`(${names.map((name) => `\`${name}\``).join(', ')})`);
    expect([...summary.matchAll(/Set `(.+?)` to /g)].map(([, name]) => name)).toEqual(names);
    expect(summary).not.toMatch(/junk|foo|hunter/);
  });

  test.each(['HTTPS_PROXY', 'https_proxy'])(
    'is named in its own case, and its password is not shown: %s',
    async (name) => {
      const { errors, stdout } = await run('', { ...inputs, [name]: secret });
      expect(errors).toEqual([
        expect.stringContaining(`${name} is an address with a bare "%25" in its user name or password`),
      ]);
      expect(stdout).not.toContain('hunter');
    },
  );
});

const nowhere = inputs['INPUT_API-URL'];
const good = 'http://127.0.0.1:9';
/** The service takes no proxy, so that only the toolkit reads these variables. */
const local = { ...inputs, 'INPUT_API-URL': good, INPUT_COMMENT: 'never' };

let loads = 0;

/** Lets the toolkit, which reads the environment when it is loaded, be loaded once more by whoever imports it next. */
function loadToolkitAnew(): ReturnType<typeof registerHooks> {
  loads += 1;
  return registerHooks({
    resolve: (specifier, context, next) => {
      const resolved = next(specifier, context);
      const isToolkit = resolved.url.includes('/@actions/github/');
      return isToolkit ? { ...resolved, url: `${resolved.url}?load=${loads}` } : resolved;
    },
  });
}

describe("what GitHub's toolkit cannot read", () => {
  const enterprise = { GITHUB_API_URL: 'http://github.test/api/v3' };

  test.each<[string, Environment, RegExp]>([
    ['a blank variable', { HTTPS_PROXY: ' ' }, /HTTPS_PROXY is .* api\.github\.com /],
    ['a blank one that wins', { https_proxy: ' ', HTTPS_PROXY: good }, /https_proxy is /],
    ['a wildcard', { HTTPS_PROXY: socks, NO_PROXY: '*.github.com' }, /HTTPS_PROXY is /],
    ['a wildcard for an http: server', { ...enterprise, HTTP_PROXY: socks, NO_PROXY: '*.test' }, /HTTP_PROXY is /],
    ['no address of GitHub', { GITHUB_API_URL: 'junk' }, /GITHUB_API_URL is "junk"\. Use the http: or https: address/],
    ['a blank address of GitHub', { GITHUB_API_URL: ' ' }, /GITHUB_API_URL is " "\./],
    ['another scheme for GitHub', { GITHUB_API_URL: 'ftp://github.test' }, /GITHUB_API_URL is "ftp:/],
  ])('is one error that names the variable: %s', async (_, environment, says) => {
    const hooks = loadToolkitAnew();
    const { status, errors, stdout } = await run('', { ...local, ...environment });
    hooks.deregister();
    expect([status, errors]).toEqual([1, [expect.stringMatching(says)]]);
    expect(stdout).not.toMatch(/crashed|hunter/);
  });
});

/** Runs the gate in this process, with the toolkit as it is where it has just been loaded; its waits take no time. */
async function runGateAnew(environment: Environment): Promise<Ended> {
  const hooks = loadToolkitAnew();
  try {
    return await launch(environment, async (given) => {
      await ACTIONS['']?.({ ...createDependencies(given), clock: createTestClock() });
    });
  } finally {
    hooks.deregister();
  }
}

// These runs come so far that they ask, and wait before they ask again.
describe('a run that asks', () => {
  const unused = { HTTP_PROXY: '%', HTTPS_PROXY: '%', NO_PROXY: 'service.invalid' };
  const rows: readonly (readonly [string, Environment])[] = [
    ['a wrong one that no request would use', { GITHUB_API_URL: good, 'INPUT_API-URL': nowhere, ...unused }],
    ['an empty one', { HTTPS_PROXY: '', GITHUB_API_URL: 'https://github.invalid' }],
    ['an empty address of GitHub', { HTTPS_PROXY: good, GITHUB_API_URL: '' }],
    [
      'a list with the whole name',
      { HTTP_PROXY: socks, NO_PROXY: 'x.test, github.invalid', GITHUB_API_URL: 'http://github.invalid' },
    ],
    ['one for other addresses', { HTTPS_PROXY: ' ', GITHUB_API_URL: good }],
  ];
  let ended: readonly Ended[];
  let hungUp: Awaited<ReturnType<typeof runWhereProxyHangsUp>>;
  beforeAll(async () => {
    hungUp = await runWhereProxyHangsUp();
    const all: Ended[] = [];
    // One after the other: they share the variables of this process.
    for (const [, environment] of rows) all.push(await runGateAnew({ ...local, ...environment }));
    ended = all;
  }, 60_000);

  test.each(rows.map(([name], at) => [name, at] as const))('takes a variable for no error: %s', (_, at) => {
    const stdout = ended[at]?.stdout ?? '';
    expect(stdout).not.toMatch(/could not start|PROXY is|crashed/);
    expect(stdout).toContain('github-error');
  });

  test('tries four times a request where a proxy hangs up, and what to do is about that', () => {
    const { asked, port, status, errors, stdout, stderr } = hungUp;
    expect([status, stderr]).toEqual([1, '']);
    expect(errors).toEqual([expect.stringContaining('could not judge')]);
    expect(stdout).toContain(`the proxy 127.0.0.1:${port} (HTTPS_PROXY) closed the connection`);
    expect(stdout).toContain('check the proxy of the machine that runs this job');
    const toService = asked.filter((line) => line === 'CONNECT service.invalid:443 HTTP/1.1');
    expect(toService).toHaveLength(4);
    // Beside it GitHub's three answers about the pull request.
    expect(asked.length).toBeLessThanOrEqual(16);
  });
});

async function runWhereProxyHangsUp() {
  const asked: string[] = [];
  const proxy = createServer((client) => {
    client
      .on('error', () => undefined)
      .once('data', (data: Buffer) => {
        asked.push(data.toString('latin1').split('\r\n')[0] ?? '');
        client.end();
      });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const head = { sha: 'a'.repeat(40), ref: 'topic', repo: { full_name: 'acme/shop' } };
  const payload = {
    action: 'opened',
    repository: { visibility: 'private', private: true, full_name: 'acme/shop' },
    pull_request: { number: 7, state: 'open', head, base: { ref: 'main', sha: 'b'.repeat(40) } },
  };
  const own = mkdtempSync(join(tmpdir(), 'scan-gate-proxy-'));
  const path = join(own, 'event.json');
  writeFileSync(path, JSON.stringify(payload));
  const environment = { GITHUB_EVENT_PATH: path, HTTPS_PROXY: `http://127.0.0.1:${port}` };
  const ended = await runProcess([gate], {
    ...{ ...inputs, ...environment, INPUT_COMMENT: 'never', INPUT_REPOSITORY: 'acme/shop' },
  });
  await new Promise((resolve) => proxy.close(resolve));
  rmSync(own, { recursive: true });
  return { ...ended, asked, port };
}
