import type { Transport, TransportClock } from '../net/transport.js';
import type { Endpoint } from './endpoints.js';
import type { ServiceError } from './service-error.js';
/** A failed try that will be followed by another. */
export interface RetryEvent {
    /** Method and path template. */
    readonly endpoint: string;
    /** How many tries have failed so far. */
    readonly tries: number;
    readonly maxTries: number;
    /** How long the client waits now, in milliseconds. */
    readonly delayMs: number;
    /** The error of the last try. */
    readonly error: ServiceError;
}
/** The checked options that all calls of a client share. */
export interface ClientConfig {
    /** Without a slash at the end. */
    readonly baseUrl: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly transport: Transport;
    readonly clock: TransportClock;
    readonly signal: AbortSignal | undefined;
    readonly timeoutMs: number;
    readonly maxTries: number;
    readonly maxBodyBytes: number;
    readonly onRetry: (event: RetryEvent) => void;
}
/** The options of a single call. */
export interface CallOptions {
    /** Aborts the call at once, even while it waits to retry. The call throws the signal's reason. */
    readonly signal?: AbortSignal | undefined;
}
/** One call. */
export interface Call extends CallOptions {
    /** Replaces `{…}` in the path. */
    readonly id?: string;
    /** Undefined values are left out. */
    readonly query?: Readonly<Record<string, string | number | undefined>>;
    /** Sent as JSON. */
    readonly body?: unknown;
}
/**
 * Sends one call, as often as its endpoint's rule and `maxTries` allow, and returns the checked answer.
 * Throws the signal's reason if that is aborted.
 * @throws {ServiceError} If the request failed.
 * @throws {TypeError} For an id that cannot be part of a path.
 */
export declare function request<T>(config: ClientConfig, endpoint: Endpoint<T>, call: Call): Promise<T>;
/** Waits; throws the signal's reason as soon as one of the two is aborted. */
export declare function pause({ clock, signal }: Pick<ClientConfig, 'clock' | 'signal'>, ms: number, ended: AbortSignal | undefined): Promise<void>;
