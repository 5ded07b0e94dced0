import type { FetchResponse } from '../net/fetch.js';
/** The text of a body, or that it is larger than allowed. */
export type Body = {
    readonly kind: 'text';
    readonly text: string;
} | {
    readonly kind: 'too-large';
};
/**
 * Reads a body as UTF-8, and stops reading (which cuts the connection) as soon as more than `maxBytes`
 * are announced or have come, counted after decompression. Throws what the connection throws.
 */
export declare function fetchBody(response: FetchResponse, maxBytes: number): Promise<Body>;
