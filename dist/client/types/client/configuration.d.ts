import type { FetchLike } from '../net/fetch.js';
import type { ClientConfig, RetryEvent } from './request.js';
/** What a client is made of. */
export interface ClientOptions {
    /**
     * Base address of the service, with or without a path prefix (`https://host/prefix`). `https:` only,
     * `http:` for loopback alone; no user info, query or hash.
     */
    readonly baseUrl: string;
    /** Bearer key; surrounding white space is trimmed. It is sent to the origin of `baseUrl` and nowhere else. */
    readonly apiKey: string;
    /**
     * Any `fetch`. Hand in one that goes through a proxy, where that is needed.
     * @default the platform's `globalThis.fetch`
     */
    readonly fetch?: FetchLike | undefined;
    /** Other secrets than the key that no answer, header or error may carry further. */
    readonly secrets?: readonly string[] | undefined;
    /** @default 'scan-gate-client' */
    readonly userAgent?: string | undefined;
    /** Ends every call of the client at once, with the signal's reason. */
    readonly signal?: AbortSignal | undefined;
    /**
     * For one exchange, body included, in milliseconds.
     * @default 30_000
     */
    readonly timeoutMs?: number | undefined;
    /**
     * Most times that a request is sent.
     * @default 4
     */
    readonly maxTries?: number | undefined;
    /**
     * Largest body of an answer in bytes, after decompression.
     * @default 10_485_760
     */
    readonly maxBodyBytes?: number | undefined;
    /**
     * The time in Unix milliseconds.
     * @default Date.now
     */
    readonly now?: (() => number) | undefined;
    /**
     * A number from 0 up to, not including, 1.
     * @default Math.random
     */
    readonly random?: (() => number) | undefined;
    /**
     * Waits; ends early when the signal is aborted.
     * @default a timer
     */
    readonly wait?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
    /**
     * Calls back once after `ms`, unless the returned function is called before: measures `timeoutMs`.
     * @default a timer
     */
    readonly after?: ((ms: number, callback: () => void) => () => void) | undefined;
    /** Called before each wait for another try. */
    readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}
/** A setting of a client that cannot be used. The message names the setting, never its value. */
export declare class ConfigurationError extends TypeError {
    readonly name = "ConfigurationError";
}
/** Checks the settings and fills in the defaults. Throws a ConfigurationError for the first fault. */
export declare function parseConfiguration(options: ClientOptions): ClientConfig;
