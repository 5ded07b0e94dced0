// Owns the staging of a scenario: both local services started, and the action run against them as GitHub would.
import { join } from 'node:path';
import * as v from 'valibot';
import { startGitHub, type GitHubHandle } from '../github/github.ts';
import type { FaultInjector } from '../http.ts';
import type { GitHubRun } from '../runner/environment.ts';
import { playRunner, type PlayOptions, type RunnerResult } from '../runner/runner.ts';
import { startService, type ServiceHandle } from '../service/service.ts';
import type { ScenarioWorld } from './scenario.ts';

/** Both sides of a world, running. */
export interface Stage {
  readonly service: ServiceHandle;
  readonly github: GitHubHandle;
  /** Stops both. */
  close(): Promise<void>;
}

export interface StageOptions {
  readonly world: ScenarioWorld;
  /** The service listens here and GitHub one above; absent: any free ports. */
  readonly port?: number;
  /** The clock of both; absent: the machine's. */
  readonly now?: () => number;
  readonly faults?: FaultInjector;
}

/** Starts the service and GitHub for a world. When one cannot start, neither is left running. */
export async function startStage({ world, port, now, faults }: StageOptions): Promise<Stage> {
  const common = { ...(now ? { now } : {}), ...(faults ? { faults } : {}) };
  const service = await startService({
    data: world.service,
    ...common,
    ...(port === undefined ? {} : { port }),
  });
  try {
    const github = await startGitHub({
      data: world.github,
      ...common,
      ...(port === undefined ? {} : { port: port + 1 }),
    });
    return {
      service,
      github,
      close: async () => {
        await Promise.all([service.close(), github.close()]);
      },
    };
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** The gate's action.yml in this repository. */
export const gateActionFile = join(import.meta.dirname, '..', '..', 'action.yml');

export interface PlayWorldOptions {
  readonly world: ScenarioWorld;
  readonly serviceUrl: string;
  readonly githubUrl: string;
  /** Default: the gate. */
  readonly actionFile?: string;
  /** Added to the world's own, and stronger. */
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly runAttempt?: number;
  readonly timeoutMs?: number;
}

/** Runs the action once, as a workflow with the README's `with:` would. */
export async function playWorld(options: PlayWorldOptions): Promise<RunnerResult> {
  return playRunner(playOptions(options));
}

/** What `playWorld` hands to the runner, for a test that wants to change some of it. */
export function playOptions(options: PlayWorldOptions): PlayOptions {
  const { world, serviceUrl, env, timeoutMs } = options;
  return {
    actionFile: options.actionFile ?? gateActionFile,
    uses: 'acme/scan-gate@v1',
    inputs: {
      'api-url': serviceUrl,
      'api-key': world.apiKey,
      ...world.inputs,
      ...options.inputs,
    },
    event: world.event,
    github: githubRun(options),
    secrets: [world.apiKey],
    ...(env === undefined ? {} : { env }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

const pullRequestPart = v.object({
  pull_request: v.object({
    merge_commit_sha: v.string(),
    user: v.object({ login: v.string() }),
    head: v.object({ ref: v.string() }),
    base: v.object({ ref: v.string() }),
  }),
});

/** GITHUB_SHA is the merge commit, as on every `pull_request` run. */
function githubRun({ world, githubUrl, runAttempt = 1 }: PlayWorldOptions): GitHubRun {
  const { pull_request: pull } = v.parse(pullRequestPart, world.event.payload);
  const [run] = world.github.runs;
  return {
    apiUrl: githubUrl,
    serverUrl: githubUrl,
    repository: `${world.github.owner}/${world.github.name}`,
    sha: pull.merge_commit_sha,
    ref: `refs/pull/${world.pullRequest}/merge`,
    workflow: run?.name ?? 'Scan Gate',
    job: 'gate',
    runId: run?.id ?? 1,
    runAttempt,
    actor: pull.user.login,
    token: world.githubToken,
    headRef: pull.head.ref,
    baseRef: pull.base.ref,
  };
}
