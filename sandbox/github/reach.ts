// Which repositories a token knows of: those that it was given, and whatever is public.
import type { TokenData } from './data.ts';
import type { GitHubState } from './state.ts';

export interface RepositoryName {
  readonly owner: string | undefined;
  readonly name: string | undefined;
}

/** The repository that `home` or one of its neighbours is; undefined where the token must not learn that it exists. */
export function findRepository(
  home: GitHubState,
  token: TokenData,
  { owner, name }: RepositoryName,
): GitHubState | undefined {
  const wanted = `${owner}/${name}`.toLowerCase();
  const found = allRepositories(home).find((state) => fullName(state).toLowerCase() === wanted);
  if (found === undefined) return undefined;
  return found.visibility === 'public' || isGiven(found, token) ? found : undefined;
}

/** Those that the token was given, in the order of the data. */
export function givenRepositories(home: GitHubState, token: TokenData): GitHubState[] {
  return allRepositories(home).filter((state) => isGiven(state, token));
}

/** Whether the permissions of the token are meant for this repository. */
export function isGiven(state: GitHubState, { repositories }: TokenData): boolean {
  if (repositories === undefined) return fullName(state) === state.home;
  return repositories === 'all' || repositories.includes(fullName(state));
}

function allRepositories(home: GitHubState): GitHubState[] {
  return [home, ...home.neighbours];
}

function fullName({ owner, name }: GitHubState): string {
  return `${owner}/${name}`;
}
