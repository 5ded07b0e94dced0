import type { FetchResponse } from './fetch.js';
import type { Redactor } from './redact.js';
/** A redacted body; `text` if it is not JSON, or empty. */
export type Body = {
    readonly kind: 'json';
    readonly value: unknown;
} | {
    readonly kind: 'text';
    readonly text: string;
} | {
    readonly kind: 'too-large';
};
/** How to read a body. */
export interface BodyOptions {
    /** After decompression. */
    readonly maxBytes: number;
    readonly redactor: Redactor;
}
/**
 * Reads a body as UTF-8, and stops (which closes the connection) as soon as more than `maxBytes` are announced or
 * received. Throws what the connection throws.
 */
export declare function fetchBody(response: FetchResponse, { maxBytes, redactor }: BodyOptions): Promise<Body>;
/** Discards a body that nobody reads. */
export declare function discardBody({ body }: FetchResponse): Promise<void>;
