import type { FetchLike } from './fetch.js';
import { type ProxyEnvironment } from './proxy.js';
/** An HTTP function and the end of the connections that it opened. */
export interface Connections {
    /** Speaks HTTP directly or through the proxy that the environment names for the address. */
    readonly fetch: FetchLike;
    /** Cuts every connection, also one in use, so that the process can end at once. */
    close(): Promise<void>;
}
/**
 * Opens nothing yet: connections are made by the first requests and kept for the next ones.
 * Loopback is never sent to a proxy. A malformed proxy variable fails each request that needs it with
 * a TypeError; creating never throws. (Not undici's EnvHttpProxyAgent: it prints a warning that it is
 * experimental into every proxied log, and cannot except 127.0.0.0/8.)
 */
export declare function openConnections(env: ProxyEnvironment): Connections;
