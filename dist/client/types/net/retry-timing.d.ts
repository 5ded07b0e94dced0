/** The longest `Retry-After`, in milliseconds, that is waited for. */
export declare const MAX_RETRY_AFTER_MS = 60000;
/** What a waiting time is computed from. */
export interface RetryQuestion {
    /** How many tries were made so far; at least 1. */
    readonly attempt: number;
    /** The header `Retry-After` of the last answer, or null. */
    readonly retryAfter: string | null;
    /** The time now, in Unix milliseconds: an HTTP date is counted from it. */
    readonly nowMs: number;
    /** Gives a number from 0 up to, not including, 1. */
    readonly random: () => number;
}
/**
 * Computes the wait before the next try, in whole milliseconds: `Retry-After` when the answer has a
 * valid one, else a random time up to half a second, doubled with each further try, at most 8 s ("full jitter").
 * Gives undefined when `Retry-After` asks for more than MAX_RETRY_AFTER_MS: then give up at once.
 * Never throws.
 */
export declare function retryDelayMs(question: RetryQuestion): number | undefined;
/**
 * Reads a `Retry-After` header (whole seconds, or an HTTP date) as milliseconds from now, uncapped.
 * A date that has passed is 0; a missing or malformed header is undefined. Never throws.
 */
export declare function parseRetryAfterMs(value: string | null, nowMs: number): number | undefined;
