// The answers about the key's owner: the user and the repositories.
import { type Call, cutPage } from './call.ts';
import type { RepoData, ServiceData } from './data.ts';

/** GET /public/v1/user */
export function getUser({ world }: Call): ServiceData['user'] {
  return world.data.user;
}

/** GET /public/v1/repos, in the order of the data. */
export function listRepos({ world, query }: Call): { repos: RepoData[]; total: number } {
  const { repos } = world.data;
  return { repos: cutPage(repos, query), total: repos.length };
}
