// Runs scenarios: starts both local services and runs the actions against them as GitHub would.
import { basename, dirname, join, sep } from 'node:path';
import * as v from 'valibot';
import { createFaults, type Faults } from '../faults.ts';
import { endAttempt } from '../github/attempts.ts';
import { type GitHubHandle, startGitHub } from '../github/github.ts';
import { jobIdOf } from '../github/shapes/job.ts';
import type { GitHubState } from '../github/state.ts';
import type { FaultInjector } from '../http.ts';
import type { GitHubRun } from '../runner/environment.ts';
import { type PlayOptions, playRunner, type RunnerResult } from '../runner/runner.ts';
import { type ServiceHandle, startService } from '../service/service.ts';
import type { ScenarioWorld, Step } from './scenario.ts';

export interface LocalServices {
  readonly service: ServiceHandle;
  readonly github: GitHubHandle;
  /** This goes wrong in a step, besides what the stage was asked for. */
  readonly faults: Faults;
  close(): Promise<void>;
}

export interface StageOptions {
  readonly world: ScenarioWorld;
  /** The service listens here and GitHub one above; absent: any free ports. */
  readonly port?: number;
  /** Both have this clock; absent: the machine's. */
  readonly now?: () => number;
  readonly faults?: FaultInjector;
}

/** Starts the service and GitHub for a world. When one cannot start, neither is left running. */
export async function startServices({ world, port, now, faults: given }: StageOptions): Promise<LocalServices> {
  const faults = createFaults();
  const common = { ...(now ? { now } : {}), faults: given === undefined ? faults : both(given, faults) };
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
      faults,
      close: async () => {
        await Promise.all([service.close(), github.close()]);
      },
    };
  } catch (error) {
    await service.close();
    throw error;
  }
}

function both(first: FaultInjector, second: FaultInjector): FaultInjector {
  return {
    intercept: async (request, raw, answer) =>
      (await first.intercept(request, raw, answer)) || (await second.intercept(request, raw, answer)),
  };
}

const root = join(import.meta.dirname, '..', '..');

/** The gate's action.yml in this repository. */
const gateActionFile = join(root, 'action.yml');

