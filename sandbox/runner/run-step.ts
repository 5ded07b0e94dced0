// One step of a job, whatever runs the action: what the action finds before it starts, and what is read when it has ended.
import { rmSync } from 'node:fs';
import { type ActionFile, inputEnvironment, readActionFile, resolveInputs } from './action-file.ts';
import { renderLog } from './display.ts';
import { githubContext, type GitHubRun, runnerEnvironment, type StepPaths } from './environment.ts';
import { createMasker, type Masker } from './masker.ts';
import { createPaths, readTree } from './paths.ts';
import { readChanges, type StepChanges } from './step-end.ts';
import { Step, type StepRecord } from './step.ts';

export interface StepOptions {
  readonly actionFile: string;
  /** `with:` of the workflow. */
  readonly inputs: Readonly<Record<string, string>>;
  /** `env:` of the step. */
  readonly env?: Readonly<Record<string, string>>;
  readonly event: { readonly name: string; readonly payload: unknown };
  readonly github: GitHubRun;
  /** `${{ secrets.* }}` would have masked these before the step; the token always is. */
  readonly secrets?: readonly string[];
  /** The log's first line says it after `Run`; default: `./`. */
  readonly uses?: string;
  /** An earlier step left these files in the workspace: path to text. */
  readonly workspace?: Readonly<Record<string, string>>;
  /** This absolute directory is the workspace and stays after the step; default: a new one, removed afterwards. */
  readonly checkout?: string;
}

/** A step that is ready to run. */
export interface PreparedStep {
  readonly action: ActionFile;
  /** It has all that a runner sets: inputs, GITHUB_* and RUNNER_* variables and the step's own. */
  readonly environment: Readonly<Record<string, string>>;
  readonly paths: StepPaths;
  /** It takes each line that the action writes, as it comes. */
  readonly step: Step;
  readonly masker: Masker;
}

export interface StepEnd {
  /** Null when a signal ended the process. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly timedOut: boolean;
  /** The action wrote it so, with secrets in clear. */
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunnerResult extends StepEnd, StepChanges, Omit<StepRecord, 'failed'> {
  /** It is `failure`, too, when the step did something unexpected or its outputs were faulty. */
  readonly conclusion: 'success' | 'failure';
  /** GitHub shows it so. */
  readonly log: string;
  /** It has every file in the workspace afterwards, path to text; symbolic links are not followed. */
  readonly workspaceFiles: Readonly<Record<string, string>>;
}

/** Prepares a step, has `run` do it, reads what it left, and removes its directories. Rejects as `run` does. */
export async function runStep(
  options: StepOptions,
  run: (prepared: PreparedStep) => Promise<StepEnd>,
): Promise<RunnerResult> {
  const prepared = prepareStep(options);
  try {
    return await finishStep(prepared, await run(prepared));
  } finally {
    rmSync(prepared.paths.root, { recursive: true, force: true });
  }
}

/** Makes the directories under a new `paths.root`, which the caller removes. */
function prepareStep(options: StepOptions): PreparedStep {
  const action = readActionFile(options.actionFile);
  const context = githubContext(options.github, options.event.name);
  const { jobId } = options.github;
  const { values, warnings } = resolveInputs(action, options.inputs, {
    github: context,
    job: jobId === undefined ? {} : { check_run_id: String(jobId) },
  });
  const masker = createMasker();
  for (const secret of [options.github.token, ...(options.secrets ?? [])]) masker.add(secret);
  const step = new Step(masker);
  for (const warning of warnings) step.issue('warning', warning);
  announce(step, options, values);
  const paths = createPaths({
    ...options,
    repository: options.github.repository,
    payload: options.event.payload,
  });
  // The order is the runner's: a workflow cannot set an input's variable or one of GitHub's by `env:`.
  const environment = { CI: 'true', ...options.env, ...inputEnvironment(values), ...runnerEnvironment(context, paths) };
  return { action, environment, paths, step, masker };
}

/** Reads everything that the step left. */
async function finishStep({ paths, step, masker }: PreparedStep, end: StepEnd): Promise<RunnerResult> {
  const changes = readChanges(step, masker, paths);
  const { failed, ...record } = step.record;
  return {
    ...end,
    ...record,
    ...changes,
    conclusion: end.exitCode === 0 && !failed ? 'success' : 'failure',
    log: renderLog(record.entries),
    workspaceFiles: await readTree(paths.workspace),
  };
}

/** The first lines of a step's log. */
function announce(step: Step, options: StepOptions, inputs: ReadonlyMap<string, string>): void {
  const given = [...inputs].filter(([, value]) => value !== '');
  const env = Object.entries(options.env ?? {});
  step.output(`##[group]Run ${options.uses ?? './'}`);
  for (const [title, pairs] of Object.entries({ with: given, env })) {
    if (pairs.length > 0) step.output(`${title}:`);
    for (const [name, value] of pairs) step.output(`  ${name}: ${value}`);
  }
  step.output('##[endgroup]');
}
