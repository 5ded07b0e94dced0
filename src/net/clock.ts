// The clock: time, waits, timers and random numbers, so that a test can replace all of them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { EpochMs } from '../domain/identifiers.ts';

/** Everything in a run that depends on time or randomness. */
export interface Clock {
  now(): EpochMs;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls back once after `ms`, unless the returned function is called first. Keeps the process alive until then. */
  after(ms: number, callback: () => void): () => void;
  /** From 0 (inclusive) to 1 (exclusive). */
  random(): number;
}

/** Node's longest timer, in milliseconds; a longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now() as EpochMs,
  wait: async (ms, signal) => {
    try {
      await sleep(Math.min(ms, MAX_TIMER_MS), undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
  after: (ms, callback) => {
    const timer = setTimeout(callback, Math.min(ms, MAX_TIMER_MS));
    return () => {
      clearTimeout(timer);
    };
  },
  random: () => Math.random(),
};
