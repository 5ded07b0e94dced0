/** A failure of the connection, without anything that could carry the key. */
export declare class NetworkCause extends Error {
    readonly name: string;
    /** The code of the operating system, of undici or of TLS (`ECONNRESET`); undefined when there is none. */
    readonly code: string | undefined;
    constructor(name: string, code: string | undefined, message: string);
}
/**
 * Reads whatever `fetch` threw as a NetworkCause. The innermost error that has a code speaks, since fetch
 * itself only says "fetch failed". Never throws.
 */
export declare function readNetworkCause(thrown: unknown, scrub: (text: string) => string): NetworkCause;
/** Tells whether the request certainly did not arrive: no connection came about. */
export declare function isBeforeConnection({ code }: NetworkCause): boolean;
