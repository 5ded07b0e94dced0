// All repositories that a key can see, read once, and the one of a name among them.
import type { ServiceClient } from '../client/index.ts';
import { compareText } from '../judgement/finding.ts';
import type { RepoId } from '../judgement/identifiers.ts';
import { isSameFullName } from '../judgement/repository.ts';
import type { Unverified } from '../judgement/unverified.ts';
import { ambiguousFault, notFoundFault, type FoundRepository } from './find-repository.ts';
import { unverifiedBy } from './to-unverified.ts';

/** A repository that the key sees. */
export interface VisibleRepository {
  readonly id: RepoId;
  /** `owner/name`. */
  readonly fullName: string;
  readonly orgName: string;
  /** Whether the service says that it is public. */
  readonly isPublic: boolean;
}

/** All repositories that the key can see, in the service's order. */
export async function fetchVisibleRepositories(
  service: ServiceClient,
): Promise<readonly VisibleRepository[] | Unverified> {
  try {
    return await service.repos.collect({
      select: ({ id, ownerName, name, orgName, visibility }) => ({
        ...{ id, orgName, fullName: `${ownerName}/${name}` },
        isPublic: visibility.toLowerCase() === 'public',
      }),
    });
  } catch (error) {
    return unverifiedBy(error);
  }
}

/** Finds `owner/name` among repositories that were read; `organizations` are those of the key besides theirs. */
export function selectRepository(
  visible: readonly VisibleRepository[],
  fullName: string,
  organizations: readonly string[],
): FoundRepository | Unverified {
  const matches = visible.filter((repository) => isSameFullName(repository.fullName, fullName));
  const [first] = matches;
  if (first === undefined) {
    const names = [...visible.map(({ orgName }) => orgName), ...organizations];
    const sorted = [...new Set(names)].sort(compareText);
    return notFoundFault({ fullName, repositories: visible.length, organizations: sorted });
  }
  if (matches.length > 1) return ambiguousFault({ fullName, matches });
  return { kind: 'found', id: first.id };
}
