import type { FetchLike } from '../net/fetch.js';
import type { ClientConfig, RetryEvent } from './request.js';
/** The options of a client. */
export interface ClientOptions {
    /**
     * Base address of the service, with or without a path prefix (`https://host/prefix`). `https:` only,
     * `http:` for loopback only; no user info, query or hash.
     */
    readonly baseUrl: string;
    /** Bearer key; surrounding white space is trimmed. Sent only to the origin of `baseUrl`. */
    readonly apiKey: string;
    /**
     * Any `fetch`, for example one that uses a proxy.
     * @default the platform's `globalThis.fetch`
     */
    readonly fetch?: FetchLike | undefined;
    /** Secrets other than the key, which are removed from every answer, header and error as well. */
    readonly secrets?: readonly string[] | undefined;
    /** @default 'scan-gate-client' */
    readonly userAgent?: string | undefined;
    /** Aborts every call of the client at once, with the signal's reason. */
    readonly signal?: AbortSignal | undefined;
    /**
     * Time-out of one exchange, body included, in milliseconds.
     * @default 30_000
     */
    readonly timeoutMs?: number | undefined;
    /**
     * How many times a request is sent at most.
     * @default 4
     */
    readonly maxTries?: number | undefined;
    /**
     * The largest body of an answer, in bytes after decompression.
     * @default 10_485_760
     */
    readonly maxBodyBytes?: number | undefined;
    /**
     * Returns the time in Unix milliseconds.
     * @default Date.now
     */
    readonly now?: (() => number) | undefined;
    /**
     * Returns a number from 0 (inclusive) to 1 (exclusive).
     * @default Math.random
     */
    readonly random?: (() => number) | undefined;
    /**
     * Waits `ms` milliseconds; stops early when the signal is aborted.
     * @default a timer
     */
    readonly wait?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
    /**
     * Calls back once after `ms` milliseconds, unless the returned function is called first. Measures `timeoutMs`.
     * @default a timer
     */
    readonly after?: ((ms: number, callback: () => void) => () => void) | undefined;
    /** Called before each wait for a retry. */
    readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}
/** An option of a client that cannot be used. The message names the option, never its value. */
export declare class ConfigurationError extends TypeError {
    readonly name = "ConfigurationError";
}
/**
 * Checks the options and fills in the defaults.
 * @throws {ConfigurationError} For the first option that cannot be used.
 */
export declare function parseConfiguration(options: ClientOptions): ClientConfig;
