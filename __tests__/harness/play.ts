// A step of a test: in this process, or as a process where the test changes the process itself.
import { playRunner, type PlayOptions, type RunnerResult } from '../../sandbox/runner/runner.ts';
import { runAction, type ActionOptions } from './run-action.ts';

/** Runs the step in this process, unless it is to load code of its own with NODE_OPTIONS. */
export async function playStep(
  options: PlayOptions,
  own: Pick<ActionOptions, 'clock' | 'signal'> = {},
): Promise<RunnerResult> {
  const isProcess = options.env?.['NODE_OPTIONS'] !== undefined;
  return isProcess ? await playRunner(options) : await runAction({ ...options, ...own });
}
