import type { Failure } from './failure.js';
/** What a failure means for the caller, whatever words the service used. */
export type ErrorCategory = 'unauthorized' | 'forbidden' | 'not-found' | 'refused' | 'unavailable';
/**
 * Categorizes an `api` failure: by its type where the service documents that type, else by its status.
 * (The document does not map types to statuses, so a known type says more than the status, but for a 429.)
 * `refused`: the request itself is wrong. `unavailable`: the service, or the way to it, fails now.
 */
export declare function errorCategory(failure: Pick<Failure, 'status' | 'type'>): ErrorCategory;
/** Writes the message of a failure, on one line. */
export declare function explainFailure(failure: Failure): string;
