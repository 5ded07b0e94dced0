// Reads the inputs of the rules action, as in rules/action.yml.
import { findKeyFault, findPathFault, type System, toPlainPath } from '../client/rule-files.ts';
import { connectionInputs } from '../inputs/connection.ts';
import { duration, flag, identifier, integer, listEach, oneOf, optional, splitWords, text } from '../inputs/readers.ts';
import type { InferInputs, Input } from '../inputs/table.ts';
import { type CommitId, isBugId, isRuleRequestId } from '../judgement/identifiers.ts';

const portableInputs = {
  ...connectionInputs,
  operation: oneOf('operation', ['create', 'pull', 'list'], ''),
  description: text('description'),
  bugIds: listEach('bug-ids', splitWords, {
    parse: (word) => (isBugId(word) ? word : null),
    allowed: 'IDs such as bug_1a2b',
  }),
  commitShas: listEach('commit-shas', splitWords, {
    parse: (word) => (isCommit(word) ? word : null),
    allowed: 'commit SHAs such as 1a2b3c4',
  }),
  /** Null: the request is a new one. */
  requestId: identifier('request-id', isRuleRequestId, 'rcr_1a2b'),
  pollIntervalMs: duration('poll-interval', '5s'),
  maxPolls: integer('max-polls', '20', { min: 1, max: 1_000 }),
  prune: flag('prune', 'false'),
};

type RulesTable = typeof portableInputs & {
  /** Null: nothing is written. The default is in action.yml only, because an empty value has a meaning here. */
  readonly outputDir: Input<string | null>;
};

/** The system decides which folder names are valid. */
export function rulesInputs(system: System): RulesTable {
  return {
    ...portableInputs,
    outputDir: optional('output-dir', {
      parse: (text) => parseFolder(text, system),
      allowed: 'a folder below the workspace without .. in it, or an absolute one, and no part of .git',
    }),
  };
}

export type RulesInputs = InferInputs<RulesTable>;

/** The service defines no format. Other characters would make it a revision that only git can resolve. */
function isCommit(text: string): text is CommitId {
  return /^[0-9a-zA-Z]+$/.test(text);
}

/**
 * Parses the folder in a workflow: `.`, a path below the workspace without empty and `.` segments, or an absolute path,
 * with slashes; null if it is none of these. Only an absolute path may contain `..`.
 */
export function parseFolder(text: string, system: System): string | null {
  const given = system === 'windows' ? text.replaceAll('\\', '/') : text;
  const [root] = (system === 'windows' ? /^(?:[a-z]:)?\/+/i : /^\/+/).exec(given) ?? [];
  const path = toPlainPath(given.slice(root?.length ?? 0));
  if (root !== undefined) {
    const parts = path.split('/').filter((part) => part !== '' && part !== '..');
    return parts.every((part) => findPathFault(part, system) === null) ? root + path : null;
  }
  if (path === '') return '.';
  return (findKeyFault(path) ?? findPathFault(path, system)) === null ? path : null;
}
