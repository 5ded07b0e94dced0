// Runs of the rules action against the sandbox's service, in one checkout that stays between them.
import { mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import { rules as scenario } from '../../sandbox/scenarios/rules.ts';
import type { RuleData, ServiceData } from '../../sandbox/service/data.ts';
import { smallWorld, smallWorldKeys } from '../../sandbox/service/small-world.ts';
import { type RunChange, type Sandbox, type SandboxRun, withSandbox } from '../harness/sandbox.ts';
import { expect } from '../jest.ts';

type Texts = Readonly<Record<string, string>>;

export const pull = { operation: 'pull' };
/** Without pauses between two polls. */
export const create = { operation: 'create', 'poll-interval': '0' };
export const list = { operation: 'list' };

/** What a run gets beside its inputs. */
interface Own extends Pick<RunChange, 'clock' | 'signal' | 'event'> {
  readonly runAttempt?: number;
}

export interface RulesContext extends Pick<Sandbox, 'service' | 'faults'> {
  /** The checkout, absolute. */
  readonly checkout: string;
  /** Runs the action once, and holds the run against what is true of every run. */
  readonly run: (inputs: Texts, own?: Own) => Promise<SandboxRun>;
  /** What came to the service since the last call of this, as `METHOD path` without query. */
  readonly sent: () => readonly string[];
  /** Gives `repo_one` other rules, from identifier to files. */
  readonly setRules: (rules: NonNullable<RulesOptions['rules']>) => void;
  /** When a file of the checkout was last written, in nanoseconds. */
  readonly writtenAt: (file: string) => Promise<bigint>;
}

export interface RulesOptions {
  /** Rules of `repo_one`, from identifier to files; absent: `rule_known` of the small world. */
  readonly rules?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly change?: (data: ServiceData) => void;
  /** Who can read the repository, by what GitHub says. */
  readonly visibility?: 'public' | 'private' | 'internal';
  /** In the words of `--fault`. */
  readonly faults?: readonly string[];
  /** Looks at a request until it is finished; absent: one. */
  readonly looks?: number;
  /** Files that are in the checkout at the start. */
  readonly checkout?: Readonly<Record<string, string>>;
}

const START_MS = Date.UTC(2026, 10, 20, 12);
/** So long the service works on a request, by its own clock, which moves when one is looked at and never else. */
const JOB_MS = 3_000;

/** Opens the sandbox, acts, and takes everything away. */
export async function withRules(options: RulesOptions, act: (context: RulesContext) => Promise<void>): Promise<void> {
  const { faults = [], looks = 1, visibility = 'public' } = options;
  let looked = 0;
  const built = scenario.build(START_MS);
  const world = {
    ...built,
    service: makeData(options),
    github: { ...built.github, owner: 'Acme', name: 'One', visibility },
    apiKey: smallWorldKeys.live,
  };
  const root = await realpath(await mkdtemp(join(tmpdir(), 'rules-')));
  const checkout = join(root, 'one', 'one');
  await writeFiles(checkout, options.checkout ?? {});
  const actIn = async (sandbox: Sandbox): Promise<void> => {
    const { service } = sandbox;
    let seen = 0;
    await act({
      service,
      faults: sandbox.faults,
      checkout,
      run: (inputs, { runAttempt = 1, ...own } = {}) =>
        run(sandbox, { ...own, checkout, inputs, github: { runAttempt } }),
      sent: () => {
        const fresh = service.requests.slice(seen);
        seen = service.requests.length;
        return fresh.map(({ method, url }) => `${method} ${url.replace(/\?.*/, '')}`);
      },
      setRules: (rules) => {
        service.state.change((data) => {
          data.rules = makeRules(rules);
        });
      },
      writtenAt: async (file) => (await stat(join(checkout, file), { bigint: true })).mtimeNs,
    });
  };
  try {
    await withSandbox(world, actIn, {
      faults,
      watch: ({ path }) => {
        if (/\/rules\/requests\/./.test(path)) looked += 1;
      },
      now: () => START_MS + looked * Math.ceil(JOB_MS / looks),
    });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function makeRules(rules: NonNullable<RulesOptions['rules']>): RuleData[] {
  return Object.entries(rules).map(([id, files]) => {
    return { id, ruleName: `name of ${id}`, ruleFiles: { ...files }, createdAt: START_MS, repoId: 'repo_one' };
  });
}

function makeData({ rules, change }: RulesOptions): ServiceData {
  const data = smallWorld(START_MS);
  if (rules) data.rules = makeRules(rules);
  change?.(data);
  return data;
}

async function writeFiles(folder: string, files: Texts): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
}

async function run(sandbox: Sandbox, change: RunChange): Promise<SandboxRun> {
  const result = await sandbox.run({
    event: { name: 'workflow_dispatch', payload: {} },
    ...change,
    action: 'rules',
    github: { repository: 'Acme/One', ...change.github },
  });
  const asked = result.requests.github.map(({ method, url }) => `${method} ${url}`);
  // Who may read the log, and that only where there is something to keep from them.
  expect(asked.length === 0 || result.conclusion === 'failure').toBe(true);
  for (const each of asked) expect(each).toBe('GET /repos/Acme/One');
  const red = result.annotations.some(({ level }) => level === 'error');
  expect(result.exitCode).toBe(red ? 1 : 0);
  expect(result.log).not.toContain('Unexpected input');
  const temporary = Object.keys(result.workspaceFiles).filter((file) => file.endsWith('.tmp'));
  expect(temporary).toEqual([]);
  return result;
}

/** The message that a red run ends with. */
export function errorOf(result: RunnerResult): string {
  expect(result.conclusion).toBe('failure');
  return result.annotations
    .filter(({ level }) => level === 'error')
    .map(({ message }) => message)
    .join('\n');
}
