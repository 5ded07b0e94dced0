import type { PageQuery, Selecting } from './bugs.js';
import { type CallOptions, type ClientConfig } from './request.js';
import type { Repo, RepoPage } from './resources.js';
/**
 * The methods for repositories.
 * @throws {ServiceError} From every method; if its signal is aborted, the signal's reason instead.
 */
export interface RepoMethods {
    /** One page of the repositories that the key's owner can access. */
    list(query?: PageQuery, options?: CallOptions): Promise<RepoPage>;
    /** What `select` returns for each repository, each once; reads and throws like `bugs.collect`. */
    collect<T>(query: Selecting<Repo, T>, options?: CallOptions): Promise<readonly T[]>;
    collect(query?: object, options?: CallOptions): Promise<readonly Repo[]>;
}
/** Creates the methods for repositories. */
export declare function repoMethods(config: ClientConfig): RepoMethods;
