// The retry policy for requests to GitHub: what adds something is retried only after a rate limit. Pure.
import { MAX_RETRY_AFTER_MS, retryDelayMs, TRANSIENT_STATUSES } from '../net/retry-timing.ts';
import type { Attempt } from '../net/transport.ts';
import { isCreation, readAnswer, toBodyText } from './octokit-fetch.ts';
import { readRateLimit } from './failure.ts';

/** Decides how many milliseconds to wait before a retry; null: a retry would not help, or would do harm. */
export function decideRetryMs(attempt: Attempt): number | null {
  const answer = readAnswer(attempt);
  if (answer instanceof Error) return isRepeatable(attempt) ? backoffMs(attempt, null) : null;
  const { status, headers } = answer;
  const limit = readRateLimit({
    status,
    header: (name) => headers.get(name) ?? null,
    // Only a 403 needs its text.
    message: status === 403 ? toBodyText(answer) : '',
  });
  const isTransient = TRANSIENT_STATUSES.has(status) && isRepeatable(attempt);
  if (!limit.rateLimited && !isTransient) return null;
  if (limit.retryAfter !== null || limit.rateLimitResetS === null) {
    return backoffMs(attempt, limit.retryAfter);
  }
  const untilResetMs = Math.max(0, limit.rateLimitResetS * 1_000 - attempt.nowMs);
  return untilResetMs <= MAX_RETRY_AFTER_MS ? untilResetMs : null;
}

function backoffMs(attempt: Attempt, retryAfter: string | null): number | null {
  return retryDelayMs({ ...attempt, retryAfter });
}

/** A create, or an update of a check run (which appends), may have happened unless it was clearly refused. */
function isRepeatable({ request }: Attempt): boolean {
  const isAppending = request.method === 'PATCH' && request.url.includes('/check-runs/');
  return !isAppending && !isCreation(request);
}
