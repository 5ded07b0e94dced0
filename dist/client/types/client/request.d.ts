import type { Endpoint } from './endpoints.js';
import type { ServiceError } from './service-error.js';
import type { FetchLike } from '../net/fetch.js';
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
export declare const MAX_IN_FLIGHT = 6;
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
export declare function request<T>(wire: Wire, endpoint: Endpoint<T>, call: Call): Promise<T>;
/** Waits, and throws the signal's reason as soon as it is aborted. */
export declare function pause(wire: Pick<Wire, 'wait'>, ms: number, signal: AbortSignal | undefined): Promise<void>;
/** Joins signals to one that is aborted with the first of them; undefined when there is none. */
export declare function joinSignals(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined;
