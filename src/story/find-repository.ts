// Owns the first look-up: which repository of the service this is.
import { isServiceError, type Repo, type ServiceClient } from '../client/index.ts';
import { compareText } from '../domain/finding.ts';
import type { RepoId } from '../domain/identifiers.ts';
import type { ConnectionInputs } from '../inputs/connection.ts';
import { unverified, unverifiedBy, type Unverified } from './unverified.ts';

export interface FoundRepository {
  readonly kind: 'found';
  readonly id: RepoId;
}

/** Takes the given identifier, or looks `owner/name` up in all repositories that the key can see, case-insensitively. */
export async function findRepository(
  service: ServiceClient,
  { repository, repositoryId }: Pick<ConnectionInputs, 'repository' | 'repositoryId'>,
): Promise<FoundRepository | Unverified> {
  if (repositoryId !== null) return { kind: 'found', id: repositoryId };
  try {
    const repos = await service.repos.collect({ select: toCandidate });
    const matches = repos.filter(({ fullName }) => isSameName(fullName, repository));
    const [match, ...others] = matches;
    if (match === undefined) return await tellNotFound(service, repository, repos);
    return others.length === 0
      ? { kind: 'found', id: match.id }
      : tellAmbiguous(repository, matches);
  } catch (error) {
    return unverifiedBy(error);
  }
}

/** What must be kept of each repository: a key may see tens of thousands. */
type Candidate = Pick<Repo, 'id' | 'fullName' | 'orgName'>;

/** The parts are documented one by one; how `fullName` joins them is not. */
function toCandidate({ id, ownerName, name, orgName }: Repo): Candidate {
  return { id, fullName: `${ownerName}/${name}`, orgName };
}

function isSameName(a: string, b: string): boolean {
  return toFolded(a) === toFolded(b);
}

/** ASCII alone, as names on GitHub are: elsewhere a letter of another alphabet may fold to one of ours. */
function toFolded(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function tellAmbiguous(repository: string, matches: readonly Candidate[]): Unverified {
  const list = matches
    .map(({ id, orgName }) => `${id} (organization ${orgName})`)
    .sort(compareText);
  return unverified(
    'repository-not-found',
    `The service knows ${matches.length} repositories named ${repository}: ${list.join(', ')}.`,
    ['Say which one with the input repository-id.'],
  );
}

async function tellNotFound(
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

/** Names only: the user's e-mail address is nobody else's business. */
async function findOrganizations(
  service: ServiceClient,
  repos: readonly Candidate[],
): Promise<readonly string[]> {
  const seen = repos.map(({ orgName }) => orgName);
  try {
    const { orgs } = await service.user.get();
    return toNames([...orgs.map(({ name }) => name), ...seen]);
  } catch (error) {
    // What the user would only add to is known: that the repository is missing.
    if (isServiceError(error)) return toNames(seen);
    throw error;
  }
}

function toNames(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(compareText).slice(0, MAX_NAMED_ORGANIZATIONS);
}
