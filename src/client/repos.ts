// The methods for repositories: list, collect, find.
import { compareText } from '../judgement/finding.ts';
import { isSameFullName, toFullName } from '../judgement/identifiers.ts';
import { checkArguments, checked } from './arguments.ts';
import { ENDPOINTS, toEndpointName } from './endpoints.ts';
import { collectPages, PAGE_SIZE } from './pages.ts';
import type { PageQuery, Selecting } from './queries.ts';
import { AmbiguousRepositoryError, RepositoryNotFoundError } from './repo-errors.ts';
import { type CallOptions, type ClientConfig, request } from './request.ts';
import type { Repo, RepoPage } from './resources.ts';
import { isServiceError } from './service-error.ts';

/**
 * The methods for repositories.
 * @throws {ServiceError} Where a request fails; if its signal is aborted, the signal’s reason instead.
 * @throws {ServiceClientError} For an argument that cannot be used.
 */
export interface RepoMethods {
  /** One page of the repositories that the key's owner can access. */
  list(query?: PageQuery, options?: CallOptions): Promise<RepoPage>;
  /** What `select` returns for each repository, each once; reads and throws like `bugs.collect`. */
  collect<T>(query: Selecting<Repo, T>, options?: CallOptions): Promise<T[]>;
  collect(query?: { readonly select?: undefined }, options?: CallOptions): Promise<Repo[]>;
  /**
   * The repository with a full name (`owner/name`), in upper or lower case (ASCII letters). Reads all pages.
   * @throws RepositoryNotFoundError, which says what the key sees; AmbiguousRepositoryError, which names all of that name.
   */
  find(fullName: string, options?: CallOptions): Promise<Repo>;
}

export function repoMethods(config: ClientConfig): RepoMethods {
  const fetchPage: RepoMethods['list'] = async ({ limit, offset } = {}, options = {}) =>
    await request(config, ENDPOINTS.listRepos, { ...options, query: { limit, offset } });
  const collectAll = async <T>(select: (repo: Repo) => T, { signal }: CallOptions = {}): Promise<T[]> => {
    const pages = {
      endpoint: toEndpointName(ENDPOINTS.listRepos),
      keyOf: (repo: Repo) => repo.id,
      signal,
      fetchPage: async (offset: number, pageSignal: AbortSignal | undefined) => {
        const page = await fetchPage({ limit: PAGE_SIZE, offset }, { signal: pageSignal });
        return { items: page.repos, total: page.total };
      },
    };
    return await collectPages(pages, select);
  };
  async function collect<T>(query: Selecting<Repo, T>, options?: CallOptions): Promise<T[]>;
  async function collect(query?: { readonly select?: undefined }, options?: CallOptions): Promise<Repo[]>;
  async function collect(
    query?: { readonly select?: ((repo: Repo) => unknown) | undefined },
    options?: CallOptions,
  ): Promise<unknown[]> {
    checkArguments(config, 'repos.collect', [query, options]);
    return await collectAll(query?.select ?? ((repo: Repo) => repo), options);
  }
  return {
    list: checked(config, 'repos.list', fetchPage),
    collect,
    find: checked(config, 'repos.find', async (fullName, options) => {
      // Nothing else is kept: a key may see tens of thousands.
      const toSeen = (repo: Repo) => ({
        orgName: repo.orgName,
        match: isSameFullName(fullNameOf(repo), fullName) ? repo : null,
      });
      const seen = await collectAll(toSeen, options);
      const matches = seen.flatMap(({ match }) => match ?? []);
      const [first, ...others] = matches;
      if (first !== undefined && others.length === 0) return first;
      if (first !== undefined) throw new AmbiguousRepositoryError(fullName, matches);
      const names = seen.map(({ orgName }) => orgName);
      const organizations = await fetchOrganizations(config, names, options);
      throw new RepositoryNotFoundError(fullName, { repositories: seen.length, organizations });
    }),
  };
}

/** `owner/name`. The parts of a name are documented one by one; how the service's `fullName` joins them is not. */
export function fullNameOf({ ownerName: owner, name: repo }: Pick<Repo, 'ownerName' | 'name'>): string {
  return toFullName({ owner, repo });
}

/** The organizations of the key, and those of what it sees; sorted, each once. */
async function fetchOrganizations(
  config: ClientConfig,
  names: readonly string[],
  options: CallOptions = {},
): Promise<readonly string[]> {
  try {
    const { orgs } = await request(config, ENDPOINTS.getUser, options);
    return toSorted([...names, ...orgs.map(({ name }) => name)]);
  } catch (error) {
    // What this would only add to is known: that the repository is missing.
    if (isServiceError(error)) return toSorted(names);
    throw error;
  }
}

function toSorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(compareText);
}
