// Sets the deadlines of a run, so that it never hangs.
import { DeadlineError } from '../judgement/errors.ts';
import { formatDuration } from '../judgement/format.ts';
import type { Clock } from '../net/clock.ts';

interface Deadlines {
  readonly service: AbortSignal;
  /** GitHub may be asked a little longer than the service. */
  readonly github: AbortSignal;
  readonly reporting: AbortSignal;
  /** Reporting has two minutes from now. GitHub is read half a minute less for it, the service a minute. */
  readonly beginReporting: () => void;
  readonly stop: () => void;
}

const WORK_MS = 120_000;
/** Each step is given up one exchange earlier than the next, so that there is time for that. */
const STEP_MS = 30_000;
const SERVICE_MS = WORK_MS - STEP_MS;

/** Nobody waits for these actions, so each request has time for four tries of half a minute. */
export const PATIENCE_MS = 300_000 - SERVICE_MS;

/** Starts the clocks with the waits that the inputs allow and two minutes of work. `stop` ends them all. */
export function startDeadlines(
  waitsMs: number,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Deadlines {
  const service = createDeadline(clock);
  const github = createDeadline(clock);
  const reporting = createDeadline(clock);
  service.endWithin(waitsMs + SERVICE_MS, 'the run');
  github.endWithin(waitsMs + WORK_MS, 'the run');
  return {
    service: AbortSignal.any([signal, service.signal]),
    github: AbortSignal.any([signal, github.signal]),
    reporting: AbortSignal.any([signal, reporting.signal]),
    beginReporting: () => {
      service.endWithin(SERVICE_MS - STEP_MS, 'reading for the report');
      github.endWithin(WORK_MS - STEP_MS, 'reading for the report');
      reporting.endWithin(WORK_MS, 'reporting');
    },
    stop: () => {
      for (const deadline of [service, github, reporting]) deadline.stop();
    },
  };
}

interface Deadline {
  readonly signal: AbortSignal;
  /** Ends `ms` from now, unless it ends earlier anyway. `what` is what takes the time. */
  readonly endWithin: (ms: number, what: string) => void;
  readonly stop: () => void;
}

function createDeadline(clock: Clock): Deadline {
  const controller = new AbortController();
  let dueMs = Infinity;
  let stop = (): void => undefined;
  return {
    signal: controller.signal,
    endWithin: (ms, what) => {
      if (dueMs <= clock.now() + ms) return;
      dueMs = clock.now() + ms;
      stop();
      stop = clock.after(ms, () => {
        controller.abort(new DeadlineError(`${what} has taken ${formatDuration(ms)}, its deadline`));
      });
    },
    stop: () => {
      stop();
    },
  };
}
