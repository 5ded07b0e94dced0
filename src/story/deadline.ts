// Owns the end of a run that takes too long: it never hangs a runner.
import { formatDuration } from '../report/wording.ts';
import { MAX_TIMER_MS } from '../net/clock.ts';
import { ExpectedError } from '../runner/expected-error.ts';

/** The run has taken longer than its waits and its work may take. */
export class DeadlineError extends ExpectedError {
  override readonly name = 'DeadlineError';
}

export interface Deadlines {
  /** Ends the look-up at the service. */
  readonly service: AbortSignal;
  /** Ends everything; a little later, so that the end of the look-up can still be told. */
  readonly github: AbortSignal;
}

const LOOK_UP_MS = 90_000;
const WORK_MS = 120_000;

/**
 * What an action other than the gate allows besides, five minutes of look-ups in all: every request has its four tries
 * of half a minute, and nobody waits for a verdict.
 */
export const PATIENCE_MS = 300_000 - LOOK_UP_MS;

/** Starts the clocks: the waits that the inputs allow, and two minutes of work. */
export function startDeadlines(waitsMs: number, cancelled: AbortSignal): Deadlines {
  return {
    service: AbortSignal.any([cancelled, abortAfter(waitsMs + LOOK_UP_MS)]),
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
