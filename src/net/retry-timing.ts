// The wait before a request is sent again: Retry-After, else exponential backoff with full jitter. Pure.

/** Statuses that may be gone at the next try. */
export const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** The longest `Retry-After`, in milliseconds, that is waited for. */
export const MAX_RETRY_AFTER_MS = 60_000;

/** Longest wait after the first try; it doubles with each further one. */
const FIRST_BACKOFF_MS = 500;
/** Longest wait of the backoff, whatever the try. */
const MAX_BACKOFF_MS = 8_000;

/** What a waiting time is computed from. */
export interface RetryTiming {
  /** How many times the request was sent so far; at least 1. */
  readonly tries: number;
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
 * Gives null when `Retry-After` asks for more than MAX_RETRY_AFTER_MS: then give up at once.
 * Never throws.
 */
export function retryDelayMs(timing: RetryTiming): number | null {
  const { tries, retryAfter, nowMs, random } = timing;
  const askedMs = parseRetryAfterMs(retryAfter, nowMs);
  if (askedMs !== undefined) return askedMs > MAX_RETRY_AFTER_MS ? null : askedMs;
  return Math.floor(random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (tries - 1)));
}

// The two date forms of RFC 9110 that name their time zone.
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4}|[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2}) \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Reads a `Retry-After` header (whole seconds, or an HTTP date) as milliseconds from now, uncapped.
 * A date that has passed is 0; a missing or malformed header is undefined. Never throws.
 */
export function parseRetryAfterMs(value: string | null, nowMs: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATE.test(text)) return undefined;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
