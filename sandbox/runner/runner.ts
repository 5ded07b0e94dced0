// Owns one step of a job: plays GitHub's runner for a JavaScript action, from action.yml to what the job page shows.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { inputEnvironment, readActionFile, resolveInputs, type ActionFile } from './action-file.ts';
import type { Annotation } from './annotation.ts';
import { readChanges, type StepChanges } from './step-end.ts';
import { renderLog } from './display.ts';
import {
  githubContext,
  machineEnvironment,
  runnerEnvironment,
  type GitHubRun,
  type StepPaths,
} from './environment.ts';
import { createMasker } from './masker.ts';
import { createPaths, readTree } from './paths.ts';
import { bundledNode, requireNode, runProcess } from './process.ts';
import { Step, type ParsedCommand } from './step.ts';

export interface PlayOptions {
  readonly actionFile: string;
  /** `with:` of the workflow. */
  readonly inputs: Readonly<Record<string, string>>;
  /** `env:` of the step. */
  readonly env?: Readonly<Record<string, string>>;
  readonly event: { readonly name: string; readonly payload: unknown };
  readonly github: GitHubRun;
  /** Values that `${{ secrets.* }}` would have masked before the step; the token always is. */
  readonly secrets?: readonly string[];
  /** What the log's first line says after `Run`; default `./`. */
  readonly uses?: string;
  /** Files that an earlier step left in the workspace: path to text. */
  readonly workspace?: Readonly<Record<string, string>>;
  /** Default: the Node 24 of the development dependencies. */
  readonly nodePath?: string;
  /** Default: two minutes. */
  readonly timeoutMs?: number;
}

export interface RunnerResult extends StepChanges {
  /** Null when a signal ended the process. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly timedOut: boolean;
  /** `failure` also when a command or a command file was faulty. */
  readonly conclusion: 'success' | 'failure';
  /** As written by the process, secrets in clear. */
  readonly stdout: string;
  readonly stderr: string;
  /** As GitHub shows it. */
  readonly log: string;
  /** The log as the runner stores it, `##[group]` and the like in place, secrets hidden. */
  readonly entries: readonly string[];
  /** Commands carried out, in order. */
  readonly commands: readonly ParsedCommand[];
  /** At most ten a level. */
  readonly annotations: readonly Annotation[];
  readonly droppedAnnotations: readonly Annotation[];
  /** Values that the step masked itself. */
  readonly masks: readonly string[];
  /** Path to text of every file in the workspace afterwards; symbolic links are not followed. */
  readonly workspaceFiles: Readonly<Record<string, string>>;
}

/** Plays one step. Rejects only when there is nothing to play: no action.yml, no Node 24, no script. */
export async function playRunner(options: PlayOptions): Promise<RunnerResult> {
  const action = await readActionFile(options.actionFile);
  const nodePath = options.nodePath ?? bundledNode();
  await requireNode(nodePath, action.using);
  const script = resolve(dirname(options.actionFile), action.main);
  if (!existsSync(script)) {
    throw new Error(`${action.main} of ${options.actionFile} does not exist: run npm run build`);
  }
  const paths = await createPaths({
    repository: options.github.repository,
    payload: options.event.payload,
    workspace: options.workspace ?? {},
  });
  try {
    return await playStep({ options, action, nodePath, script, paths });
  } finally {
    await rm(paths.root, { recursive: true, force: true });
  }
}

interface Stage {
  readonly options: PlayOptions;
  readonly action: ActionFile;
  readonly nodePath: string;
  readonly script: string;
  readonly paths: StepPaths;
}

async function playStep({ options, action, paths, ...stage }: Stage): Promise<RunnerResult> {
  const masker = createMasker();
  for (const secret of [options.github.token, ...(options.secrets ?? [])]) masker.add(secret);
  const step = new Step({
    masker,
    workspace: paths.workspace,
    fileExists: (path) => existsSync(resolve(paths.workspace, path)),
  });
  const context = githubContext(options.github, options.event.name);
  const inputs = resolveInputs(action, options.inputs, context);
  for (const warning of inputs.warnings) step.issue('warning', warning);
  announce(step, options, inputs.values);
  const ended = await runProcess({
    ...stage,
    cwd: paths.workspace,
    // In the runner's order: a workflow can set neither an input's variable nor one of GitHub's by `env:`.
    env: {
      ...machineEnvironment(paths),
      ...options.env,
      ...inputEnvironment(inputs.values),
      ...runnerEnvironment(context, paths),
    },
    timeoutMs: options.timeoutMs ?? 120_000,
    onLine: (stream, line) => {
      step.receive(stream, line);
    },
  });
  const changes = await readChanges(step, masker, paths);
  const { failed, ...record } = step.record;
  return {
    ...ended,
    ...record,
    ...changes,
    conclusion: ended.exitCode === 0 && !failed ? 'success' : 'failure',
    log: renderLog(record.entries),
    workspaceFiles: await readTree(paths.workspace),
  };
}

/** The first lines of a step's log. */
function announce(step: Step, options: PlayOptions, inputs: ReadonlyMap<string, string>): void {
  step.output(`##[group]Run ${options.uses ?? './'}`);
  const shown = [...inputs].filter(([, value]) => value !== '');
  if (shown.length > 0) step.output('with:');
  for (const [name, value] of shown) step.output(`  ${name}: ${value}`);
  const env = Object.entries(options.env ?? {});
  if (env.length > 0) step.output('env:');
  for (const [name, value] of env) step.output(`  ${name}: ${value}`);
  step.output('##[endgroup]');
}
