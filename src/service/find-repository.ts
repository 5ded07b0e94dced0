// The service's repository for `owner/name`.
import { AmbiguousRepositoryError, RepositoryNotFoundError, type ServiceClient } from '../client/index.ts';
import { fullNameOf } from '../client/repos.ts';
import type { Naming } from '../judgement/cause.ts';
import { compareText } from '../judgement/finding.ts';
import { type RepoId, toFoldedName } from '../judgement/identifiers.ts';
import { Unverified } from '../judgement/unverified.ts';

export interface RepositoryQuery {
  /** `owner/name`. */
  readonly repository: string;
  /** It is found by its name where this is null. */
  readonly repositoryId: RepoId | null;
  /** An action without it has both inputs. */
  readonly naming?: Naming | undefined;
}

/**
 * Takes the given identifier, or finds `owner/name` among all repositories that the key can see, ignoring case.
 * Throws what the client throws.
 * @throws {Unverified} If the key sees none, or several.
 */
export async function findRepository(
  service: ServiceClient,
  { repository, repositoryId, naming }: RepositoryQuery,
): Promise<RepoId> {
  if (repositoryId !== null) return repositoryId;
  try {
    return (await service.repos.find(repository)).id;
  } catch (error) {
    if (error instanceof AmbiguousRepositoryError) throw ambiguousFault(error, naming);
    throw error instanceof RepositoryNotFoundError ? unknownFault(error.fullName, error, naming) : error;
  }
}

function ambiguousFault({ fullName, matches }: Ambiguity, naming: Naming = 'name-or-id'): Unverified {
  const list = (name: (match: Ambiguity['matches'][number]) => string): string =>
    matches.map(name).sort(compareText).join(', ');
  return new Unverified({
    ...{ kind: 'repository-twice', fullName, naming, count: matches.length },
    said: list(({ id }) => id),
    quotation: list(({ id, orgName }) => `${id} (organization ${orgName})`),
  });
}

const MAX_NAMED_ORGANIZATIONS = 20;

interface SeenByKey {
  readonly repositories: number;
  readonly organizations: readonly string[];
}

/** The names of its organizations are for people who may know them: nobody else needs to know whose key it is. */
function unknownFault(
  fullName: string,
  { repositories, organizations }: SeenByKey,
  naming: Naming = 'name-or-id',
): Unverified {
  const said = `${repositories} ${repositories === 1 ? 'repository' : 'repositories'}`;
  const names = organizations.slice(0, MAX_NAMED_ORGANIZATIONS).join(', ');
  const quotation = `${said} and ${names === '' ? 'no organization' : `the organizations ${names}`}`;
  return new Unverified({ kind: 'unknown-repository', fullName, naming, said, quotation });
}

interface Ambiguity {
  readonly fullName: string;
  readonly matches: readonly Pick<VisibleRepository, 'id' | 'orgName'>[];
}

export interface VisibleRepository {
  readonly id: RepoId;
  readonly fullName: string;
  readonly orgName: string;
  /** The service says so; GitHub may know better. */
  readonly isPublic: boolean;
}

/** All repositories that the key can see, in the service's order. Throws what the client throws. */
export async function fetchVisibleRepositories(service: ServiceClient): Promise<readonly VisibleRepository[]> {
  return await service.repos.collect({
    select: (repo) => ({
      id: repo.id,
      orgName: repo.orgName,
      fullName: fullNameOf(repo),
      isPublic: repo.visibility.toLowerCase() === 'public',
    }),
  });
}

/** Makes what finds each `owner/name` among repositories that were read; `organizations` are those of the key besides theirs. */
export function indexRepositories(
  visible: readonly VisibleRepository[],
  organizations: readonly string[],
  naming?: Naming,
): (fullName: string) => RepoId | Unverified {
  const byName = Map.groupBy(visible, (repository) => toFoldedName(repository.fullName));
  const names = [...new Set([...visible.map(({ orgName }) => orgName), ...organizations])].sort(compareText);
  return (fullName) => {
    const matches = byName.get(toFoldedName(fullName)) ?? [];
    const [first] = matches;
    if (first === undefined) {
      return unknownFault(fullName, { repositories: visible.length, organizations: names }, naming);
    }
    return matches.length > 1 ? ambiguousFault({ fullName, matches }, naming) : first.id;
  };
}
