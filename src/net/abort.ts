// Ways to stop waiting: as soon as a signal is aborted, or after a while.
import type { Clock } from './clock.ts';

/** Joins signals into a new one. Code that listens to it adds no listener to the signals, of which Node 20 warns from the eleventh on. */
export function joinSignals(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}

/** Waits; throws the signal's reason as soon as it is aborted, even if the clock's wait ignores the signal. */
export async function waitUnlessAborted(clock: Pick<Clock, 'wait'>, ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  try {
    await clock.wait(ms, signal);
  } finally {
    signal.throwIfAborted();
  }
}

/** Ends like `work`, or rejects with the signal's reason as soon as that is aborted, however slow the work is. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let leave = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    leave = () => {
      reject(signal.reason as Error);
    };
  });
  signal.addEventListener('abort', leave);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    // undici keeps the signal for a while, and the listener would keep the answer in memory with it.
    signal.removeEventListener('abort', leave);
  }
}

export async function orAfter<Value>(
  clock: Pick<Clock, 'after'>,
  work: Promise<Value>,
  { ms, instead }: { readonly ms: number; readonly instead: Value },
): Promise<Value> {
  let stop = (): void => undefined;
  const late = new Promise<Value>((resolve) => {
    stop = clock.after(ms, () => {
      resolve(instead);
    });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    stop();
  }
}

/** Keeps a failure in the background from becoming an unhandled rejection. */
export async function capture<Value>(work: Promise<Value>): Promise<PromiseSettledResult<Value>> {
  const [result] = await Promise.allSettled([work]);
  return result;
}
