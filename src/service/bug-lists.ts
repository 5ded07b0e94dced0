// The service's lists of bugs, checked to be of the repository that was asked for.
import type { Bug, BugQuery, ServiceClient } from '../client/index.ts';
import type { RepoId } from '../domain/identifiers.ts';
import { OTHER_REPOSITORY_ADVICE } from './other-repository.ts';
import { UnbelievableAnswerError } from './unverified-by.ts';

/** How many bugs a list has. Throws what the client throws, and an UnbelievableAnswerError. */
export async function fetchTotal(service: ServiceClient, query: BugQuery): Promise<number> {
  const { bugs, total } = await service.bugs.list({ ...query, limit: 1 });
  for (const bug of bugs) requireOurs(bug, query.repoId);
  return total;
}

/**
 * Returns the bug.
 * @throws {UnbelievableAnswerError} If it is of another repository than the one asked for.
 */
export function requireOurs(bug: Bug, repositoryId: RepoId): Bug {
  if (bug.repoId === repositoryId) return bug;
  throw new UnbelievableAnswerError(
    `Asked for the bugs of \`${repositoryId}\`, the service sent \`${bug.id}\` of \`${bug.repoId}\`.`,
    OTHER_REPOSITORY_ADVICE,
  );
}
