// The clock: time, waits, timers and random numbers, so that a test can replace all of them.
import type { EpochMs } from '../judgement/identifiers.ts';

export interface Clock {
  readonly now: () => EpochMs;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Calls back once after `ms`, unless the returned function is called first. Keeps the process alive until then. */
  readonly after: (ms: number, callback: () => void) => () => void;
  /** The number is from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
}

/** The longest timer, in milliseconds; a longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now() as EpochMs,
  wait: async (ms, signal) => {
    signal.throwIfAborted();
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(ms, MAX_TIMER_MS));
      signal.addEventListener('abort', end);
    });
    signal.throwIfAborted();
  },
  after: (ms, callback) => {
    const timer = setTimeout(callback, Math.min(ms, MAX_TIMER_MS));
    return () => {
      clearTimeout(timer);
    };
  },
  random: () => Math.random(),
};
