// The methods for repositories: list, collect, find.
import { compareText } from '../judgement/finding.ts';
import { isSameFullName, toFullName } from '../judgement/identifiers.ts';
import { checkCall } from './arguments.ts';
import { ENDPOINTS, toEndpointName } from './endpoints.ts';
import { collectPages, iterateChangingPages, PAGE_SIZE, type PagedList } from './pages.ts';
import type { CallOptions, PageQuery, Selecting } from './queries.ts';
import { AmbiguousRepositoryError, RepositoryNotFoundError } from './repo-errors.ts';
import { type ClientConfig, type ServiceCall, toMethod } from './request.ts';
import type { Repo, RepoPage } from './resources.ts';
import { isServiceError } from './service-error.ts';

/** The methods for repositories. */
export interface RepoMethods {
  /** One page of the repositories that the key's owner can access. */
  list(query?: PageQuery, options?: CallOptions): ServiceCall<RepoPage>;
  /** Reads all repositories, each once, as `bugs.collect` reads bugs, and returns what `select` returns for each. */
  collect<T>(query: Selecting<Repo, T>, options?: CallOptions): Promise<T[]>;
  collect(query?: { readonly select?: undefined }, options?: CallOptions): Promise<Repo[]>;
  /** All repositories, each once, page by page as the consumer needs them; reads like `bugs.iterate`. */
  iterate(options?: CallOptions): AsyncGenerator<Repo, void, undefined>;
  /**
   * The repository with a full name (`owner/name`), in upper or lower case (ASCII letters). Reads all pages.
   * @throws {RepositoryNotFoundError} Which says what the key sees.
   * @throws {AmbiguousRepositoryError} Which names all repositories of that name.
   */
  find(fullName: string, options?: CallOptions): Promise<Repo>;
}

export function repoMethods(config: ClientConfig): RepoMethods {
  const list = toMethod(config, ENDPOINTS.listRepos);
  const toPages = (options: CallOptions | undefined): PagedList<Repo> => ({
    endpoint: toEndpointName(ENDPOINTS.listRepos),
    keyOf: ({ id }) => id,
    signal: options?.signal,
    fetchPage: async (offset, signal) => {
      const { repos: items, total } = await list({ limit: PAGE_SIZE, offset }, { ...options, signal });
      return { items, total };
    },
  });
  async function collect<T>(query: Selecting<Repo, T>, options?: CallOptions): Promise<T[]>;
  async function collect(query?: { readonly select?: undefined }, options?: CallOptions): Promise<Repo[]>;
  async function collect(
    query?: { readonly select?: ((repo: Repo) => unknown) | undefined },
    options?: CallOptions,
  ): Promise<unknown[]> {
    checkCall(config, 'repos.collect', [query, options]);
    return await collectPages(toPages(options), query?.select ?? ((repo) => repo));
  }
  return {
    list,
    collect,
    iterate: (options) => {
      checkCall(config, 'repos.iterate', [options]);
      return iterateChangingPages(toPages(options));
    },
    find: async (fullName, options) => {
      checkCall(config, 'repos.find', [fullName, options]);
      // Nothing else is kept: a key may see tens of thousands.
      const toSeen = (repo: Repo) => ({
        orgName: repo.orgName,
        match: isSameFullName(fullNameOf(repo), fullName) ? repo : null,
      });
      const seen = await collectPages(toPages(options), toSeen);
      const matches = seen.flatMap(({ match }) => match ?? []);
      const [first, ...others] = matches;
      if (first !== undefined && others.length === 0) return first;
      if (first !== undefined) throw new AmbiguousRepositoryError(fullName, matches);
      const names = seen.map(({ orgName }) => orgName);
      const organizations = await fetchOrganizations(config, names, options);
      throw new RepositoryNotFoundError(fullName, { repositories: seen.length, organizations });
    },
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
  options: CallOptions | undefined,
): Promise<readonly string[]> {
  try {
    const { orgs } = await toMethod(config, ENDPOINTS.getUser)(options);
    return toSorted([...names, ...orgs.map(({ name }) => name)]);
  } catch (error) {
    // The answer would only add to what is known: the repository is missing.
    if (isServiceError(error)) return toSorted(names);
    throw error;
  }
}

function toSorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(compareText);
}
