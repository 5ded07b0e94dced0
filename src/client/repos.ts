// The methods for repositories: list, collect.

import type { PageQuery, Selecting } from './bugs.ts';
import { ENDPOINTS } from './endpoints.ts';
import { toEndpointName } from './classify-response.ts';
import { collectPages, PAGE_SIZE } from './pages.ts';
import { request, type CallOptions, type ClientConfig } from './request.ts';
import type { Repo, RepoPage } from './resources.ts';

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
export function repoMethods(config: ClientConfig): RepoMethods {
  const list: RepoMethods['list'] = async ({ limit, offset } = {}, options) =>
    await request(config, ENDPOINTS.listRepos, { ...options, query: { limit, offset } });
  async function collect<T>(
    query: Selecting<Repo, T>,
    options?: CallOptions,
  ): Promise<readonly T[]>;
  async function collect(query?: object, options?: CallOptions): Promise<readonly Repo[]>;
  async function collect(
    query: Partial<Selecting<Repo, unknown>> = {},
    { signal }: CallOptions = {},
  ): Promise<readonly unknown[]> {
    const pages = {
      endpoint: toEndpointName(ENDPOINTS.listRepos),
      keyOf: (repo: Repo) => repo.id,
      signal,
      fetchPage: async (offset: number, pageSignal: AbortSignal | undefined) => {
        const page = await list({ limit: PAGE_SIZE, offset }, { signal: pageSignal });
        return { items: page.repos, total: page.total };
      },
    };
    return await collectPages(pages, query.select ?? ((repo: Repo) => repo));
  }
  return { list, collect };
}
