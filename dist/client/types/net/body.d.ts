import type { FetchResponse } from './fetch.js';
import type { Redactor } from './redact.js';
/** A body without secrets; `text` is one that is not JSON, or empty. */
export type Body = {
    readonly kind: 'json';
    readonly value: unknown;
} | {
    readonly kind: 'text';
    readonly text: string;
} | {
    readonly kind: 'too-large';
};
/** How a body is read. */
export interface BodyOptions {
    /** Counted after decompression. */
    readonly maxBytes: number;
    readonly redactor: Redactor;
}
/**
 * Reads a body as UTF-8, and stops reading (which cuts the connection) as soon as more than `maxBytes`
 * are announced or have come. Throws what the connection throws.
 */
export declare function fetchBody(response: FetchResponse, { maxBytes, redactor }: BodyOptions): Promise<Body>;
/** Lets go of a body that nobody reads. */
export declare function discardBody({ body }: FetchResponse): Promise<void>;
