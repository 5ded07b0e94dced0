// The transport for the service and for GitHub: time-out, size limit, requests in flight, retries, redaction.
import pLimit from 'p-limit';
import { joinSignals, untilAborted, waitUnlessAborted } from './abort.ts';
import { type Body, discardBody, fetchBody } from './body.ts';
import type { Clock } from './clock.ts';
import type { FetchLike, FetchResponse } from './fetch.ts';
import { isBeforeConnection, isLasting, type NetworkCause, readNetworkCause } from './network-cause.ts';
import type { Redactor } from './redact.ts';

/** How many requests of one transport may be in flight; others wait their turn. */
export const MAX_IN_FLIGHT = 6;

/** The settings that all requests to one origin share. */
export interface TransportOptions {
  readonly fetch: FetchLike;
  /** Its time need be no more than a number. */
  readonly clock: Omit<Clock, 'now'> & { readonly now: () => number };
  /** Removes the key, the token and other secrets from every answer. */
  readonly redactor: Redactor;
  /** The limit for one exchange, body included. Time spent waiting for a turn does not count. */
  readonly timeoutMs: number;
  /** The largest body, after decompression. */
  readonly maxBodyBytes: number;
  /** How many times a request is sent at most. */
  readonly maxTries: number;
  /** Aborts all requests at once; its reason is thrown. */
  readonly signal: AbortSignal | undefined;
}

/** One request, and its retry policy. */
export interface TransportRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Aborts this request at once; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  readonly retryDelayMs: RetryPolicy;
  /** Called before each wait for a retry. */
  readonly onRetry?: ((failed: Exchange, delayMs: number) => void) | undefined;
}

/** Decides how many milliseconds to wait before a retry; null: the result is final. Asked of the last try, too. */
type RetryPolicy = (exchange: Exchange) => number | null;

/** How an exchange ended, and what else a retry policy needs. */
export type Exchange = ExchangeEnd & ExchangeFacts;

interface ExchangeFacts {
  readonly request: { readonly method: string; readonly url: string };
  /** How many times the request has been sent; at least 1. */
  readonly tries: number;
  /** When the exchange ended, in Unix milliseconds. */
  readonly nowMs: number;
  readonly timeoutMs: number;
  readonly random: () => number;
}

/** The headers that we read from an answer. */
const HEADERS = [
  'content-type',
  'link',
  'retry-after',
  'x-github-request-id',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
] as const;

type HeaderName = (typeof HEADERS)[number];

/** A complete answer with any status except a redirect. */
export interface TransportResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly headers: ReadonlyMap<HeaderName, string>;
  readonly body: Body;
}

/** All texts are redacted. */
type ExchangeEnd =
  | TransportResponse
  /** Never followed. `origin` is where it leads; null if it does not say. A browser hides all three. */
  | {
      readonly kind: 'redirect';
      readonly status: number | undefined;
      readonly origin: string | null;
      /** Null if it does not say. May contain anything: never to be shown. */
      readonly path: string | null;
    }
  /** No complete answer in time. */
  | { readonly kind: 'timeout' }
  /** No answer, or one that broke off. */
  | {
      readonly kind: 'network';
      readonly cause: NetworkCause;
      /** False if no connection was made. */
      readonly mayHaveArrived: boolean;
    };

export interface Transport {
  /** Sends as often as policy and `maxTries` allow, but once where `fetch` itself refuses. Throws only the reason of a signal. */
  send(request: TransportRequest): Promise<Exchange>;
}

interface ExchangeRequest extends TransportRequest {
  readonly signal: AbortSignal;
}

/** Creates a transport; nothing is sent yet. */
export function createTransport(options: TransportOptions): Transport {
  const { clock, maxTries, timeoutMs } = options;
  const limit = pLimit(MAX_IN_FLIGHT);
  const attempt = async (request: ExchangeRequest, tries: number): Promise<Exchange> => {
    const { signal } = request;
    signal.throwIfAborted();
    try {
      // An aborted request does not wait for its turn; the turn then ends at once.
      const turn = limit(() => fetchExchange(options, request));
      const end = await untilAborted(turn, signal);
      const time = { nowMs: clock.now(), timeoutMs, random: clock.random };
      return { ...end, request, tries, ...time };
    } finally {
      signal.throwIfAborted();
    }
  };
  return {
    send: async (given) => {
      const signal = joinSignals(options.signal, given.signal);
      const request = { ...given, signal };
      for (let tries = 1; ; tries += 1) {
        const made = await attempt(request, tries);
        const isFinal = tries >= maxTries || (made.kind === 'network' && isLasting(made.cause));
        const delayMs = request.retryDelayMs(made);
        if (isFinal || delayMs === null) return made;
        request.onRetry?.(made, delayMs);
        await waitUnlessAborted(clock, delayMs, signal);
      }
    },
  };
}

const TIMED_OUT = 'timed out';

/** Sends one request and reads its answer. Throws only the reason of the signal, as soon as it is aborted. */
async function fetchExchange(options: TransportOptions, request: ExchangeRequest): Promise<ExchangeEnd> {
  const { signal } = request;
  signal.throwIfAborted();
  const end = new AbortController();
  const forward = (): void => {
    end.abort();
  };
  signal.addEventListener('abort', forward);
  const cancel = options.clock.after(options.timeoutMs, () => {
    end.abort(TIMED_OUT);
  });
  try {
    return await untilAborted(fetchAnswer(options, { ...request, signal: end.signal }), end.signal);
  } catch (error) {
    signal.throwIfAborted();
    if (end.signal.reason === TIMED_OUT) return { kind: 'timeout' };
    const cause = readNetworkCause(error, options.redactor);
    return { kind: 'network', cause, mayHaveArrived: !isBeforeConnection(cause) };
  } finally {
    cancel();
    signal.removeEventListener('abort', forward);
  }
}

async function fetchAnswer(
  { fetch, redactor, maxBodyBytes }: TransportOptions,
  { url, method, headers, body, signal }: ExchangeRequest,
): Promise<ExchangeEnd> {
  const response = await fetch(url, {
    method,
    headers: { ...headers },
    ...(body === undefined ? {} : { body }),
    redirect: 'manual',
    signal,
  });
  const { status } = response;
  if (isRedirect(status)) {
    await discardBody(response);
    return { kind: 'redirect', status: status === 0 ? undefined : status, ...readTarget(response, url, redactor) };
  }
  return {
    kind: 'response',
    status,
    headers: readHeaders(response, redactor),
    body: await fetchBody(response, { maxBytes: maxBodyBytes, redactor }),
  };
}

/** A browser shows no status of a redirect that it does not follow. A 304 leads nowhere: it comes from a cache. */
function isRedirect(status: number): boolean {
  return status === 0 || (status >= 300 && status < 400 && status !== 304);
}

function readHeaders({ headers }: FetchResponse, redactor: Redactor): ReadonlyMap<HeaderName, string> {
  return new Map(
    HEADERS.flatMap((name): [HeaderName, string][] => {
      const value = headers.get(name);
      return value === null ? [] : [[name, redactor.text(value)]];
    }),
  );
}

/** Without the query, which may contain anything. */
function readTarget(
  { headers }: FetchResponse,
  url: string,
  redactor: Redactor,
): { readonly origin: string | null; readonly path: string | null } {
  const location = redactor.text(headers.get('location') ?? '');
  if (location === '' || !URL.canParse(location, url)) return { origin: null, path: null };
  const target = new URL(location, url);
  // Redacted again, because parsing decodes the host name.
  return { origin: redactor.text(target.origin), path: redactor.text(target.pathname) };
}
