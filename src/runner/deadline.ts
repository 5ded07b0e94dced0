// The end of a run that takes too long: it never hangs a runner.
import { DeadlineError } from '../domain/expected-error.ts';
import { formatDuration } from '../domain/format.ts';
import { MAX_TIMER_MS } from '../net/clock.ts';

export interface Deadlines {
  /** Ends the questions to the service. */
  readonly service: AbortSignal;
  /** Ends everything; a little later, so that the end of those questions can still be reported. */
  readonly github: AbortSignal;
}

const SERVICE_MS = 90_000;
const WORK_MS = 120_000;

/**
 * What an action other than the gate allows besides, five minutes of questions in all: every request has its four tries
 * of half a minute, and nobody waits for a verdict.
 */
export const PATIENCE_MS = 300_000 - SERVICE_MS;

/** Starts the clocks: the waits that the inputs allow, and two minutes of work. */
export function startDeadlines(waitsMs: number, cancelled: AbortSignal): Deadlines {
  return {
    service: AbortSignal.any([cancelled, abortAfter(waitsMs + SERVICE_MS)]),
    github: AbortSignal.any([cancelled, abortAfter(waitsMs + WORK_MS)]),
  };
}

function abortAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  const timer = setTimeout(
    () => {
      controller.abort(new DeadlineError(`the run has taken ${formatDuration(ms)}, its deadline`));
    },
    Math.min(ms, MAX_TIMER_MS),
  );
  timer.unref();
  return controller.signal;
}
