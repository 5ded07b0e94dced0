// The deadlines of a run, so that it never hangs.
import { DeadlineError } from '../domain/expected-error.ts';
import { formatDuration } from '../domain/format.ts';
import type { Clock } from '../net/clock.ts';

export interface Deadlines {
  /** Aborts the requests to the service. */
  readonly service: AbortSignal;
  /** Aborts everything; a little later, so that a time-out of the service can still be reported. */
  readonly github: AbortSignal;
  /** Stops the deadlines. */
  stop(): void;
}

const SERVICE_MS = 90_000;
const WORK_MS = 120_000;

/**
 * Extra time for actions other than the gate, five minutes for the service in total: enough for four tries of half a
 * minute for each request, because nobody is waiting for a verdict.
 */
export const PATIENCE_MS = 300_000 - SERVICE_MS;

/** Starts the deadlines: the waits that the inputs allow, plus two minutes of work. */
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
