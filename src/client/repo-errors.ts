// The errors of a repository that is looked for by its name: it is not there, or more than one has the name.
import { toShortLine } from '../net/network-cause.ts';
import { ServiceClientError } from './client-error.ts';
import type { Repo } from './resources.ts';
import { toUncaughtStack } from './service-error.ts';

/** Most names in a message; the properties have all. */
const MAX_NAMED = 20;
/** Most characters of what a message says before the advice, so that hostile names cannot fill a log. */
const MAX_CHARS = 2_000;

/** What a key sees. */
export interface SeenByKey {
  readonly repositories: number;
  /** Names of organizations, sorted, each once. */
  readonly organizations: readonly string[];
}

/** The key sees no repository of this name; the message says what it sees. */
export class RepositoryNotFoundError extends ServiceClientError {
  override readonly name = 'RepositoryNotFoundError';
  /** `owner/name`, as it was given. */
  readonly fullName: string;
  readonly repositories: number;
  readonly organizations: readonly string[];

  constructor(fullName: string, { repositories, organizations }: SeenByKey) {
    const count = repositories === 1 ? '1 repository' : `${repositories} repositories`;
    const where = organizations.length === 0 ? 'no organization' : `the organizations ${toList(organizations)}`;
    const facts = `This key sees no repository ${fullName}. It sees ${count} and ${where}.`;
    const texts = {
      summary: toShortLine(facts, MAX_CHARS),
      advice: 'Check the name, and that the key is of the right organization.',
    };
    super(`${texts.summary} ${texts.advice}`);
    this.fullName = fullName;
    this.repositories = repositories;
    this.organizations = organizations;
    Object.defineProperty(this, 'organizations', { enumerable: false });
    this.stack = toUncaughtStack(this, texts);
  }
}

/** Several repositories have this name, each in an organization of its own; the message names them. */
export class AmbiguousRepositoryError extends ServiceClientError {
  override readonly name = 'AmbiguousRepositoryError';
  /** `owner/name`, as it was given. */
  readonly fullName: string;
  /** At least two. */
  readonly matches: readonly Repo[];

  constructor(fullName: string, matches: readonly Repo[]) {
    const named = matches.map(({ id, orgName }) => `${id} (organization ${orgName})`);
    const facts = `${fullName} is the name of ${matches.length} repositories: ${toList(named)}.`;
    const texts = { summary: toShortLine(facts, MAX_CHARS), advice: 'Use the ID of the one that you mean.' };
    super(`${texts.summary} ${texts.advice}`);
    this.fullName = fullName;
    this.matches = matches;
    Object.defineProperty(this, 'matches', { enumerable: false });
    this.stack = toUncaughtStack(this, texts);
  }
}

function toList(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  const named = names.slice(0, MAX_NAMED).join(', ');
  return more > 0 ? `${named}, ${more} more` : named;
}
