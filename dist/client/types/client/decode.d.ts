import type { Schema } from './schemas.js';
/** A checked value, or what is wrong with the text, with the path of the field. */
export type Decoded<T> = {
    readonly kind: 'value';
    readonly value: T;
} | {
    readonly kind: 'fault';
    readonly fault: string;
};
/** Reads a text as JSON; undefined when it is none (no JSON text means undefined). Never throws. */
export declare function parseJson(text: string): unknown;
/** Checks a text against a schema. The fault names a field and types, never a value. Never throws. */
export declare function decode<T>(text: string, schema: Schema<T>, scrub: (text: string) => string): Decoded<T>;