export interface PlayWorldOptions {
  readonly world: ScenarioWorld;
  readonly serviceUrl: string;
  readonly githubUrl: string;
  /** Default: the gate. */
  readonly actionFile?: string;
  /** They are added to the world's own, and are stronger. */
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly runAttempt?: number;
  /** Files that an earlier step left in the checkout: path to text. */
  readonly workspace?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** Runs the action once, as a workflow with the README's `with:` would. */
export function playOptions(options: PlayWorldOptions): PlayOptions {
  const { world, serviceUrl, env, workspace, timeoutMs } = options;
  const actionFile = options.actionFile ?? gateActionFile;
  const folder = dirname(actionFile).slice(root.length).replaceAll(sep, '/');
  return {
    actionFile,
    uses: `scan-gate/scan-gate${folder}@v1`,
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
    ...(workspace === undefined ? {} : { workspace }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

export interface PlayedStep {
  readonly step: Step;
  readonly result: RunnerResult;
}

export interface PlayStepsOptions {
  /** It is asked for the `env:` of each step before that starts; absent: there is none. */
  readonly env?: () => Readonly<Record<string, string>>;
  /** Each step has this limit; absent: the runner's own. */
  readonly timeoutMs?: number;
  /** Runs a step; absent: the committed bundle, as a process of its own. */
  readonly run?: (options: PlayOptions) => Promise<RunnerResult>;
}

/**
 * Plays the steps of a world in order, against the same two services and the same checkout; a world without steps
 * is one run of the gate. Around each step GitHub changes as it would: the event's comment exists,
 * and the gate's run starts and ends.
 */
export async function* playSteps(
  services: LocalServices,
  world: ScenarioWorld,
  options: PlayStepsOptions = {},
): AsyncGenerator<PlayedStep, void> {
  const { run: play = playRunner } = options;
  let workspace: Readonly<Record<string, string>> = {};
  for (const step of world.steps ?? [gateStep(world)]) {
    const { action, event, inputs, githubToken = world.githubToken } = step;
    const [run] = services.github.state.runs;
    services.faults.clear();
    for (const rule of step.faults ?? []) services.faults.add(rule);
    const isGate = action === 'action.yml';
    receiveComment(services.github.state, event);
    step.github?.(services.github.state);
    if (step.service !== undefined) services.service.state.replaceData(step.service);
    const given = playOptions({
      world: { ...world, event, inputs, githubToken },
      serviceUrl: services.service.url,
      githubUrl: services.github.url,
      actionFile: join(root, action),
      workspace,
      ...(options.env ? { env: options.env() } : {}),
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
      ...(isGate && run ? { runAttempt: run.attempt } : {}),
    });
    const result = await play(given);
    if (isGate && run) endAttempt(run, result.conclusion);
    workspace = result.workspaceFiles;
    yield { step, result };
  }
}

function gateStep({ event, inputs }: ScenarioWorld): Step {
  return { title: 'The gate judges the pull request.', action: 'action.yml', event, inputs };
}

const commentPart = v.object({
  action: v.literal('created'),
  issue: v.object({ number: v.number() }),
  comment: v.object({
    id: v.number(),
    body: v.string(),
    user: v.object({ login: v.string() }),
    performed_via_github_app: v.nullish(v.object({ slug: v.string() })),
    created_at: v.string(),
    updated_at: v.string(),
  }),
});

/** Puts the comment of an `issue_comment` event into GitHub's state, unless it is there. */
export function receiveComment(state: GitHubState, { name, payload }: Step['event']): void {
  if (name !== 'issue_comment' || !v.is(commentPart, payload)) return;
  const { issue, comment } = payload;
  if (state.comments.some(({ id }) => id === comment.id)) return;
  state.comments.push({
    id: comment.id,
    issue: issue.number,
    user: comment.user.login,
    body: comment.body,
    ...(comment.performed_via_github_app ? { app: comment.performed_via_github_app.slug } : {}),
    createdAt: comment.created_at,
    updatedAt: comment.updated_at,
  });
  state.comments.sort((a, b) => a.id - b.id);
  state.nextId = Math.max(state.nextId, comment.id + 1);
}

const pullRequestPart = v.object({
  pull_request: v.object({
    merge_commit_sha: v.string(),
    user: v.object({ login: v.string() }),
    head: v.object({ ref: v.string() }),
    base: v.object({ ref: v.string() }),
  }),
});
const senderPart = v.object({ sender: v.object({ login: v.string() }) });

function githubRun(options: PlayWorldOptions): GitHubRun {
  const { world, githubUrl, runAttempt = 1 } = options;
  const { payload } = world.event;
  const [run] = world.github.runs;
  const common = {
    apiUrl: githubUrl,
    serverUrl: githubUrl,
    repository: `${world.github.owner}/${world.github.name}`,
    workflow: run?.name ?? 'Scan Gate',
    job: 'gate',
    runId: run?.id ?? 1,
    runAttempt,
    ...(run === undefined ? {} : { jobId: jobIdOf(run, { index: 0, attempt: runAttempt }) }),
    token: world.githubToken,
  };
  // GITHUB_SHA is the merge commit, as on every `pull_request` run.
  if (v.is(pullRequestPart, payload)) {
    const { merge_commit_sha: sha, user, head, base } = payload.pull_request;
    const ref = `refs/pull/${world.pullRequest}/merge`;
    return { ...common, sha, ref, actor: user.login, headRef: head.ref, baseRef: base.ref };
  }
  // Every other event here runs on the default branch, in a workflow of its own.
  const { defaultBranch, branches, pulls } = world.github;
  const job = basename(dirname(options.actionFile ?? gateActionFile));
  return {
    ...common,
    sha: branches?.[defaultBranch] ?? pulls[0]?.base.sha ?? world.sha,
    ref: `refs/heads/${defaultBranch}`,
    actor: v.is(senderPart, payload) ? payload.sender.login : world.github.owner,
    workflow: `${common.workflow}: ${job}`,
    job,
    runId: common.runId + 1,
  };
}
