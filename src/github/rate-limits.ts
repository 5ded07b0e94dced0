// Remembers GitHub's rate limits in one run: no request is sent before the time that GitHub named, or within a minute
// where it named none.
import { MAX_RETRY_AFTER_MS } from '../net/retry-timing.ts';
import type { TransportResponse } from '../net/transport.ts';

/** GitHub asks to wait at least this long. */
const PAUSE_MS = 60_000;

export interface LimitedRequest {
  readonly method: string;
  /** Each has its own number of requests an hour. */
  readonly resource: 'rest' | 'graphql';
  /** The repository that it is about, in whatever form; empty if it is about none. */
  readonly place: string;
  /** True if the run does without the answer: it costs no other request its wait. */
  readonly isOptional: boolean;
}

export interface Meeting extends LimitedRequest {
  readonly answer: TransportResponse;
  readonly end: { readonly ms: number; readonly isOfHour: boolean } | null;
  readonly sentMs: number;
  readonly nowMs: number;
  readonly hasWaited: boolean;
}

/** All times are Unix milliseconds. */
export interface RateLimits {
  /** Gives how long a request has to wait before it is sent, or the refusal that it would get again. */
  readonly check: (wanted: LimitedRequest, nowMs: number) => number | TransportResponse;
  /** Gives how long a request that met a limit waits before it is sent again; null: it is given up. */
  readonly waitMs: (meeting: Meeting) => number | null;
}

interface Limit {
  readonly answer: TransportResponse;
  readonly endMs: number;
  /** True if a request waited for its end and was refused again. */
  readonly isFinal: boolean;
}

/**
 * The limit of the hour holds for its resource, another one with a time for reads or for writes. One without a time is
 * waited for once for each place; meanwhile everybody else waits too, since it may be one of the whole token, and
 * further requests would prolong it.
 */
export function createRateLimits(): RateLimits {
  const waitedFor = new Set<string>();
  const limits = new Map<string, Limit>();
  const leftMs = ({ endMs }: Pick<Limit, 'endMs'>, nowMs: number): number => Math.max(0, endMs - nowMs);
  const pauseMs = (nowMs: number): number => leftMs(limits.get(EVERYBODY) ?? { endMs: 0 }, nowMs);
  return {
    check: (wanted, nowMs) => {
      const holding = [EVERYBODY, wanted.resource, toKind(wanted), toLike(wanted)].flatMap((scope) => {
        const limit = limits.get(scope);
        return limit === undefined || leftMs(limit, nowMs) === 0 ? [] : [limit];
      });
      const refusal = holding.find((limit) => limit.isFinal || leftMs(limit, nowMs) > MAX_RETRY_AFTER_MS);
      return refusal?.answer ?? Math.max(0, ...holding.map((limit) => leftMs(limit, nowMs)));
    },
    waitMs: (meeting) => {
      const { answer, end, sentMs, nowMs, hasWaited } = meeting;
      if (end !== null) {
        const scope = end.isOfHour ? meeting.resource : toKind(meeting);
        limits.set(scope, { answer, endMs: end.ms, isFinal: false });
        return end.ms - nowMs > MAX_RETRY_AFTER_MS ? null : end.ms - nowMs;
      }
      // This request was sent before anybody had waited, so it met the same limit.
      if (!hasWaited && sentMs < (limits.get(EVERYBODY)?.endMs ?? 0)) return pauseMs(nowMs);
      const waiting = `${toWeight(meeting)}${meeting.place}`;
      const isFinal = waitedFor.has(waiting);
      waitedFor.add(waiting);
      limits.set(isFinal ? toLike(meeting) : EVERYBODY, { answer, endMs: nowMs + PAUSE_MS, isFinal });
      return isFinal ? null : PAUSE_MS;
    },
  };
}

const EVERYBODY = '';

function toWeight({ isOptional }: LimitedRequest): string {
  return isOptional ? 'optional ' : '';
}

/** GitHub counts creations apart. */
function toKind(request: LimitedRequest): string {
  const isRead = request.method === 'GET' || request.resource === 'graphql';
  return `${toWeight(request)}${request.resource} ${isRead ? 'reads' : 'writes'}`;
}

function toLike(request: LimitedRequest): string {
  return `${toWeight(request)}${request.resource} ${request.method} ${request.place}`;
}
