import type { Failure } from './service-error.js';
/** What a failure means for the caller, whatever words the service used. */
export type Meaning = 'unauthorized' | 'forbidden' | 'not-found' | 'refused' | 'unavailable';
/**
 * Reads what an `api` failure means: by its type where the service documents that type, else by its status.
 * (The document does not map types to statuses, so a known type says more than the status.)
 * `refused`: the request itself is wrong. `unavailable`: the service, or the way to it, fails now.
 */
export declare function readMeaning(failure: Pick<Failure, 'status' | 'type'>): Meaning;
/** Writes the message of a failure, on one line. */
export declare function explainFailure(failure: Failure): string;
