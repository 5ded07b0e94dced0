// Runs of the rules action against the sandbox's service, in one checkout that stays between them.
import { mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createFaults, type Faults, parseFault } from '../../sandbox/faults.ts';
import type { GitHubRun } from '../../sandbox/runner/environment.ts';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import type { RuleData, ServiceData } from '../../sandbox/service/data.ts';
import { type ServiceHandle, startService } from '../../sandbox/service/service.ts';
import { smallWorld, smallWorldKeys } from '../../sandbox/service/small-world.ts';
import { type ActionOptions, runAction } from '../harness/run-action.ts';
import { expectLawful } from '../harness/run-laws.ts';
import { expect } from '../jest.ts';

const actionFile = join(import.meta.dirname, '..', '..', 'rules', 'action.yml');
const secretToken = 'ghs_rules-test-token';

type Texts = Readonly<Record<string, string>>;

export const pull = { operation: 'pull' };
/** Without pauses between two polls. */
export const create = { operation: 'create', 'poll-interval': '0' };
export const list = { operation: 'list' };

/** What a run gets beside its inputs. */
type Own = Pick<ActionOptions, 'clock' | 'signal'>;

export interface RulesContext {
  readonly service: ServiceHandle;
  readonly faults: Faults;
  /** The checkout, absolute. */
  readonly checkout: string;
  /** Runs the action once, and holds the run against what is true of every run. */
  readonly run: (inputs: Texts, own?: Own) => Promise<RunnerResult>;
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
  /** In the words of `--fault`. */
  readonly faults?: readonly string[];
  /** Looks at a request until it is finished; absent: one. */
  readonly looks?: number;
  /** Files that are in the checkout at the start. */
  readonly checkout?: Readonly<Record<string, string>>;
}

const START_MS = Date.UTC(2026, 10, 20, 12);
/** Of the service's clock, which moves when a request is looked at and never else. */
const LOOK_MS = 1_000;

/** Starts the service, acts, and takes everything away. */
export async function withRules(options: RulesOptions, act: (context: RulesContext) => Promise<void>): Promise<void> {
  const faults = createFaults({ rules: (options.faults ?? []).map(parseFault) });
  let looks = 0;
  const service = await startService({
    data: makeData(options),
    faults: {
      intercept: (request, raw, answer) => {
        if (/\/rules\/requests\/./.test(request.path)) looks += 1;
        return faults.intercept(request, raw, answer);
      },
    },
    now: () => START_MS + looks * LOOK_MS,
    ruleDelayMs: (options.looks ?? 1) * LOOK_MS,
  });
  const root = await realpath(await mkdtemp(join(tmpdir(), 'rules-')));
  const checkout = join(root, 'one', 'one');
  await writeFiles(checkout, options.checkout ?? {});
  let seen = 0;
  try {
    await act({
      service,
      faults,
      checkout,
      run: (inputs, own = {}) => run({ service, checkout, own }, inputs),
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
  } finally {
    await service.close();
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

interface Place {
  readonly service: ServiceHandle;
  readonly checkout: string;
  readonly own: Own;
}

async function run({ service, checkout, own }: Place, given: Texts): Promise<RunnerResult> {
  const inputs = { 'api-url': service.url, 'api-key': smallWorldKeys.live, ...given };
  const result = await runAction({
    actionFile,
    inputs,
    checkout,
    ...own,
    event: { name: 'workflow_dispatch', payload: {} },
    github: toGitHubRun(),
    secrets: [inputs['api-key']],
  });
  expectLawful(result, { actionFile, secrets: [inputs['api-key'], secretToken] });
  const red = result.annotations.some(({ level }) => level === 'error');
  expect([result.exitCode, red]).toEqual(red ? [1, true] : [0, false]);
  expect(result.log).not.toContain('Unexpected input');
  const temporary = Object.keys(result.workspaceFiles).filter((file) => file.endsWith('.tmp'));
  expect(temporary).toEqual([]);
  return result;
}

function toGitHubRun(): GitHubRun {
  return {
    // Nothing listens there: the action asks nothing of GitHub.
    apiUrl: 'http://127.0.0.1:9',
    serverUrl: 'http://127.0.0.1:9',
    repository: 'Acme/One',
    sha: 'a'.repeat(40),
    ref: 'refs/heads/main',
    workflow: 'Rules',
    job: 'rules',
    runId: 7,
    runAttempt: 1,
    actor: 'octocat',
    token: secretToken,
  };
}

/** The message that a red run ends with. */
export function errorOf(result: RunnerResult): string {
  expect(result.conclusion).toBe('failure');
  return result.annotations
    .filter(({ level }) => level === 'error')
    .map(({ message }) => message)
    .join('\n');
}
