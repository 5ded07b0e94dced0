import type { EpochMs } from '../domain/identifiers.js';
export interface Clock {
    now(): EpochMs;
    /** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
    wait(ms: number, signal: AbortSignal): Promise<void>;
    /** From 0 to below 1. */
    random(): number;
}
/** Node's timers take no more: a longer one would end at once. */
export declare const MAX_TIMER_MS: number;
/** The clock of this machine. */
export declare const systemClock: Clock;
