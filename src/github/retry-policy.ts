// The rule by which a request to GitHub is sent again: never what adds, unless it was refused for its rate. Pure.
import { MAX_RETRY_AFTER_MS, retryDelayMs, TRANSIENT_STATUSES } from '../net/retry-timing.ts';
import type { Attempt } from '../net/transport.ts';
import { isCreation, readAnswer, toBodyText } from './complete-body.ts';
import { readRateLimit } from './failure.ts';

/** Decides how many milliseconds to wait before a request is sent again; null: it would not help, or do harm. */
export function decideRetryMs(attempt: Attempt): number | null {
  const answer = readAnswer(attempt);
  if (answer instanceof Error) return isRepeatable(attempt) ? backoffMs(attempt, null) : null;
  const { status, headers } = answer;
  const limit = readRateLimit({
    status,
    header: (name) => headers.get(name) ?? null,
    // Of nothing else is the text looked at.
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

/** A creation without a clear refusal may have been carried out, and so may the update of a check run, which appends. */
function isRepeatable({ request }: Attempt): boolean {
  const isAppending = request.method === 'PATCH' && request.url.includes('/check-runs/');
  return !isAppending && !isCreation(request);
}
