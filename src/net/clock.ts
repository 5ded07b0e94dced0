// Time and chance: what the clock says, waiting, and a random number.
import { setTimeout as sleep } from 'node:timers/promises';
import type { EpochMs } from '../domain/identifiers.ts';

export interface Clock {
  now(): EpochMs;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** From 0 to below 1. */
  random(): number;
}

/** Node's timers take no more: a longer one would end at once. */
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
  random: () => Math.random(),
};
