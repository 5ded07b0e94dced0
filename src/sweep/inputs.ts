// Reads the inputs of an action that looks at repositories, one or many.
import { connectionInputs } from '../inputs/connection.ts';
import { type Format, optional, parsed, splitWords, toGiven } from '../inputs/readers.ts';
import { type Input, InputError } from '../inputs/table.ts';
import { isSameFullName, type RepoId, type RepositoryRef, toFoldedName, toFullName } from '../judgement/identifiers.ts';
import { parseShard, type Shard } from './shard.ts';

/** A list has each full name once, and is never empty; `all` is what both key and token see. */
export type Repositories = 'all' | readonly string[];

const FORMAT: Format<Repositories> = {
  parse: parseRepositories,
  allowed: '"all" alone, or a list of repositories, each as owner/name',
  describe: describeRepositories,
};

export const sweepInputs = {
  repositories: parsed<Repositories>('repositories', '', FORMAT),
  /** With null the repository is found by its name. */
  repositoryId: forOne(connectionInputs.repositoryId),
  /** With null the sweep is not divided. */
  shard: optional<Shard>('shard', {
    parse: parseShard,
    allowed: 'i/n with i from 1 to n and n up to 256, such as 3/10, or leave it empty for all repositories',
  }),
};

export interface SweepInputs {
  readonly repositories: Repositories;
  readonly repositoryId: RepoId | null;
  readonly shard: Shard | null;
  /** The name of the workflow’s own repository in the service, in an action that has such an input. */
  readonly repository?: string;
}

/** Whether the documents are those of several repositories. What was asked for decides, so a shard changes nothing. */
export function isSeveral({ repositories }: Pick<SweepInputs, 'repositories'>): boolean {
  return repositories === 'all' || repositories.length > 1;
}

/** Whether an action looks at the repository that it runs in, and at no other. */
export function isOwnAlone({ repositories }: Pick<SweepInputs, 'repositories'>, own: RepositoryRef): boolean {
  return repositories !== 'all' && repositories.every((name) => isSameFullName(name, toFullName(own)));
}

/** The log begins with it. Another repository is named when it is known that it may be. */
export function toSubject(inputs: SweepInputs, own: RepositoryRef): string {
  if (isOwnAlone(inputs, own)) return inputs.repository ?? toFullName(own);
  return isSeveral(inputs) ? 'several repositories' : 'another repository';
}

/**
 * The default of the input `repository` is this one.
 * @throws {InputError} If it names another beside other `repositories`.
 */
export function requireOwnName(inputs: SweepInputs, own: RepositoryRef): void {
  const { repository } = inputs;
  if (repository === undefined || isOwnAlone(inputs, own) || isSameFullName(repository, toFullName(own))) return;
  const allowed = 'it without the input repositories, or for the repository of the workflow alone';
  throw new InputError([{ input: 'repository', given: 'given beside other repositories', allowed }]);
}

/** A name of dots alone would lead elsewhere in an address. */
const FULL_NAME = /^(?!\.+\/)[\w.-]+\/(?!\.+$)[\w.-]+$/;

function parseRepositories(text: string): Repositories | null {
  const words = splitWords(text);
  if (words.length === 1 && words[0] === 'all') return 'all';
  const isList = words.length > 0 && words.every((word) => FULL_NAME.test(word));
  return isList ? [...Map.groupBy(words, toFoldedName).values()].flatMap(([first]) => first ?? []) : null;
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
      if (text === '' || repositories === null || !isSeveral({ repositories })) return input.parse(text, textOf);
      return { kind: 'fault', given: 'given beside several repositories', allowed: 'it with one repository alone' };
    },
  };
}
