// GitHub's secondary rate limit, where it does not say how long it lasts: one long wait, then a minute without such a request.
import type { TransportResponse } from '../net/transport.ts';

/** What GitHub asks to wait at least. */
const PAUSE_MS = 60_000;

/** What a request is, as far as the limit goes. */
export interface LimitedRequest {
  readonly method: string;
  /** The repository that it is about, in whatever form; empty: about none. */
  readonly place: string;
}

/** A request that met the limit. */
export interface Meeting extends LimitedRequest {
  readonly answer: TransportResponse;
  /** When it was sent first. */
  readonly sentMs: number;
  readonly nowMs: number;
  /** Whether it has waited for the limit before. */
  readonly hasWaited: boolean;
}

/** What is known of the secondary limit in one run. All times are Unix milliseconds. */
export interface SecondaryLimit {
  /** How long a request has to wait before it is sent; 0: not at all. */
  readonly pauseMs: (nowMs: number) => number;
  /** How long a request that met the limit waits before it is sent again; null: it is given up. */
  readonly waitMs: (meeting: Meeting) => number | null;
  /** The answer that such a request would get again; null: it may be sent. */
  readonly findRefusal: (wanted: LimitedRequest, nowMs: number) => TransportResponse | null;
}

/**
 * Creates what remembers the limit. It is waited for once for each place; meanwhile everybody else waits too, since it is one
 * of the token. Whoever asked on would prolong it.
 */
export function createSecondaryLimit(): SecondaryLimit {
  const waitedFor = new Set<string>();
  const refusals = new Map<string, { readonly answer: TransportResponse; readonly endMs: number }>();
  let endMs = 0;
  const toKey = ({ method, place }: LimitedRequest): string => `${method} ${place}`;
  const pauseMs = (nowMs: number): number => Math.max(0, endMs - nowMs);
  return {
    pauseMs,
    waitMs: (meeting) => {
      const { place, answer, sentMs, nowMs, hasWaited } = meeting;
      // Sent before anybody had waited, it met the same limit as they.
      if (sentMs < endMs && !hasWaited) return pauseMs(nowMs);
      if (waitedFor.has(place)) {
        refusals.set(toKey(meeting), { answer, endMs: nowMs + PAUSE_MS });
        return null;
      }
      waitedFor.add(place);
      endMs = nowMs + PAUSE_MS;
      return PAUSE_MS;
    },
    findRefusal: (wanted, nowMs) => {
      const refusal = refusals.get(toKey(wanted));
      return refusal !== undefined && nowMs < refusal.endMs ? refusal.answer : null;
    },
  };
}
