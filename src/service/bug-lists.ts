// The service's lists of bugs, checked to be of the repository that was asked for.
import type { Bug, BugQuery, ServiceClient } from '../client/index.ts';
import type { BugId, RepoId } from '../judgement/identifiers.ts';
import type { UsableScan } from '../judgement/scan.ts';
import { OTHER_REPOSITORY_ADVICE } from './other-repository.ts';
import { UnbelievableAnswerError } from './to-unverified.ts';

/** How many bugs a list has. Throws what the client throws, and an UnbelievableAnswerError. */
export async function fetchTotal(service: ServiceClient, query: BugQuery): Promise<number> {
  const { bugs, total } = await service.bugs.list({ ...query, limit: 1 });
  for (const bug of bugs) requireOurs(bug, query.repoId);
  return total;
}

/** The ids of the pending bugs that any of these scans lists. Throws what the client throws, and an UnbelievableAnswerError. */
export async function fetchListedIds(
  service: ServiceClient,
  repoId: RepoId,
  scans: readonly UsableScan[],
): Promise<ReadonlySet<BugId>> {
  const select = (bug: Bug): BugId => requireOurs(bug, repoId).id;
  const lists = await Promise.all(
    scans.map(({ id: scanId }) =>
      service.bugs.collect({ repoId, scanId, status: 'pending', select }),
    ),
  );
  return new Set(lists.flat());
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
