// The end of a run that takes too long: it never hangs a runner.
import { DeadlineError } from '../domain/expected-error.ts';
import { formatDuration } from '../domain/format.ts';
import type { Clock } from '../net/clock.ts';

export interface Deadlines {
  /** Ends the questions to the service. */
  readonly service: AbortSignal;
  /** Ends everything; a little later, so that the end of those questions can still be reported. */
  readonly github: AbortSignal;
  /** No deadline passes any more. */
  stop(): void;
}

const SERVICE_MS = 90_000;
const WORK_MS = 120_000;

/**
 * What an action other than the gate allows besides, five minutes of questions in all: every request has its four tries
 * of half a minute, and nobody waits for a verdict.
 */
export const PATIENCE_MS = 300_000 - SERVICE_MS;

/** Starts the clocks: the waits that the inputs allow, and two minutes of work. `stop` ends them. */
export function startDeadlines(
  waitsMs: number,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Deadlines {
  const service = startDeadline(clock, waitsMs + SERVICE_MS);
  const github = startDeadline(clock, waitsMs + WORK_MS);
  return {
    service: AbortSignal.any([signal, service.signal]),
    github: AbortSignal.any([signal, github.signal]),
    stop: () => {
      service.stop();
      github.stop();
    },
  };
}

function startDeadline(clock: Clock, ms: number): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const stop = clock.after(ms, () => {
    controller.abort(new DeadlineError(`the run has taken ${formatDuration(ms)}, its deadline`));
  });
  return { signal: controller.signal, stop };
}
