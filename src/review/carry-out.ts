// Owns the carrying out of commands at the service, bug by bug: one that fails does not stop the others.
import pLimit from 'p-limit';
import {
  isServiceError,
  readMeaning,
  type ReviewInput,
  type ServiceClient,
} from '../client/index.ts';
import type { BugId } from '../domain/identifiers.ts';
import { readBug } from '../story/finding-of-bug.ts';
import { MAX_BUGS, type Command, type Decision } from './command.ts';
import type { BugOutcome, CommandOutcome } from './outcome.ts';
import { findObjection, type ReviewRules } from './policy.ts';

export interface CarryOut {
  readonly service: ServiceClient;
  readonly rules: ReviewRules;
  /** Says in the service who decided, and where; follows the note of the command. */
  readonly signature: string;
}

const MAX_AT_ONCE = 4;

/** Carries the commands out one after the other, so that a later one overrules an earlier one. */
export async function carryOut(
  commands: readonly Command[],
  context: CarryOut,
): Promise<readonly CommandOutcome[]> {
  const outcomes: CommandOutcome[] = [];
  let left = MAX_BUGS;
  for (const command of commands) {
    const bugs = 'bugs' in command ? command.bugs : [];
    const outcome = await carryOutOne(command, bugs.slice(0, left), context);
    const rest = bugs.slice(left).map((id) => ({ id, outcome: TOO_MANY }));
    outcomes.push({ command, bugs: [...outcome, ...rest] });
    left = Math.max(0, left - bugs.length);
  }
  return outcomes;
}

const TOO_MANY: BugOutcome = {
  kind: 'rejected',
  why: `one comment may name ${MAX_BUGS} bugs`,
};

async function carryOutOne(
  command: Command,
  bugs: readonly BugId[],
  context: CarryOut,
): Promise<CommandOutcome['bugs']> {
  const limit = pLimit(MAX_AT_ONCE);
  return await Promise.all(
    bugs.map((id) => limit(async () => ({ id, outcome: await decideBug(command, id, context) }))),
  );
}

async function decideBug(command: Command, id: BugId, context: CarryOut): Promise<BugOutcome> {
  try {
    switch (command.verb) {
      case 'show':
        return await showBug(id, context);
      case 'dismiss':
      case 'resolve':
      case 'reopen':
        return await reviewBug(command.verb, toReview(command, context.signature), id, context);
      case 'recheck':
      case 'help':
      case 'unclear':
        return { kind: 'rejected', why: 'this command takes no bugs' };
    }
  } catch (error) {
    return toFailure(error);
  }
}

/** A bug that the service does not know is the author's slip, not a failure. */
function toFailure(error: unknown): BugOutcome {
  if (!isServiceError(error)) throw error;
  if (error.kind === 'api' && readMeaning(error) === 'not-found') {
    return { kind: 'rejected', why: 'the service does not know it' };
  }
  return { kind: 'failed', why: error.message };
}

async function showBug(id: BugId, { service, rules }: CarryOut): Promise<BugOutcome> {
  const bug = await service.bugs.get(id);
  if (bug.repoId !== rules.repositoryId) {
    return { kind: 'rejected', why: 'it is not a bug of this repository' };
  }
  return { kind: 'shown', state: bug.review?.state ?? 'pending', finding: readBug(bug) };
}

async function reviewBug(
  decision: Decision,
  review: ReviewInput,
  id: BugId,
  { service, rules }: CarryOut,
): Promise<BugOutcome> {
  const objection = findObjection(await service.bugs.get(id), decision, rules);
  if (objection !== null) return { kind: 'rejected', why: objection };
  const { state } = await service.bugs.review(id, review);
  return { kind: 'reviewed', state };
}

function toReview(
  command: Extract<Command, { readonly verb: Decision }>,
  signature: string,
): ReviewInput {
  const notes = command.note === '' ? signature : `${command.note}\n\n${signature}`;
  switch (command.verb) {
    case 'dismiss':
      return { state: 'dismissed', dismissalReason: command.reason, notes };
    case 'resolve':
      return { state: 'resolved', notes };
    case 'reopen':
      return { state: 'pending', notes };
  }
}
