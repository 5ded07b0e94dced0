// The inputs of an action that looks at one repository or at many.
import { connectionInputs } from '../inputs/connection.ts';
import { type Format, optional, parsed, splitWords, toGiven } from '../inputs/readers.ts';
import { type Input, InputError } from '../inputs/table.ts';
import { isSameFullName, type RepoId, type RepositoryRef } from '../judgement/identifiers.ts';

/** Full names, each once, never none; `all`: what both key and token see. */
export type Repositories = 'all' | readonly string[];

const FORMAT: Format<Repositories> = {
  parse: parseRepositories,
  allowed: '"all" alone, or a list of repositories, each as owner/name',
  describe: describeRepositories,
};

/** Null: found by its name. */
const repositoryId = forOne(connectionInputs.repositoryId);

export const sweepInputs = { repositories: parsed<Repositories>('repositories', '', FORMAT), repositoryId };

/** Of an action that also has the input `repository`. Null: the repository that the run is in. */
export const optionalSweepInputs = { repositories: optional('repositories', FORMAT), repositoryId };

/** Whether an action looks at the repository that it runs in, and at no other. */
export function isOwnAlone(repositories: Repositories | null, { owner, repo }: RepositoryRef): boolean {
  if (repositories === null) return true;
  return repositories !== 'all' && repositories.every((name) => isSameFullName(name, `${owner}/${repo}`));
}

/**
 * Throws where the input `repository`, whose default is this one, names another beside `repositories`.
 * @throws {InputError}
 */
export function requireOwnName(given: string, { owner, repo }: RepositoryRef): void {
  if (isSameFullName(given, `${owner}/${repo}`)) return;
  const allowed = 'it without the input repositories, or for the repository of the workflow alone';
  throw new InputError([{ input: 'repository', given: 'given beside other repositories', allowed }]);
}

/** A segment of dots alone would lead elsewhere in an address. */
const FULL_NAME = /^(?!\.+\/)[\w.-]+\/(?!\.+$)[\w.-]+$/;

function parseRepositories(text: string): Repositories | null {
  const words = splitWords(text);
  if (words.length === 1 && words[0] === 'all') return 'all';
  const isList = words.length > 0 && words.every((word) => FULL_NAME.test(word));
  return isList ? words.filter((word, at) => words.findIndex((each) => isSameFullName(each, word)) === at) : null;
}

function describeRepositories(text: string): string {
  return toGiven(splitWords(text).find((word) => !FULL_NAME.test(word)) ?? '');
}

/** An identifier says nothing about a second repository. */
function forOne(input: Input<RepoId | null>): Input<RepoId | null> {
  return {
    ...input,
    parse: (text, textOf) => {
      const repositories = parseRepositories(textOf('repositories'));
      const isOne = repositories === null || (repositories !== 'all' && repositories.length === 1);
      if (text === '' || isOne) return input.parse(text, textOf);
      return { kind: 'fault', given: 'given beside several repositories', allowed: 'it with one repository alone' };
    },
  };
}
