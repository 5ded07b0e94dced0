import type { Redactor } from './redact.js';
/** A network failure, without anything that could contain a secret. */
export declare class NetworkCause extends Error {
    readonly name: string;
    /** The code of the operating system, undici or TLS (`ECONNRESET`); undefined if there is none. */
    readonly code: string | undefined;
    constructor(name: string, code: string | undefined, message: string);
}
/**
 * Reads whatever `fetch` threw as a NetworkCause: the innermost error with a code, because `fetch` itself only says
 * "fetch failed". Never throws.
 */
export declare function readNetworkCause(thrown: unknown, redactor: Redactor): NetworkCause;
/** Whether no connection was made, so that the request certainly did not arrive. */
export declare function isBeforeConnection({ code }: NetworkCause): boolean;
/** The message of a cause, with its code added if the message lacks it. */
export declare function toCauseText({ code, message }: NetworkCause): string;
