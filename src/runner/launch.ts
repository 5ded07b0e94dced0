// Starts and ends the process of an action: signals, and the only top-level catch.
import { ExpectedError } from '../judgement/errors.ts';
import { openActionsRunner } from './actions-runner.ts';
import type { Dependencies } from './session.ts';

class CancelledError extends ExpectedError {
  override readonly name = 'CancelledError';
}

type Host = Pick<Dependencies, 'runner' | 'signal'>;

/** Ends the process. Never rejects. */
export async function launch(run: (host: Host) => Promise<void>): Promise<void> {
  const cancel = new AbortController();
  const stop = (name: NodeJS.Signals): void => {
    // A second signal ends the process at once.
    for (const signal of SIGNALS) process.off(signal, stop);
    cancel.abort(new CancelledError(`The job was cancelled (${name}).`));
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  await runToEnd({ runner: openActionsRunner(process.env), signal: cancel.signal }, run);
  // A connection that was just being opened when all were closed would keep the process alive.
  process.stdout.write('', () => process.exit());
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Never rejects: what is thrown fails the job. A signal after the end of the action changes nothing. */
export async function runToEnd(host: Host, run: (host: Host) => Promise<void>): Promise<void> {
  const { runner } = host;
  try {
    await run(host);
  } catch (error) {
    runner.fail(describe(error));
  }
}

/** Expected errors say what to do; anything else is a bug and shows its stack. */
function describe(error: unknown): string {
  if (error instanceof ExpectedError) return error.message;
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `Scan Gate crashed. Please report this.\n${trace}`;
}
