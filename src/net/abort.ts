// The ways to stop waiting as soon as a signal is aborted.
import type { Clock } from './clock.ts';

/** Joins signals to one that is aborted with the first of them; undefined when there is none. */
export function joinSignals(
  ...signals: readonly (AbortSignal | undefined)[]
): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
}

/** Waits, and throws the signal's reason as soon as it is aborted, also where the clock's wait ignores it. */
export async function waitUnlessAborted(
  clock: Pick<Clock, 'wait'>,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  try {
    await clock.wait(ms, signal);
  } finally {
    signal.throwIfAborted();
  }
}

/** Gives what the work gives, or rejects as soon as the signal is aborted: slow work does not hold up the caller. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let leave = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    leave = () => {
      reject(new Error('aborted'));
    };
  });
  signal.addEventListener('abort', leave);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    // Who still holds the signal, as undici does for a while, would hold the answer with it.
    signal.removeEventListener('abort', leave);
  }
}
