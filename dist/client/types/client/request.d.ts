import type { Transport, TransportClock } from '../net/transport.js';
import type { Endpoint } from './endpoints.js';
import type { ServiceError } from './service-error.js';
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
/** What every call of one client shares; all checked. */
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
export declare function request<T>(config: ClientConfig, endpoint: Endpoint<T>, call: Call): Promise<T>;
/** Waits, and throws the signal's reason as soon as one is aborted. */
export declare function pause({ clock, signal }: Pick<ClientConfig, 'clock' | 'signal'>, ms: number, ended: AbortSignal | undefined): Promise<void>;
