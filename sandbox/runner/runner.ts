// Plays a step as GitHub's runner does: the action as a process on Node 24.
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { machineEnvironment } from './environment.ts';
import { bundledNode, requireNode, runProcess } from './process.ts';
import { type RunnerResult, runStep, type StepOptions } from './run-step.ts';

export type { RunnerResult } from './run-step.ts';

export interface PlayOptions extends StepOptions {
  /** Default: the Node 24 of the development dependencies. */
  readonly nodePath?: string;
  /** Default: two minutes. */
  readonly timeoutMs?: number;
}

/** Plays one step. Rejects only when there is nothing to play: no action.yml, no Node 24, no script. */
export async function playRunner(options: PlayOptions): Promise<RunnerResult> {
  return runStep(options, async ({ action, environment, paths, step }) => {
    const nodePath = options.nodePath ?? bundledNode();
    await requireNode(nodePath, action.using);
    const script = resolve(dirname(options.actionFile), action.main);
    if (!existsSync(script)) {
      throw new Error(`${action.main} of ${options.actionFile} does not exist: run npm run bundle`);
    }
    return runProcess({
      nodePath,
      script,
      cwd: paths.workspace,
      timeoutMs: options.timeoutMs ?? 120_000,
      env: { ...machineEnvironment(paths), ...environment },
      onLine: (stream, line) => {
        step.receive(stream, line);
      },
    });
  });
}
