// The inputs of the recheck action: every one of recheck/action.yml.
import type { ServiceClient } from '../client/index.ts';
import type { Octokit } from '../github/octokit.ts';
import { connectionInputs } from '../inputs/connection.ts';
import { count, flag, parsed, splitWords, toGiven } from '../inputs/readers.ts';
import type { InferInputs, Input } from '../inputs/table.ts';
import { isSameFullName, type RepoId } from '../judgement/identifiers.ts';
import type { Session } from '../runner/session.ts';

/** Full names, each once; `all`: what both key and token see. */
export type Repositories = 'all' | readonly string[];

export const recheckInputs = {
  apiUrl: connectionInputs.apiUrl,
  /** Null if empty, which is not an error here. */
  apiKey: connectionInputs.apiKey,
  githubToken: required(connectionInputs.githubToken),
  repositories: parsed<Repositories>('repositories', '', {
    parse: parseRepositories,
    allowed: '"all", or a list of repositories, each as owner/name',
    describe: describeRepositories,
  }),
  repositoryId: forOne(connectionInputs.repositoryId),
  maxReruns: count('max-reruns', '20'),
  reopenExpired: flag('reopen-expired', 'false'),
  dryRun: flag('dry-run', 'false'),
};

export type RecheckInputs = InferInputs<typeof recheckInputs>;

/** A session with the service and GitHub. */
export interface RecheckSession extends Session<RecheckInputs> {
  readonly service: ServiceClient;
  readonly github: Octokit;
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

function required(input: Input<string | null>): Input<string> {
  return {
    ...input,
    parse: (text, textOf) => {
      const allowed = "a token that may read pull requests and start runs again, such as the workflow's own";
      const result = input.parse(text, textOf);
      if (result.kind === 'fault') return result;
      return result.value === null ? { kind: 'fault', given: 'empty', allowed } : { ...result, value: result.value };
    },
  };
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
