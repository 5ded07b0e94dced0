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
    /** Longest wait after the first try; it doubles with each further try. Default 500. */
    readonly baseMs?: number;
    /** Longest wait of the backoff, whatever the try. Default 8,000. */
    readonly maxMs?: number;
}
/**
 * Computes the wait before the next try, in whole milliseconds: `Retry-After` when the answer has a
 * valid one, else a random time up to `baseMs * 2^(attempt - 1)`, at most `maxMs` ("full jitter").
 * Gives undefined when `Retry-After` asks for more than MAX_RETRY_AFTER_MS: then give up at once.
 * Never throws.
 */
export declare function retryDelayMs(question: RetryQuestion): number | undefined;
/**
 * Reads a `Retry-After` header (whole seconds, or an HTTP date) as milliseconds from now, uncapped.
 * A date that has passed is 0; a missing or malformed header is undefined. Never throws.
 */
export declare function parseRetryAfterMs(value: string | null, nowMs: number): number | undefined;
