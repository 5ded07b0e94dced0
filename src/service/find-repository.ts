// The service's repository for `owner/name`.
import { AmbiguousRepositoryError, RepositoryNotFoundError, type ServiceClient } from '../client/index.ts';
import { toFullName } from '../client/repos.ts';
import { compareText } from '../judgement/finding.ts';
import { isSameFullName, type RepoId } from '../judgement/identifiers.ts';
import { ambiguousRepositoryFault, repositoryNotFoundFault } from '../judgement/reasons.ts';
import type { Unverified } from '../judgement/unverified.ts';

export interface RepositoryQuery {
  /** `owner/name`. */
  readonly repository: string;
  /** Null: found by its name. */
  readonly repositoryId: RepoId | null;
}

/**
 * Returns the given identifier, or finds `owner/name` among all repositories that the key can see, ignoring case.
 * Throws what the client throws.
 * @throws {Unverified} If the key sees none, or several.
 */
export async function findRepository(
  service: ServiceClient,
  { repository, repositoryId }: RepositoryQuery,
): Promise<RepoId> {
  if (repositoryId !== null) return repositoryId;
  try {
    return (await service.repos.find(repository)).id;
  } catch (error) {
    if (error instanceof AmbiguousRepositoryError) throw ambiguousFault(error);
    throw error instanceof RepositoryNotFoundError ? repositoryNotFoundFault(error.fullName, error) : error;
  }
}

/** Several repositories have the name. */
function ambiguousFault({ fullName, matches }: Ambiguity): Unverified {
  const list = matches.map(({ id, orgName }) => `${id} (organization ${orgName})`).sort(compareText);
  return ambiguousRepositoryFault(fullName, list);
}

interface Ambiguity {
  readonly fullName: string;
  readonly matches: readonly Pick<VisibleRepository, 'id' | 'orgName'>[];
}

/** A repository that the key sees. */
export interface VisibleRepository {
  readonly id: RepoId;
  /** `owner/name`. */
  readonly fullName: string;
  readonly orgName: string;
  /** Whether the service says that it is public. */
  readonly isPublic: boolean;
}

/** All repositories that the key can see, in the service's order. Throws what the client throws. */
export async function fetchVisibleRepositories(service: ServiceClient): Promise<readonly VisibleRepository[]> {
  return await service.repos.collect({
    select: (repo) => ({
      id: repo.id,
      orgName: repo.orgName,
      fullName: toFullName(repo),
      isPublic: repo.visibility.toLowerCase() === 'public',
    }),
  });
}

/** Finds `owner/name` among repositories that were read; `organizations` are those of the key besides theirs. */
export function selectRepository(
  visible: readonly VisibleRepository[],
  fullName: string,
  organizations: readonly string[],
): RepoId | Unverified {
  const matches = visible.filter((repository) => isSameFullName(repository.fullName, fullName));
  const [first] = matches;
  if (first === undefined) {
    const names = [...visible.map(({ orgName }) => orgName), ...organizations];
    const sorted = [...new Set(names)].sort(compareText);
    return repositoryNotFoundFault(fullName, { repositories: visible.length, organizations: sorted });
  }
  if (matches.length > 1) return ambiguousFault({ fullName, matches });
  return first.id;
}
