import { type Body } from './body.js';
import type { FetchLike } from './fetch.js';
import { type NetworkCause } from './network-cause.js';
import type { Redactor } from './redact.js';
/** Most exchanges of one transport at the same time; a request beyond them waits for its turn. */
export declare const MAX_IN_FLIGHT = 6;
/** As much of a clock as the transport uses; `Clock` fits. */
export interface TransportClock {
    /** Unix time in milliseconds. */
    now(): number;
    wait(ms: number, signal: AbortSignal): Promise<void>;
    /** Calls back once after `ms`, unless the returned function is called before. */
    after(ms: number, callback: () => void): () => void;
    /** From 0 to below 1. */
    random(): number;
}
/** What all requests to one origin share. */
export interface TransportOptions {
    readonly fetch: FetchLike;
    readonly clock: TransportClock;
    readonly redactor: Redactor;
    /** For one exchange, body included; it begins with the exchange's turn. */
    readonly timeoutMs: number;
    /** Largest body, after decompression. */
    readonly maxBodyBytes: number;
    /** Most times that a request is sent. */
    readonly maxTries: number;
    /** Ends all requests at once; its reason is thrown. */
    readonly signal: AbortSignal | undefined;
}
/** One request, and when it may be sent again. */
export interface TransportRequest {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | undefined;
    /** Ends this request at once; its reason is thrown. */
    readonly signal?: AbortSignal | undefined;
    readonly retryDelayMs: RetryPolicy;
    /** Called before each wait for another try. */
    readonly onRetry?: ((attempt: Attempt, delayMs: number) => void) | undefined;
}
/** Decides how many milliseconds to wait before the same request is sent again; null: its exchange is final. Pure. */
export type RetryPolicy = (attempt: Attempt) => number | null;
/** An exchange and what a policy needs to know besides. */
export interface Attempt {
    readonly request: {
        readonly method: string;
        readonly url: string;
    };
    readonly exchange: Exchange;
    /** How many times the request was sent; at least 1. */
    readonly tries: number;
    /** Unix time at which the exchange ended. */
    readonly nowMs: number;
    readonly timeoutMs: number;
    readonly random: () => number;
}
/** Headers that are read of an answer. */
declare const HEADERS: readonly ["content-type", "link", "retry-after", "x-github-request-id", "x-ratelimit-remaining", "x-ratelimit-reset"];
export type HeaderName = (typeof HEADERS)[number];
/** A whole answer that is no redirect, whatever its status. */
export interface Response {
    readonly kind: 'response';
    readonly status: number;
    readonly headers: ReadonlyMap<HeaderName, string>;
    readonly body: Body;
}
/** How an exchange ended. No text in it holds a secret. */
export type Exchange = Response
/** Never followed. `origin`: where it leads; null when it does not say. */
 | {
    readonly kind: 'redirect';
    readonly status: number;
    readonly origin: string | null;
}
/** No whole answer in time. */
 | {
    readonly kind: 'timeout';
}
/** No whole answer at all, or one that broke off. */
 | {
    readonly kind: 'network';
    readonly cause: NetworkCause;
    /** False when no connection was made. */
    readonly mayHaveArrived: boolean;
};
/** Sends requests to one origin. */
export interface Transport {
    /** Sends a request as often as its policy and `maxTries` allow; gives the last attempt. Throws only the reason of a signal. */
    send(request: TransportRequest): Promise<Attempt>;
}
/** Creates a transport; nothing is sent yet. */
export declare function createTransport(options: TransportOptions): Transport;
export {};
