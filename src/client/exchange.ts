// Owns one exchange with the service: one request, its whole answer, one time limit, no judgement.

import { fetchBody, type Body } from './body.ts';
import { isBeforeConnection, readNetworkCause, type NetworkCause } from './network-cause.ts';
import type { FetchLike, FetchResponse } from '../net/fetch.ts';

/** What one exchange is made of. */
export interface ExchangeRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly fetch: FetchLike;
  /** For the whole exchange, body included. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /** Ends the exchange at once; its reason is thrown. */
  readonly signal: AbortSignal | undefined;
  readonly scrub: (text: string) => string;
}

/** A whole answer, as it came. */
export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly retryAfter: string | null;
  readonly location: string | null;
  readonly contentType: string | null;
  readonly body: Body;
}

/** How an exchange ended. */
export type Outcome =
  | Answer
  | { readonly kind: 'timeout' }
  | { readonly kind: 'network'; readonly cause: NetworkCause; readonly mayHaveArrived: boolean };

const LATE = 'late';

/** Sends one request and reads its answer. Throws only the reason of `signal`, as soon as that is aborted. */
export async function fetchOutcome(request: ExchangeRequest): Promise<Outcome> {
  const { signal, timeoutMs } = request;
  signal?.throwIfAborted();
  const end = new AbortController();
  const forward = (): void => {
    end.abort();
  };
  signal?.addEventListener('abort', forward);
  const timer = setTimeout(() => {
    end.abort(LATE);
  }, timeoutMs);
  try {
    return await untilAborted(fetchAnswer(request, end.signal), end.signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (end.signal.reason === LATE) return { kind: 'timeout' };
    const cause = readNetworkCause(error, request.scrub);
    return { kind: 'network', cause, mayHaveArrived: !isBeforeConnection(cause) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', forward);
  }
}

async function fetchAnswer(request: ExchangeRequest, signal: AbortSignal): Promise<Answer> {
  const response = await request.fetch(request.url, {
    method: request.method,
    headers: request.headers,
    ...(request.body === undefined ? {} : { body: request.body }),
    redirect: 'manual',
    signal,
  });
  return {
    kind: 'answer',
    status: response.status,
    ...readHeaders(response),
    body: await fetchBody(response, request.maxBodyBytes),
  };
}

function readHeaders({
  headers,
}: FetchResponse): Pick<Answer, 'retryAfter' | 'location' | 'contentType'> {
  return {
    retryAfter: headers.get('retry-after'),
    location: headers.get('location'),
    contentType: headers.get('content-type'),
  };
}

/** Gives what the work gives, or rejects as soon as the signal is aborted: slow work does not hold up the caller. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const end = Promise.withResolvers<never>();
  const leave = (): void => {
    end.reject(new Error('aborted'));
  };
  signal.addEventListener('abort', leave);
  try {
    return await Promise.race([work, end.promise]);
  } finally {
    // Who still holds the signal, as undici does for a while, would hold the answer with it.
    signal.removeEventListener('abort', leave);
  }
}
