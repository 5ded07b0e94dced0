// Owns the inputs of the rules action: every one of rules/action.yml, read, checked and typed.
// Not from the client's index: that would load its schemas before the inputs are known to be right.
import {
  isBugId,
  isRuleRequestId,
  type BugId,
  type CommitId,
  type RuleRequestId,
} from '../client/identifiers.ts';
import { openInputs, type Inputs, type ReadInput } from '../inputs/inputs.ts';
import type { System } from '../runner/runner.ts';
import { readConnection, type ConnectionInputs } from '../inputs/connection.ts';
import { parseFolder } from './files.ts';

export type Operation = 'create' | 'pull' | 'list';

export interface RulesInputs extends ConnectionInputs {
  readonly operation: Operation;
  /** Empty: not given. */
  readonly description: string;
  readonly bugIds: readonly BugId[];
  /** As given. */
  readonly commitShas: readonly CommitId[];
  /** Null: a new request. */
  readonly requestId: RuleRequestId | null;
  readonly pollIntervalMs: number;
  readonly maxPolls: number;
  /** Absolute, or below the workspace, or `.` for the workspace itself; null: nothing is written. */
  readonly outputDir: string | null;
  readonly prune: boolean;
  /** Names of inputs that were given and have no effect: one workflow may serve several operations. */
  readonly unused: readonly string[];
}

/** Reads and checks every input. Throws one InputError that names every fault; an empty `api-key` is none. */
export function readRulesInputs(read: ReadInput, system: System): RulesInputs {
  const inputs = openInputs(read);
  const values = {
    ...readConnection(inputs),
    operation: readOperation(inputs),
    ...readMaterial(inputs),
    pollIntervalMs: inputs.durationMs('poll-interval', '5s'),
    maxPolls: inputs.integer('max-polls', 20, { min: 1, max: 1_000 }),
    outputDir: readOutputDir(read, inputs, system),
    prune: inputs.oneOf('prune', ['true', 'false'], 'false') === 'true',
  };
  inputs.check();
  return { ...values, unused: readUnused(inputs, values) };
}

/** What `create` makes rules from, or goes on with. */
function readMaterial(inputs: Inputs) {
  return {
    description: inputs.text('description'),
    bugIds: readItems(inputs, {
      name: 'bug-ids',
      is: isBugId,
      allowed: 'identifiers such as bug_1a2b',
    }),
    commitShas: readItems(inputs, {
      name: 'commit-shas',
      is: isCommit,
      allowed: 'commit SHAs such as 1a2b3c4',
    }),
    requestId: inputs.parsed(
      'request-id',
      (text) => (isRuleRequestId(text) ? text : null),
      'an identifier such as rcr_1a2b',
    ),
  };
}

function readOperation(inputs: Inputs): Operation {
  if (inputs.text('operation') === '') {
    inputs.fault({ input: 'operation', given: 'nothing', allowed: 'create, pull or list' });
  }
  return inputs.oneOf('operation', ['create', 'pull', 'list'], 'list');
}

function readItems<Item extends string>(
  inputs: Inputs,
  kind: { name: string; is: (text: string) => text is Item; allowed: string },
): readonly Item[] {
  // No item has a space in it, so that a list made by a shell is one as well.
  const items = inputs
    .text(kind.name)
    .split(/[\s,]+/)
    .filter((item) => item !== '');
  const good = items.filter(kind.is);
  if (good.length < items.length) {
    const bad = items.find((item) => !kind.is(item)) ?? '';
    inputs.fault({
      input: kind.name,
      given: JSON.stringify(bad.slice(0, 80)),
      allowed: kind.allowed,
    });
  }
  return good;
}

/** The service sets no format; what is no word is a revision that only git could resolve. */
function isCommit(text: string): text is CommitId {
  return /^[0-9a-zA-Z]+$/.test(text);
}

/** The one input whose empty value says something: nothing is written. Its default comes from action.yml. */
function readOutputDir(read: ReadInput, inputs: Inputs, system: System): string | null {
  if (read('output-dir').trim() === '') return null;
  return inputs.parsed(
    'output-dir',
    (text) => parseFolder(text, system),
    'a folder below the workspace without .. in it, or an absolute one, and no part of .git',
  );
}

/** The names of what was given and changes nothing. */
function readUnused(
  inputs: Inputs,
  { operation, requestId }: Pick<RulesInputs, 'operation' | 'requestId'>,
): readonly string[] {
  const material = ['description', 'bug-ids', 'commit-shas'];
  const isGiven = (name: string): boolean => inputs.text(name) !== '';
  if (operation !== 'create') return [...material, 'request-id'].filter(isGiven);
  return requestId === null ? [] : material.filter(isGiven);
}
