import type { Failure } from './failure.js';
/** What a failure means for the caller. */
export type ErrorCategory = 'unauthorized' | 'forbidden' | 'not-found' | 'refused' | 'unavailable';
/**
 * Categorizes an `api` failure by its type if the service documents that type, otherwise by its status. (The
 * documentation does not map types to statuses, so a known type says more than the status, except with 429.)
 * `refused`: the request itself is wrong. `unavailable`: the service, or the connection to it, is failing now.
 */
export declare function errorCategory(failure: Pick<Failure, 'status' | 'type'>): ErrorCategory;
/** The message of a failure, on one line. */
export declare function explainFailure(failure: Failure): string;
