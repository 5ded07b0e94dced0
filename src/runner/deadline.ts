// The deadlines of a run, so that it never hangs.
import { DeadlineError } from '../judgement/errors.ts';
import { formatDuration } from '../judgement/format.ts';
import type { Clock } from '../net/clock.ts';

interface Deadlines {
  /** Aborts the requests to the service. */
  readonly service: AbortSignal;
  /** Ends the questions to GitHub; a little later. */
  readonly github: AbortSignal;
  /** Ends the reporting, which has two minutes from `beginReporting` on, whatever was allowed before. */
  readonly reporting: AbortSignal;
  readonly beginReporting: () => void;
  /** Stops the deadlines. */
  readonly stop: () => void;
}

const SERVICE_MS = 90_000;
const WORK_MS = 120_000;

/**
 * Extra time for actions other than the gate, five minutes for the service in total: enough for four tries of half a
 * minute for each request, because nobody is waiting for a verdict.
 */
export const PATIENCE_MS = 300_000 - SERVICE_MS;

/** Starts the clocks: the waits that the inputs allow, and two minutes of work. `stop` ends them all. */
export function startDeadlines(
  waitsMs: number,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Deadlines {
  const service = createDeadline(clock);
  const github = createDeadline(clock);
  const reporting = createDeadline(clock);
  service.start(waitsMs + SERVICE_MS);
  github.start(waitsMs + WORK_MS);
  return {
    service: AbortSignal.any([signal, service.signal]),
    github: AbortSignal.any([signal, github.signal]),
    reporting: AbortSignal.any([signal, reporting.signal]),
    beginReporting: () => {
      reporting.start(WORK_MS);
    },
    stop: () => {
      for (const deadline of [service, github, reporting]) deadline.stop();
    },
  };
}

interface Deadline {
  readonly signal: AbortSignal;
  readonly start: (ms: number) => void;
  readonly stop: () => void;
}

function createDeadline(clock: Clock): Deadline {
  const controller = new AbortController();
  let stop = (): void => undefined;
  return {
    signal: controller.signal,
    start: (ms) => {
      stop();
      stop = clock.after(ms, () => {
        controller.abort(new DeadlineError(`the run has taken ${formatDuration(ms)}, its deadline`));
      });
    },
    stop: () => {
      stop();
    },
  };
}
