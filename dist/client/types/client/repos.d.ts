import type { PageQuery, Selecting } from './bugs.js';
import { type CallOptions, type ClientConfig } from './request.js';
import type { Repo, RepoPage } from './resources.js';
/** Everything about repositories. All methods throw a ServiceError, or the reason of an aborted signal. */
export interface RepoMethods {
    /** One page of the repositories that the owner of the key can access. */
    list(query?: PageQuery, options?: CallOptions): Promise<RepoPage>;
    /** All of them, each once, or what `select` gives of each; read as `bugs.collect` reads. */
    collect<T>(query: Selecting<Repo, T>, options?: CallOptions): Promise<readonly T[]>;
    collect(query?: object, options?: CallOptions): Promise<readonly Repo[]>;
}
/** Makes the methods about repositories. */
export declare function repoMethods(config: ClientConfig): RepoMethods;
