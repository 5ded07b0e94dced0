// The service's repository for `owner/name`.
import { isServiceError, type Repo, type ServiceClient } from '../client/index.ts';
import { compareText } from '../domain/finding.ts';
import type { RepoId } from '../domain/identifiers.ts';
import { unverified, type Unverified } from '../domain/unverified.ts';
import { unverifiedBy } from './unverified-by.ts';

export interface RepositoryQuery {
  /** `owner/name`. */
  readonly repository: string;
  /** Null: found by its name. */
  readonly repositoryId: RepoId | null;
}

export interface FoundRepository {
  readonly kind: 'found';
  readonly id: RepoId;
}

/** Returns the given identifier, or finds `owner/name` among all repositories that the key can see, ignoring case. */
export async function findRepository(
  service: ServiceClient,
  { repository, repositoryId }: RepositoryQuery,
): Promise<FoundRepository | Unverified> {
  if (repositoryId !== null) return { kind: 'found', id: repositoryId };
  try {
    const repos = await service.repos.collect({ select: toCandidate });
    const matches = repos.filter(({ fullName }) => isSameName(fullName, repository));
    const [match, ...others] = matches;
    if (match === undefined) return await findNotFoundFault(service, repository, repos);
    return others.length === 0
      ? { kind: 'found', id: match.id }
      : ambiguousFault(repository, matches);
  } catch (error) {
    return unverifiedBy(error);
  }
}

/** What we keep of each repository: a key may see tens of thousands. */
type Candidate = Pick<Repo, 'id' | 'fullName' | 'orgName'>;

/** Built from its parts, because the format of `fullName` is not documented. */
function toCandidate({ id, ownerName, name, orgName }: Repo): Candidate {
  return { id, fullName: `${ownerName}/${name}`, orgName };
}

function isSameName(a: string, b: string): boolean {
  return toFolded(a) === toFolded(b);
}

/** Lower-cases ASCII only, like names on GitHub: in Unicode, letters of other alphabets may fold to ASCII ones. */
function toFolded(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function ambiguousFault(repository: string, matches: readonly Candidate[]): Unverified {
  const list = matches
    .map(({ id, orgName }) => `${id} (organization ${orgName})`)
    .sort(compareText);
  return unverified(
    'repository-not-found',
    `The service knows ${matches.length} repositories named ${repository}: ${list.join(', ')}.`,
    ['Say which one with the input repository-id.'],
  );
}

async function findNotFoundFault(
  service: ServiceClient,
  repository: string,
  repos: readonly Candidate[],
): Promise<Unverified> {
  const orgs = await findOrganizations(service, repos);
  const where = orgs.length === 0 ? 'no organization' : `the organizations ${orgs.join(', ')}`;
  return unverified(
    'repository-not-found',
    `The service knows no repository ${repository}. This API key sees ${repos.length} ${repos.length === 1 ? 'repository' : 'repositories'} and ${where}.`,
    [
      'Connect the repository to the service, or use a key of the organization that it is connected to.',
      'If it has another name there, give that name with the input repository, or its identifier with repository-id.',
    ],
  );
}

const MAX_NAMED_ORGANIZATIONS = 20;

/** Only the names of the organizations: the user's e-mail address is private. */
async function findOrganizations(
  service: ServiceClient,
  repos: readonly Candidate[],
): Promise<readonly string[]> {
  const seen = repos.map(({ orgName }) => orgName);
  try {
    const { orgs } = await service.user.get();
    return toNames([...orgs.map(({ name }) => name), ...seen]);
  } catch (error) {
    // The main error, that the repository is missing, is known without the user.
    if (isServiceError(error)) return toNames(seen);
    throw error;
  }
}

function toNames(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(compareText).slice(0, MAX_NAMED_ORGANIZATIONS);
}
