// The methods about repositories: list, collect.

import type { PageQuery, Selecting } from './bugs.ts';
import { ENDPOINTS } from './endpoints.ts';
import { toEndpointName } from './classify-response.ts';
import { collectPages, PAGE_SIZE } from './pages.ts';
import { request, type CallOptions, type ClientConfig } from './request.ts';
import type { Repo, RepoPage } from './resources.ts';

/** Everything about repositories. All methods throw a ServiceError, or the reason of an aborted signal. */
export interface RepoMethods {
  /** One page of the repositories that the owner of the key can access. */
  list(query?: PageQuery, options?: CallOptions): Promise<RepoPage>;
  /** All of them, each once, or what `select` gives of each; read as `bugs.collect` reads. */
  collect<T>(query: Selecting<Repo, T>, options?: CallOptions): Promise<readonly T[]>;
  collect(query?: object, options?: CallOptions): Promise<readonly Repo[]>;
}

/** Makes the methods about repositories. */
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
