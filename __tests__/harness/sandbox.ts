// The actions against the sandbox: both local services for a world, runs against them, and what must be true of every run.
import { join } from 'node:path';
import { createFaults, type FaultRule, type Faults, parseFault } from '../../sandbox/faults.ts';
import type { CommentData } from '../../sandbox/github/data.ts';
import type { GitHubHandle } from '../../sandbox/github/github.ts';
import type { FaultInjector, RecordedRequest, SandboxRequest } from '../../sandbox/http.ts';
import type { GitHubRun } from '../../sandbox/runner/environment.ts';
import { type PlayOptions, playRunner, type RunnerResult } from '../../sandbox/runner/runner.ts';
import { playOptions, startServices } from '../../sandbox/scenarios/play.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import type { ServiceHandle } from '../../sandbox/service/service.ts';
import { expect } from '../jest.ts';
import { type ActionOptions, runAction } from './run-action.ts';
import { expectLawful } from './run-laws.ts';

export type ActionName = 'gate' | 'review' | 'rules' | 'watch' | 'doctor' | 'recheck' | 'insights';

/** What a run in this process can be given besides: a clock, a signal, code of its own. */
type InProcess = Pick<ActionOptions, 'clock' | 'signal' | 'onSummary' | 'run'>;

/** What one run does otherwise than its world says. */
export interface RunChange extends InProcess, Pick<PlayOptions, 'workspace' | 'checkout'> {
  /** Default: the gate. The inputs of the world are the gate's: another action is given its own alone. */
  readonly action?: ActionName;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly event?: PlayOptions['event'];
  readonly github?: Partial<GitHubRun>;
  /** Whether the committed bundle runs as a process of its own; default: where NODE_OPTIONS is given. */
  readonly isProcess?: boolean;
  /** Whether a run in this process asks over sockets; default: in memory. */
  readonly hasSockets?: boolean;
}

export interface SandboxRun extends RunnerResult {
  readonly requests: { readonly service: readonly RecordedRequest[]; readonly github: readonly RecordedRequest[] };
}

export interface Sandbox {
  readonly world: ScenarioWorld;
  readonly service: ServiceHandle;
  readonly github: GitHubHandle;
  /** Of both services. */
  readonly faults: Faults;
  /** Runs an action once, and holds the run against what is true of every run. */
  readonly run: (change?: RunChange) => Promise<SandboxRun>;
  /** Runs an action once, whatever becomes of it. */
  readonly play: (change?: RunChange) => Promise<SandboxRun>;
  /** Comments of the workflow's own token, oldest first. */
  ownComments(): readonly CommentData[];
}

export interface SandboxOptions {
  /** In the words of `--fault`, or as data. */
  readonly faults?: readonly (string | FaultRule)[];
  /** Asked where those faults let a request pass. */
  readonly injector?: FaultInjector;
  /** Told of each request to either service before it is answered; the answer waits for it. */
  readonly watch?: (request: SandboxRequest, sandbox: Sandbox) => void | Promise<void>;
  /** The clock of both services; the machine's without it. */
  readonly now?: (() => number) | undefined;
}

export interface GateRun extends SandboxRun {
  /** Stopped; its state and its requests can be read. */
  readonly sandbox: Sandbox;
  /** The first comment of the workflow's own token; empty when there is none. */
  readonly comment: string;
}

/** Starts both services for a world, runs the gate once, and stops them. */
export async function runGateIn(
  world: ScenarioWorld,
  { faults = [], watch = () => undefined, now, ...change }: RunChange & Omit<SandboxOptions, 'injector'> = {},
): Promise<GateRun> {
  const act = async (sandbox: Sandbox): Promise<GateRun> => {
    const result = await sandbox.run(change);
    return { ...result, sandbox, comment: sandbox.ownComments()[0]?.body ?? '' };
  };
  return await withSandbox(world, act, { faults, watch, now });
}

/** The warnings of the gate itself, which belong to no file. */
export function warningsOf({ annotations }: RunnerResult): readonly string[] {
  return annotations
    .filter(({ level, file }) => level === 'warning' && file === undefined)
    .map(({ message }) => message);
}

/** Everything of a run that others can read. */
export function shownBy({ log, stdout, summary, outputs, workspaceFiles }: RunnerResult): string {
  return [log, stdout, summary, ...Object.values(outputs), ...Object.values(workspaceFiles)].join('\n');
}

