// The errors of a repository that is looked for by its name: it is not there, or more than one has the name.
import { toShortLine } from '../net/network-cause.ts';
import { hideProperties, ServiceClientError } from './client-error.ts';
import type { Repo } from './resources.ts';

/** A message has at most so many names; the properties have all. */
const MAX_NAMED = 20;
/** The text before the advice has at most so many characters, so that hostile names cannot fill a log. */
const MAX_CHARS = 2_000;

/** The repositories and organizations that a key sees. */
export interface SeenByKey {
  readonly repositories: number;
  /** Names of organizations, sorted, each once. */
  readonly organizations: readonly string[];
}

/** The key sees no repository of this name; the message says what it sees. */
export class RepositoryNotFoundError extends ServiceClientError {
  declare readonly name: 'RepositoryNotFoundError';
  /** `owner/name`, as it was given. */
  readonly fullName: string;
  readonly repositories: number;
  readonly organizations: readonly string[];

  constructor(fullName: string, { repositories, organizations }: SeenByKey) {
    const count = repositories === 1 ? '1 repository' : `${repositories} repositories`;
    const where = organizations.length === 0 ? 'no organization' : `the organizations ${toList(organizations)}`;
    const facts = `This key sees no repository ${fullName}. It sees ${count} and ${where}.`;
    const advice = 'Check the name, and that the key is of the right organization.';
    super({ summary: toShortLine(facts, MAX_CHARS), advice }, { name: 'RepositoryNotFoundError' });
    this.fullName = fullName;
    this.repositories = repositories;
    this.organizations = organizations;
    hideProperties(this, ['organizations']);
  }
}

/** Several repositories have this name, each in an organization of its own; the message names them. */
export class AmbiguousRepositoryError extends ServiceClientError {
  declare readonly name: 'AmbiguousRepositoryError';
  /** `owner/name`, as it was given. */
  readonly fullName: string;
  /** At least two. */
  readonly matches: readonly Repo[];

  constructor(fullName: string, matches: readonly Repo[]) {
    const named = matches.map(({ id, orgName }) => `${id} (organization ${orgName})`);
    const facts = `${fullName} is the name of ${matches.length} repositories: ${toList(named)}.`;
    const advice = 'Use the ID of the one that you mean.';
    super({ summary: toShortLine(facts, MAX_CHARS), advice }, { name: 'AmbiguousRepositoryError' });
    this.fullName = fullName;
    this.matches = matches;
    hideProperties(this, ['matches']);
  }
}

function toList(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  const named = names.slice(0, MAX_NAMED).join(', ');
  return more > 0 ? `${named}, ${more} more` : named;
}
