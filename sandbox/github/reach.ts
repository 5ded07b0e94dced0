// Decides which repositories a token knows: those that it was given, and whatever is public.
import type { TokenData } from './data.ts';
import type { GitHubState } from './state.ts';

export interface RepositoryName {
  readonly owner: string | undefined;
  readonly name: string | undefined;
}

/**
 * The repository that `home` or one of its neighbours is, or was by that name; undefined where the token must not learn
 * that it exists.
 */
export function findRepository(
  home: GitHubState,
  token: TokenData,
  { owner, name }: RepositoryName,
): GitHubState | undefined {
  const wanted = `${owner}/${name}`;
  const all = allRepositories(home);
  const found =
    all.find((state) => isCalled(state, wanted)) ??
    all.find(({ formerNames }) => formerNames.some((former) => isSameName(former, wanted)));
  return found !== undefined && isVisible(found, token) ? found : undefined;
}

export function isCalled({ owner, name }: GitHubState, fullName: string): boolean {
  return isSameName(`${owner}/${name}`, fullName);
}

export function isVisible(state: GitHubState, token: TokenData): boolean {
  return state.visibility === 'public' || isGiven(state, token);
}

/** Selects those that the token was given, in the order of the data. */
export function givenRepositories(home: GitHubState, token: TokenData): GitHubState[] {
  return allRepositories(home).filter((state) => isGiven(state, token));
}

export function isGiven(state: GitHubState, { repositories }: TokenData): boolean {
  const fullName = `${state.owner}/${state.name}`;
  if (repositories === undefined) return fullName === state.home;
  return repositories === 'all' || repositories.includes(fullName);
}

export function allRepositories(home: GitHubState): GitHubState[] {
  return [home, ...home.neighbours];
}

function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
