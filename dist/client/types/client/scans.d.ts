import type { PageQuery } from './bugs.js';
import type { RepoId } from '../domain/identifiers.js';
import { type CallOptions, type ClientConfig } from './request.js';
import type { Scan, ScanPage } from './resources.js';
/** Everything about scans. All methods throw a ServiceError, or the reason of an aborted signal. */
export interface ScanMethods {
    /** One page of a repository's scans, newest first. */
    list(query: PageQuery & {
        readonly repoId: RepoId;
    }, options?: CallOptions): Promise<ScanPage>;
    /**
     * The scans of a repository, newest first, each once, at most `maxScans` (default 2,000).
     * Reads a page of 100 when the consumer asks for it, and no more once the consumer stops.
     */
    iterate(query: {
        readonly repoId: RepoId;
        readonly maxScans?: number | undefined;
    }, options?: CallOptions): AsyncGenerator<Scan, void, undefined>;
}
/** Makes the methods about scans. */
export declare function scanMethods(config: ClientConfig): ScanMethods;
