import type { Redactor } from './redact.js';
/** A failure of the connection, without anything that could carry a secret. */
export declare class NetworkCause extends Error {
    readonly name: string;
    /** The code of the operating system, of undici or of TLS (`ECONNRESET`); undefined when there is none. */
    readonly code: string | undefined;
    constructor(name: string, code: string | undefined, message: string);
}
/**
 * Reads whatever `fetch` threw as a NetworkCause. The innermost error that has a code is taken, since fetch
 * itself only says "fetch failed". Never throws.
 */
export declare function readNetworkCause(thrown: unknown, redactor: Redactor): NetworkCause;
/** Whether the request certainly did not arrive: no connection was made. */
export declare function isBeforeConnection({ code }: NetworkCause): boolean;
/** The message of a cause, with its code where the message lacks it. */
export declare function toCauseText({ code, message }: NetworkCause): string;