/** Method and path, without this beginning, of all that a run wrote on GitHub. */
export function writesOf({ requests }: SandboxRun, beginning: string): readonly string[] {
  return requests.github
    .filter(({ method, url }) => method !== 'GET' && !url.endsWith('/graphql'))
    .map(({ method, url }) => `${method} ${url.replace(beginning, '')}`);
}

/**
 * Starts both services for a world, acts, and stops them. Fails when GitHub would have refused a request of any run, and
 * when one of the faults has met none.
 */
export async function withSandbox<Value>(
  world: ScenarioWorld,
  act: (sandbox: Sandbox) => Promise<Value>,
  options: SandboxOptions = {},
): Promise<Value> {
  const sandbox = await openSandbox(world, options);
  try {
    const value = await act(sandbox);
    expect(sandbox.github.violations).toEqual([]);
    expect(sandbox.faults.list().filter(({ fired }) => fired === 0)).toEqual([]);
    return value;
  } finally {
    await sandbox.close();
  }
}

/** Starts both services for a world. Whoever opens them closes them. */
export async function openSandbox(
  world: ScenarioWorld,
  { faults: given = [], injector, watch, now }: SandboxOptions = {},
): Promise<Sandbox & { close(): Promise<void> }> {
  const faults = createFaults({ rules: given.map((rule) => (typeof rule === 'string' ? parseFault(rule) : rule)) });
  const services = await startServices({
    world,
    ...(now && { now }),
    faults: {
      intercept: async (...exchange) => {
        await watch?.(exchange[0], sandbox);
        return (await faults.intercept(...exchange)) || ((await injector?.intercept(...exchange)) ?? false);
      },
    },
  });
  const { service, github } = services;
  const place = { world, service, github };
  const sandbox: Sandbox = {
    ...place,
    faults,
    play: (change = {}) => playIn(place, change),
    run: async (change = {}) => {
      const { action = 'gate', event = world.event, inputs = {} } = change;
      const result = await playIn(place, change);
      expectLawful(result, {
        actionFile: actionFileOf(action),
        secrets: [inputs['api-key'] ?? world.inputs['api-key'] ?? world.apiKey, world.githubToken],
        places: [github.state.comments, service.state.bugs.map(({ review }) => review)],
      });
      if (action === 'gate') checkMergeCommit(place, event);
      return result;
    },
    ownComments: () => github.state.comments.filter(({ user }) => user === 'github-actions[bot]'),
  };
  return { ...sandbox, close: () => services.close() };
}

type Place = Pick<Sandbox, 'world' | 'service' | 'github'>;

async function playIn({ world, service, github }: Place, change: RunChange): Promise<SandboxRun> {
  const {
    action = 'gate',
    inputs = {},
    env = {},
    event = world.event,
    workspace,
    checkout,
    isProcess,
    hasSockets = false,
    ...own
  } = change;
  const before = [service.requests.length, github.requests.length];
  const options = playOptions({
    world: action === 'gate' ? world : { ...world, event, inputs: {} },
    actionFile: actionFileOf(action),
    serviceUrl: service.url,
    githubUrl: github.url,
    inputs,
    env,
    ...(workspace && { workspace }),
    timeoutMs: 60_000,
  });
  const { github: changed, ...inProcess } = own;
  const step = {
    ...options,
    secrets: [options.inputs['api-key'] ?? ''],
    event,
    ...(checkout !== undefined && { checkout }),
    github: { ...options.github, ...changed },
  };
  const isOwnProcess = isProcess ?? env['NODE_OPTIONS'] !== undefined;
  const result = await (isOwnProcess
    ? playRunner(step)
    : runAction({ ...step, ...inProcess, servers: hasSockets ? [] : [service, github] }));
  const requests = { service: service.requests.slice(before[0]), github: github.requests.slice(before[1]) };
  return { ...result, requests };
}

function actionFileOf(action: ActionName): string {
  return join(import.meta.dirname, '..', '..', action === 'gate' ? '' : action, 'action.yml');
}

/** GITHUB_SHA is the merge commit, which nobody has scanned and nobody may ask for. */
function checkMergeCommit({ world, github, service }: Place, event: PlayOptions['event']): void {
  if (!event.name.startsWith('pull_request')) return;
  const { sha } = playOptions({ world, serviceUrl: '', githubUrl: '' }).github;
  const asked = [github, service].flatMap(({ requests }) => requests);
  expect(asked.filter(({ url, body }) => `${url} ${body}`.includes(sha))).toEqual([]);
}
