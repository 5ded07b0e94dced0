// The retry policy for requests to the service. Pure.
import { retryDelayMs, TRANSIENT_STATUSES } from '../net/retry-timing.ts';
import type { Exchange } from '../net/transport.ts';
import type { RepeatRule } from './endpoints.ts';

/** Decides how many milliseconds to wait before a retry; null: no retry. */
export function decideRetryMs(repeat: RepeatRule, exchange: Exchange): number | null {
  if (!mayRepeat(repeat, exchange)) return null;
  const retryAfter = exchange.kind === 'response' ? (exchange.headers.get('retry-after') ?? null) : null;
  return retryDelayMs({ ...exchange, retryAfter });
}

function mayRepeat(repeat: RepeatRule, exchange: Exchange): boolean {
  if (exchange.kind === 'network' && !exchange.mayHaveArrived) return true;
  if (repeat !== 'always') return false;
  switch (exchange.kind) {
    case 'timeout':
    case 'network':
      return true;
    case 'redirect':
      return false;
    case 'response':
      return TRANSIENT_STATUSES.has(exchange.status);
  }
}
