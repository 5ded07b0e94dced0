import type { Failure } from './service-error.js';
/** The fields of an ApiError that could be read. */
export type ServiceFault = Pick<Failure, 'type' | 'detail' | 'requiredRole' | 'resource' | 'details'>;
/** Reads an error body; what is absent, mistyped or not JSON is left out. Never throws. */
export declare function readServiceFault(text: string, scrub: (text: string) => string): ServiceFault;
/** Makes one short line of a text that others wrote: scrubbed first, so that no cut leaves half a key. */
export declare function toLine(text: string, scrub: (text: string) => string, maxChars: number): string;
