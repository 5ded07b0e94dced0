// Owns the start and the end of an action: signals, and the only catch at the top.
import { openActionsRunner } from './actions-runner.ts';
import { ExpectedError, isExpected } from './expected-error.ts';
import type { Runner } from './runner.ts';

/** What an action does. `signal` is aborted when the job is cancelled. */
export type Story = (runner: Runner, signal: AbortSignal) => Promise<void>;

/** The job was cancelled; what was under way has been stopped. */
class CancelledError extends ExpectedError {
  override readonly name = 'CancelledError';
}

/** Tells a story on this machine's runner. Never rejects: what the story throws ends the job red. */
export async function launch(story: Story): Promise<void> {
  const runner = openActionsRunner(process.env);
  const cancel = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      cancel.abort(new CancelledError(`The job was cancelled (${name}).`));
    });
  }
  try {
    await story(runner, cancel.signal);
  } catch (error) {
    runner.fail(describe(error));
  }
}

/** Errors that were foreseen say what to do; anything else is a defect and shows its stack. */
function describe(error: unknown): string {
  if (isExpected(error)) return error.message;
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `Scan Gate stopped because of a defect of its own; please report it.\n${trace}`;
}
