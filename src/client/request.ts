// Owns the one way to the service: every call of the client passes here, with its tries and waits.

import type { Endpoint } from './endpoints.ts';
import { fetchOutcome, untilAborted, type ExchangeRequest, type Outcome } from './exchange.ts';
import { judge, toEndpointName } from './judge.ts';
import type { ServiceError } from './service-error.ts';
import type { FetchLike } from '../net/fetch.ts';
import { retryDelayMs } from '../net/retry-timing.ts';

/** What happened when a try failed and another one follows. */
export interface RetryEvent {
  /** Method and path template. */
  readonly endpoint: string;
  /** How many tries failed so far. */
  readonly tries: number;
  readonly maxTries: number;
  /** How long the client now waits. */
  readonly delayMs: number;
  /** What the last try ended with. */
  readonly error: ServiceError;
}

/** Most exchanges of one client at the same time; a call beyond them waits for its turn. */
export const MAX_IN_FLIGHT = 6;

/** What every call of one client shares; all checked. */
export interface Wire {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: FetchLike;
  /** Calls when it is the caller's turn, which ends with the promise. Nothing that has a turn waits for another one. */
  readonly limit: (turn: () => Promise<void>) => Promise<void>;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly maxTries: number;
  readonly maxBodyBytes: number;
  readonly now: () => number;
  readonly random: () => number;
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly onRetry: (event: RetryEvent) => void;
  readonly scrub: (text: string) => string;
}

/** What a single call may be given. */
export interface CallOptions {
  /** Ends the call at once, also while it waits; the signal's reason is thrown as it is. */
  readonly signal?: AbortSignal | undefined;
}

/** What one call sends. */
export interface Call extends CallOptions {
  /** Fills the `{…}` of the path. */
  readonly id?: string;
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/**
 * Sends one call, as often as its endpoint's rule and `maxTries` allow, and gives the checked answer.
 * Throws a ServiceError, the reason of an aborted signal, or a TypeError for an id that cannot be in a path.
 */
export async function request<T>(wire: Wire, endpoint: Endpoint<T>, call: Call): Promise<T> {
  const signal = joinSignals(wire.signal, call.signal);
  const message = writeMessage(wire, endpoint, call);
  for (let tries = 1; ; tries++) {
    const outcome = await fetchInTurn({ ...wire, ...message, signal });
    const nowMs = wire.now();
    const judgement = judge(endpoint, outcome, { ...wire, tries, nowMs });
    if (judgement.kind === 'value') return judgement.value;
    const { error, again } = judgement;
    const retryAfter = outcome.kind === 'answer' ? outcome.retryAfter : null;
    const delayMs = retryDelayMs({ attempt: tries, retryAfter, nowMs, random: wire.random });
    if (!again || tries >= wire.maxTries || delayMs === undefined) throw error;
    wire.onRetry({
      endpoint: toEndpointName(endpoint),
      tries,
      maxTries: wire.maxTries,
      delayMs,
      error,
    });
    await pause(wire, delayMs, signal);
  }
}

// The time limit of an exchange begins with its turn; a call that is ended does not wait for its turn.
async function fetchInTurn(exchange: ExchangeRequest & Pick<Wire, 'limit'>): Promise<Outcome> {
  const { limit, signal } = exchange;
  const begin = Promise.withResolvers<null>();
  const end = Promise.withResolvers<null>();
  // The turn does not carry the answer: raced against a signal that lives longer, many would be held for long.
  void limit(async () => {
    begin.resolve(null);
    await end.promise;
  });
  try {
    await (signal === undefined ? begin.promise : untilAborted(begin.promise, signal));
    return await fetchOutcome(exchange);
  } finally {
    end.resolve(null);
    signal?.throwIfAborted();
  }
}

/** Waits, and throws the signal's reason as soon as it is aborted. */
export async function pause(
  wire: Pick<Wire, 'wait'>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  try {
    await wire.wait(ms, signal);
  } finally {
    signal?.throwIfAborted();
  }
}

/** Joins signals to one that is aborted with the first of them; undefined when there is none. */
export function joinSignals(
  ...signals: readonly (AbortSignal | undefined)[]
): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
}

function writeMessage(
  wire: Wire,
  { method, path }: Endpoint<unknown>,
  { id, query = {}, body }: Call,
): { url: string; method: string; headers: Record<string, string>; body: string | undefined } {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const search = parameters.size > 0 ? `?${parameters.toString()}` : '';
  const filled = path.replace(/\{\w+\}/, () => encodeSegment(id ?? ''));
  return {
    url: wire.baseUrl + filled + search,
    method,
    headers:
      body === undefined
        ? { ...wire.headers }
        : { ...wire.headers, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

// An empty or dotted segment would make it the address of another endpoint.
function encodeSegment(id: string): string {
  if (id === '' || id === '.' || id === '..') throw new TypeError('An identifier is empty or dots');
  return encodeURIComponent(id);
}
