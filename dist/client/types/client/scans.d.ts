import type { PageQuery } from './bugs.js';
import type { RepoId } from '../domain/identifiers.js';
import { type CallOptions, type ClientConfig } from './request.js';
import type { Scan, ScanPage } from './resources.js';
/**
 * The methods for scans.
 * @throws {ServiceError} From every method; if its signal is aborted, the signal's reason instead.
 */
export interface ScanMethods {
    /** One page of a repository's scans, newest first. */
    list(query: PageQuery & {
        readonly repoId: RepoId;
    }, options?: CallOptions): Promise<ScanPage>;
    /**
     * The scans of a repository, newest first, each once, at most `maxScans` (default 2,000).
     * Reads pages of 100 as the consumer needs them, and stops when the consumer stops.
     */
    iterate(query: {
        readonly repoId: RepoId;
        readonly maxScans?: number | undefined;
    }, options?: CallOptions): AsyncGenerator<Scan, void, undefined>;
}
/** Creates the methods for scans. */
export declare function scanMethods(config: ClientConfig): ScanMethods;
