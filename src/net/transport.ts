// The transport for the service and for GitHub: time-out, size limit, requests in flight, retries, redaction.
import pLimit from 'p-limit';
import { joinSignals, untilAborted, waitUnlessAborted } from './abort.ts';
import { type Body, discardBody, fetchBody } from './body.ts';
import type { Clock } from './clock.ts';
import type { FetchLike } from './fetch.ts';
import { isBeforeConnection, isLasting, type NetworkCause, readNetworkCause } from './network-cause.ts';
import type { Redactor } from './redact.ts';

/** How many requests of one transport may be in flight; others wait their turn. */
export const MAX_IN_FLIGHT = 6;

export interface TransportOptions {
  readonly fetch: FetchLike;
  /** Its time need be no more than a number. */
  readonly clock: Omit<Clock, 'now'> & { readonly now: () => number };
  readonly redactor: Redactor;
  /** The limit for one exchange, body included. Time spent waiting for a turn does not count. */
  readonly timeoutMs: number;
  /** The largest body, after decompression. */
  readonly maxBodyBytes: number;
  readonly maxTries: number;
  readonly signal: AbortSignal | undefined;
}

export interface TransportRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly retryDelayMs: RetryPolicy;
  /** @default The transport's */
  readonly timeoutMs?: number;
  /** @default The transport's */
  readonly maxTries?: number;
  /** Awaited before each try; what it throws ends the request. */
  readonly beforeTry?: ((tries: number) => Promise<unknown>) | undefined;
  /** Awaited after each try, as is `beforeTry`. */
  readonly afterTry?: ((made: Exchange) => Promise<unknown>) | undefined;
  /** Awaited before each wait for a retry, as is `beforeTry`. */
  readonly onRetry?: ((failed: Exchange, delayMs: number) => Promise<unknown>) | undefined;
}

/** Decides how many milliseconds to wait before a retry; null: the result is final. Asked of the last try, too. */
type RetryPolicy = (exchange: Exchange) => number | null;

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

/** The headers that all of GitHub's answers are read for. */
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
  /** Any header, redacted; null if there is none. */
  readonly header: ReadHeader;
  readonly body: Body;
}

type ReadHeader = (name: string) => string | null;

/** All texts are redacted. */
type ExchangeEnd =
  | TransportResponse
  /** A redirect is never followed. `origin` is where it leads; null if it does not say. A browser hides all three. */
  | {
      readonly kind: 'redirect';
      readonly status: number | undefined;
      readonly header: ReadHeader;
      readonly origin: string | null;
      /** It may contain anything, and must never be shown. Null if the redirect has none. */
      readonly path: string | null;
    }
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

export function createTransport(options: TransportOptions): Transport {
  const { clock } = options;
  const limit = pLimit(MAX_IN_FLIGHT);
  const attempt = async (request: ExchangeRequest, tries: number): Promise<Exchange> => {
    const { signal, timeoutMs = options.timeoutMs } = request;
    signal.throwIfAborted();
    try {
      // An aborted request does not wait for its turn; the turn then ends at once.
      const turn = limit(() => fetchExchange({ ...options, timeoutMs }, request));
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
      const { maxTries = options.maxTries, beforeTry, afterTry, onRetry } = given;
      for (let tries = 1; ; tries += 1) {
        if (beforeTry !== undefined) await untilAborted(beforeTry(tries), signal);
        const made = await attempt(request, tries);
        if (afterTry !== undefined) await untilAborted(afterTry(made), signal);
        const isFinal = tries >= maxTries || (made.kind === 'network' && isLasting(made.cause));
        const delayMs = request.retryDelayMs(made);
        if (isFinal || delayMs === null) return made;
        if (onRetry !== undefined) await untilAborted(onRetry(made, delayMs), signal);
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
  const { status, headers: received } = response;
  const header: ReadHeader = (name) => {
    const value = received.get(name);
    return value === null ? null : redactor.text(value);
  };
  if (isRedirect(status)) {
    await discardBody(response);
    const target = readTarget(header('location') ?? '', url, redactor);
    return { kind: 'redirect', status: status === 0 ? undefined : status, header, ...target };
  }
  return {
    kind: 'response',
    status,
    headers: readHeaders(header),
    header,
    body: await fetchBody(response, { maxBytes: maxBodyBytes, redactor }),
  };
}

/** A browser shows no status of a redirect that it does not follow. A 304 leads nowhere: it comes from a cache. */
function isRedirect(status: number): boolean {
  return status === 0 || (status >= 300 && status < 400 && status !== 304);
}

function readHeaders(header: ReadHeader): ReadonlyMap<HeaderName, string> {
  return new Map(
    HEADERS.flatMap((name): [HeaderName, string][] => {
      const value = header(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** Leaves out the query, which may contain anything. */
function readTarget(
  location: string,
  url: string,
  redactor: Redactor,
): { readonly origin: string | null; readonly path: string | null } {
  if (location === '' || !URL.canParse(location, url)) return { origin: null, path: null };
  const target = new URL(location, url);
  // Redacted again, because parsing decodes the host name.
  return { origin: redactor.text(target.origin), path: redactor.text(target.pathname) };
}
