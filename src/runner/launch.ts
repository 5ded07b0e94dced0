// Owns the start and the end of an action: signals, and the only catch at the top.
import { setImmediate } from 'node:timers/promises';
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
  const stop = (name: NodeJS.Signals): void => {
    // A second signal ends the process, whatever goes on.
    for (const signal of SIGNALS) process.off(signal, stop);
    cancel.abort(new CancelledError(`The job was cancelled (${name}).`));
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    await story(runner, cancel.signal);
    // A signal is only heard between two turns.
    await setImmediate();
    cancel.signal.throwIfAborted();
  } catch (error) {
    runner.fail(describe(error));
  }
  // What is said is out. A connection that was just being made when all were cut would keep the process.
  process.stdout.write('', () => process.exit());
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Errors that were foreseen say what to do; anything else is a defect and shows its stack. */
function describe(error: unknown): string {
  if (isExpected(error)) return error.message;
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `Scan Gate stopped because of a defect of its own; please report it.\n${trace}`;
}
