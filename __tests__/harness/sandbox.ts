// The gate against the sandbox: both local services for a world, runs against them, and what must be true of every run.
import { createFaults, type FaultRule, type Faults, parseFault } from '../../sandbox/faults.ts';
import type { CommentData } from '../../sandbox/github/data.ts';
import type { GitHubHandle } from '../../sandbox/github/github.ts';
import type { SandboxRequest } from '../../sandbox/http.ts';
import type { GitHubRun } from '../../sandbox/runner/environment.ts';
import { type PlayOptions, playRunner, type RunnerResult } from '../../sandbox/runner/runner.ts';
import { gateActionFile, playOptions, startServices } from '../../sandbox/scenarios/play.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import type { ServiceHandle } from '../../sandbox/service/service.ts';
import type { Clock } from '../../src/net/clock.ts';
import { expect } from '../jest.ts';
import { runAction } from './run-action.ts';
import { expectLawful } from './run-laws.ts';

/** What one run does otherwise than its world says. */
export interface RunChange {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly event?: PlayOptions['event'];
  readonly github?: Partial<GitHubRun>;
  /** A directory that is the workspace and stays; default: a new one, removed afterwards. */
  readonly checkout?: string;
  /** Whether the committed bundle runs as a process of its own; default: where NODE_OPTIONS is given. */
  readonly isProcess?: boolean;
  /** In this process alone; default: one whose waits take no time. */
  readonly clock?: Clock;
  /** In this process alone; aborted to cancel the job. */
  readonly signal?: AbortSignal;
  /** In this process alone; given the job summary before the runner hides secrets in it. */
  readonly onSummary?: (markdown: string) => void;
}

export interface Sandbox {
  readonly world: ScenarioWorld;
  readonly service: ServiceHandle;
  readonly github: GitHubHandle;
  /** Of both services. */
  readonly faults: Faults;
  /** Runs the gate once, and holds the run against what is true of every run. */
  run(change?: RunChange): Promise<RunnerResult>;
  /** Comments of the workflow's own token, oldest first. */
  ownComments(): readonly CommentData[];
}

export interface SandboxOptions {
  /** In the words of `--fault`, or as data. */
  readonly faults?: readonly (string | FaultRule)[];
  /** Told of each request to either service before it is answered; the answer waits for it. */
  readonly watch?: (request: SandboxRequest, sandbox: Sandbox) => void | Promise<void>;
  /** The clock of both services; the machine's without it. */
  readonly now?: () => number;
}

/** What one run against services of its own left behind. */
export interface GateRun extends RunnerResult {
  /** Stopped; its state and its requests can be read. */
  readonly sandbox: Sandbox;
  /** The first comment of the workflow's own token; empty when there is none. */
  readonly comment: string;
}

/** Starts both services for a world, runs the gate once, and stops them. */
export async function runGateIn(
  world: ScenarioWorld,
  { faults, watch, now, ...change }: RunChange & SandboxOptions = {},
): Promise<GateRun> {
  let run: GateRun | undefined;
  await withSandbox(
    world,
    async (sandbox) => {
      const result = await sandbox.run(change);
      run = { ...result, sandbox, comment: sandbox.ownComments()[0]?.body ?? '' };
    },
    { ...(faults && { faults }), ...(watch && { watch }), ...(now && { now }) },
  );
  if (run === undefined) throw new Error('the sandbox was not used');
  return run;
}

/** The warnings of the gate itself, which belong to no file. */
export function warningsOf({ annotations }: RunnerResult): readonly string[] {
  return annotations
    .filter(({ level, file }) => level === 'warning' && file === undefined)
    .map(({ message }) => message);
}

/** Starts both services for a world, acts, and stops them. Fails when GitHub would have refused a request of any run. */
export async function withSandbox(
  world: ScenarioWorld,
  act: (sandbox: Sandbox) => Promise<void>,
  options: SandboxOptions = {},
): Promise<void> {
  const rules = (options.faults ?? []).map((rule) => (typeof rule === 'string' ? parseFault(rule) : rule));
  const faults = createFaults({ rules });
  let sandbox: Sandbox | undefined;
  const services = await startServices({
    world,
    ...(options.now ? { now: options.now } : {}),
    faults: {
      intercept: async (request, raw, answer) => {
        if (sandbox) await options.watch?.(request, sandbox);
        return faults.intercept(request, raw, answer);
      },
    },
  });
  try {
    sandbox = { world, ...services, faults, run, ownComments };
    await act(sandbox);
    expect(services.github.violations).toEqual([]);
  } finally {
    await services.close();
  }

  async function run(change: RunChange = {}): Promise<RunnerResult> {
    const { inputs, env, event, github, clock, signal, onSummary, checkout } = change;
    const options = playOptions({
      world,
      serviceUrl: services.service.url,
      githubUrl: services.github.url,
      ...(inputs ? { inputs } : {}),
      ...(env ? { env } : {}),
      timeoutMs: 60_000,
    });
    const apiKey = options.inputs['api-key'] ?? '';
    const step = {
      ...options,
      secrets: [apiKey],
      event: event ?? options.event,
      ...(checkout !== undefined && { checkout }),
      github: { ...options.github, ...github },
    };
    const isProcess = change.isProcess ?? env?.['NODE_OPTIONS'] !== undefined;
    const result = await (isProcess
      ? playRunner(step)
      : runAction({ ...step, ...(clock && { clock }), ...(signal && { signal }), ...(onSummary && { onSummary }) }));
    expectLawful(result, {
      actionFile: gateActionFile,
      secrets: [apiKey, world.githubToken],
      places: [services.github.state.comments],
    });
    checkMergeCommit(world, step.event.name, services.github, services.service);
    return result;
  }

  function ownComments(): readonly CommentData[] {
    return services.github.state.comments.filter(({ user }) => user === 'github-actions[bot]');
  }
}

/** GITHUB_SHA is the merge commit, which nobody has scanned and nobody may ask for. */
function checkMergeCommit(
  world: ScenarioWorld,
  event: string,
  ...servers: readonly Pick<GitHubHandle, 'requests'>[]
): void {
  if (!event.startsWith('pull_request')) return;
  const { sha } = playOptions({ world, serviceUrl: '', githubUrl: '' }).github;
  const asked = servers.flatMap(({ requests }) => requests);
  expect(asked.filter(({ url, body }) => `${url} ${body}`.includes(sha))).toEqual([]);
}
