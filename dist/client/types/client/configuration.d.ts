import { type RetryEvent, type Wire } from './request.js';
import type { FetchLike } from '../net/fetch.js';
/** What a client is made of. */
export interface ClientOptions {
    /**
     * Base address of the service, with or without a path prefix (`https://host/prefix`). `https:` only,
     * `http:` for loopback alone; no user info, query or hash.
     */
    readonly baseUrl: string;
    /** Bearer key; surrounding white space is trimmed. It is sent to the origin of `baseUrl` and nowhere else. */
    readonly apiKey: string;
    /** Any `fetch`. Default: undici's, direct or through HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
    readonly fetch?: FetchLike | undefined;
    /** Default `scan-gate-client`. */
    readonly userAgent?: string | undefined;
    /** Ends every call of the client at once, with the signal's reason. */
    readonly signal?: AbortSignal | undefined;
    /** For one exchange, body included, in milliseconds. Default 30,000. */
    readonly timeoutMs?: number | undefined;
    /** Most times that a request is sent. Default 4. */
    readonly maxTries?: number | undefined;
    /** Largest body of an answer, decompressed. Default 10 MiB. */
    readonly maxBodyBytes?: number | undefined;
    /** The time in Unix milliseconds. Default: the clock. */
    readonly now?: (() => number) | undefined;
    /** A number from 0 up to, not including, 1. Default: Math.random. */
    readonly random?: (() => number) | undefined;
    /** Waits; ends early when the signal is aborted. Default: a timer. */
    readonly wait?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
    /** Told before each wait for another try. */
    readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}
/** A setting of a client that cannot be used. The message names the setting, never its value. */
export declare class ConfigurationError extends TypeError {
    readonly name = "ConfigurationError";
}
/** Checks the settings and fills in the defaults. Throws a ConfigurationError for the first fault. */
export declare function parseConfiguration(options: ClientOptions, fetch: FetchLike): Wire;
