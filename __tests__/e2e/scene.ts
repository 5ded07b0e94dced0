// A scene: both local services, the bundle played against them, and what must be true of every run whatever its test is about.
import { expect } from '@jest/globals';
import { createFaults, parseFault, type FaultRule, type Faults } from '../../sandbox/faults.ts';
import type { GitHubHandle } from '../../sandbox/github/github.ts';
import type { CommentData } from '../../sandbox/github/data.ts';
import type { SandboxRequest } from '../../sandbox/http.ts';
import { readActionFile } from '../../sandbox/runner/action-file.ts';
import type { GitHubRun } from '../../sandbox/runner/environment.ts';
import type { PlayOptions, RunnerResult } from '../../sandbox/runner/runner.ts';
import { playStep } from '../harness/play.ts';
import { gateActionFile, playOptions, startStage } from '../../sandbox/scenarios/play.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import type { ServiceHandle } from '../../sandbox/service/service.ts';
import type { Clock } from '../../src/net/clock.ts';
import { leaksOf } from './leak.ts';

/** What one run does otherwise than its world says. */
export interface RunChange {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly event?: PlayOptions['event'];
  readonly github?: Partial<GitHubRun>;
  readonly clock?: Clock;
}

export interface Scene {
  readonly world: ScenarioWorld;
  readonly service: ServiceHandle;
  readonly github: GitHubHandle;
  /** Of both services. */
  readonly faults: Faults;
  /** Runs the bundle once, and holds the run against what is true of every run. */
  run(change?: RunChange): Promise<RunnerResult>;
  /** Comments of the workflow's own token, oldest first. */
  ownComments(): readonly CommentData[];
}

export interface SceneOptions {
  /** In the words of `--fault`, or as data. */
  readonly faults?: readonly (string | FaultRule)[];
  /** Told of each request to either service before it is answered; the answer waits for it. */
  readonly watch?: (request: SandboxRequest, scene: Scene) => void | Promise<void>;
  /** The clock of both services; the machine's without it. */
  readonly now?: () => number;
}

/** Starts both services for a world, acts, and stops them. Fails when GitHub would have refused a request of any run. */
export async function withScene(
  world: ScenarioWorld,
  act: (scene: Scene) => Promise<void>,
  options: SceneOptions = {},
): Promise<void> {
  const rules = (options.faults ?? []).map((rule) =>
    typeof rule === 'string' ? parseFault(rule) : rule,
  );
  const faults = createFaults({ rules });
  let scene: Scene | undefined;
  const stage = await startStage({
    world,
    ...(options.now ? { now: options.now } : {}),
    faults: {
      intercept: async (request, raw, answer) => {
        if (scene) await options.watch?.(request, scene);
        return faults.intercept(request, raw, answer);
      },
    },
  });
  try {
    scene = { world, ...stage, faults, run, ownComments };
    await act(scene);
    expect(stage.github.violations).toEqual([]);
  } finally {
    await stage.close();
  }

  async function run(change: RunChange = {}): Promise<RunnerResult> {
    const { inputs, env, event, github, clock } = change;
    const options = playOptions({
      world,
      serviceUrl: stage.service.url,
      githubUrl: stage.github.url,
      ...(inputs ? { inputs } : {}),
      ...(env ? { env } : {}),
      timeoutMs: 60_000,
    });
    const apiKey = options.inputs['api-key'] ?? '';
    const played = { ...options, secrets: [apiKey], event: event ?? options.event };
    const result = await playStep(
      { ...played, github: { ...options.github, ...github } },
      clock ? { clock } : {},
    );
    await checkRun(result, [apiKey, world.githubToken], stage.github);
    checkMergeCommit(world, played.event.name, stage.github, stage.service);
    return result;
  }

  function ownComments(): readonly CommentData[] {
    return stage.github.state.comments.filter(({ user }) => user === 'github-actions[bot]');
  }
}

/** True of every run: it ends by itself, says its verdict, keeps its secrets, gives no command but ours. */
async function checkRun(
  result: RunnerResult,
  secrets: readonly string[],
  github: GitHubHandle,
): Promise<void> {
  const { outputs } = await readActionFile(gateActionFile);
  expect({ timedOut: result.timedOut, signal: result.signal }).toEqual({
    timedOut: false,
    signal: null,
  });
  expect(Object.keys(result.outputs).toSorted()).toEqual(outputs.toSorted());
  expect(result.conclusion).toBe(result.exitCode === 0 ? 'success' : 'failure');
  expect(result.stderr).toBe('');
  expect(result.stdout).not.toContain('sandbox defect');
  expect(result.droppedAnnotations).toEqual([]);
  expect(result.unexpected).toEqual([]);
  const texts = [result.outputs, github.state.comments, result.annotations];
  expect(leaksOf(secrets, result, texts)).toEqual([]);
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
