// The wait before a retry: Retry-After, or exponential backoff with full jitter. Pure.
import type { Exchange } from './transport.ts';

export const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** The longest `Retry-After` that we wait for, in milliseconds. */
export const MAX_RETRY_AFTER_MS = 60_000;

/** The longest wait after the first try; doubles with each further try. */
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8_000;

interface RetryTiming extends Pick<Exchange, 'tries' | 'nowMs' | 'random'> {
  readonly retryAfter: string | null;
}

/**
 * Computes the wait before the next try, in whole milliseconds: `Retry-After` if the answer has one that is not over (by our
 * clock, which may be ahead, it is no permission to ask again at once), otherwise a random time up to half a second, doubled
 * with each further try, at most 8 s ("full jitter").
 * It is null if `Retry-After` asks for more than MAX_RETRY_AFTER_MS: give up at once.
 */
export function retryDelayMs(timing: RetryTiming): number | null {
  const { tries, retryAfter, nowMs, random } = timing;
  const askedMs = parseRetryAfterMs(retryAfter, nowMs) ?? 0;
  if (askedMs > 0) return askedMs > MAX_RETRY_AFTER_MS ? null : askedMs;
  return Math.floor(random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (tries - 1)));
}

// The two date forms of RFC 9110 that name their time zone.
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4}|[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2}) \d{2}:\d{2}:\d{2} GMT$/;

/** A `Retry-After` header as milliseconds from now, uncapped; 0 for a date that has passed, undefined if missing or malformed. */
export function parseRetryAfterMs(value: string | null, nowMs: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATE.test(text)) return undefined;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
