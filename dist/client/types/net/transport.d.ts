import { type Body } from './body.js';
import type { FetchLike } from './fetch.js';
import { type NetworkCause } from './network-cause.js';
import type { Redactor } from './redact.js';
/** How many requests of one transport may be in flight; others wait their turn. */
export declare const MAX_IN_FLIGHT = 6;
/** The part of a clock that the transport uses; `Clock` fits. */
export interface TransportClock {
    /** Unix time in milliseconds. */
    now(): number;
    wait(ms: number, signal: AbortSignal): Promise<void>;
    /** Calls back once after `ms`, unless the returned function is called first. */
    after(ms: number, callback: () => void): () => void;
    /** From 0 (inclusive) to 1 (exclusive). */
    random(): number;
}
/** The settings that all requests to one origin share. */
export interface TransportOptions {
    readonly fetch: FetchLike;
    readonly clock: TransportClock;
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
    readonly onRetry?: ((attempt: Attempt, delayMs: number) => void) | undefined;
}
/** Decides how many milliseconds to wait before a retry; null: the result is final. Pure. */
export type RetryPolicy = (attempt: Attempt) => number | null;
/** An exchange, and what else a retry policy needs. */
export interface Attempt {
    readonly request: {
        readonly method: string;
        readonly url: string;
    };
    readonly exchange: Exchange;
    /** How many times the request has been sent; at least 1. */
    readonly tries: number;
    /** When the exchange ended, in Unix milliseconds. */
    readonly nowMs: number;
    readonly timeoutMs: number;
    readonly random: () => number;
}
/** The headers that we read from an answer. */
declare const HEADERS: readonly ["content-type", "link", "retry-after", "x-github-request-id", "x-ratelimit-remaining", "x-ratelimit-reset"];
export type HeaderName = (typeof HEADERS)[number];
/** A complete answer with any status except a redirect. */
export interface Response {
    readonly kind: 'response';
    readonly status: number;
    readonly headers: ReadonlyMap<HeaderName, string>;
    readonly body: Body;
}
/** How an exchange ended. All texts are redacted. */
export type Exchange = Response
/** Never followed. `origin` is where it leads; null if it does not say. */
 | {
    readonly kind: 'redirect';
    readonly status: number;
    readonly origin: string | null;
}
/** No complete answer in time. */
 | {
    readonly kind: 'timeout';
}
/** No answer, or one that broke off. */
 | {
    readonly kind: 'network';
    readonly cause: NetworkCause;
    /** False if no connection was made. */
    readonly mayHaveArrived: boolean;
};
/** Sends requests to one origin. */
export interface Transport {
    /** Sends a request as often as its policy and `maxTries` allow; returns the last attempt. Throws only the reason of a signal. */
    send(request: TransportRequest): Promise<Attempt>;
}
/** Creates a transport; nothing is sent yet. */
export declare function createTransport(options: TransportOptions): Transport;
export {};
