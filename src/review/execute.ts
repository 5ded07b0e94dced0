// Executes commands in the service: one after the other, the bugs of each at once. A failure does not stop the others.
import { type Bug, errorCategory, isServiceError, type ReviewInput, type ServiceClient } from '../client/index.ts';
import { toWhat } from '../documents/causes.ts';
import { toAcceptedNote } from '../judgement/acceptance.ts';
import type { BugId } from '../judgement/identifiers.ts';
import type { Unverified } from '../judgement/unverified.ts';
import { capture } from '../net/abort.ts';
import { readBug } from '../service/from-api.ts';
import { unverifiedBy } from '../service/to-unverified.ts';
import { bugsOf, type Command, type Decision, MAX_BUGS, toNote } from './command.ts';
import type { FindIntroducers } from './introducers.ts';
import type { BugOutcome, BugResult, CommandOutcome } from './outcome.ts';
import { findDecisionFault, findIntroducerFault, needsFourEyes, type ReviewRules } from './policy.ts';

export interface ExecutionContext {
  readonly service: ServiceClient;
  readonly rules: ReviewRules;
  readonly findIntroducers: FindIntroducers;
  /** Gives a fault as the readers of the reply may see it. */
  readonly show: (fault: Unverified) => Unverified;
  /** It tells the service who decided, and where. We append it to the note of the command. */
  readonly signature: string;
  /** We call it where the run ended before the service answered: the review may be stored. */
  readonly sayUnsure: (id: BugId) => void;
}

/** A later command overrides an earlier one. `done` is filled as they come, so a cancelled job still knows what it did. */
export async function execute(
  commands: readonly Command[],
  context: ExecutionContext,
  done: CommandOutcome[] = [],
): Promise<readonly CommandOutcome[]> {
  let left = MAX_BUGS;
  for (const command of commands) {
    const named = bugsOf(command);
    const taken = named.slice(0, left);
    const ends = await Promise.all(taken.map((id) => capture(executeOne(command, id, context))));
    const executed = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    const cutOff = ends.find((end) => end.status === 'rejected');
    const rest = named.slice(left).map((id) => ({ id, outcome: TOO_MANY }));
    if (cutOff === undefined || executed.length > 0) done.push({ command, bugs: [...executed, ...rest] });
    if (cutOff !== undefined) throw cutOff.reason;
    left = Math.max(0, left - named.length);
  }
  return done;
}

/** Reports commands that cannot be executed at all, for example because the repository is unknown. */
export function reportUnexecuted(
  commands: readonly Command[],
  failure: Omit<Extract<BugOutcome, { readonly kind: 'failed' }>, 'kind'>,
): readonly CommandOutcome[] {
  return commands.map((command) => ({
    command,
    bugs: bugsOf(command).map((id) => ({
      id,
      outcome: command.verb === 'unclear' ? NOT_UNDERSTOOD : { kind: 'failed', ...failure },
    })),
  }));
}

export function refuseAll(commands: readonly Command[], why: string): readonly CommandOutcome[] {
  return commands.map((command) => ({
    command,
    fault: why,
    bugs: bugsOf(command).map((id) => ({ id, outcome: { kind: 'rejected', why } })),
  }));
}

const TOO_MANY: BugOutcome = { kind: 'rejected', why: `one comment may name at most ${MAX_BUGS} bugs` };
const NOT_UNDERSTOOD: BugOutcome = { kind: 'rejected', why: 'the command was not understood' };

async function executeOne(command: Command, id: BugId, context: ExecutionContext): Promise<BugResult> {
  if (command.verb === 'unclear' || command.verb === 'recheck' || command.verb === 'help') {
    return { id, outcome: NOT_UNDERSTOOD };
  }
  let known: Pick<BugResult, 'finding'> = {};
  try {
    const bug = await context.service.bugs.get(id);
    const fault = findBugFault(bug, id, context.rules);
    if (fault !== null) return { id, outcome: { kind: 'rejected', why: fault } };
    known = { finding: readBug(bug) };
    const outcome: BugOutcome =
      command.verb === 'show'
        ? { kind: 'shown', state: bug.review?.state ?? 'pending' }
        : await reviewBug(command, bug, context);
    return { id, ...known, outcome };
  } catch (error) {
    return { id, ...known, outcome: toFailure(error, context) };
  }
}

/** Gives null if this is the bug that was asked for. */
function findBugFault(bug: Bug, id: BugId, { repositoryId }: ReviewRules): string | null {
  if (bug.id !== id) return 'the service answered with another bug';
  return bug.repoId === repositoryId ? null : 'it is not a bug of this repository';
}

/** A bug that the service does not know is the author's mistake, not a failure. */
function toFailure(error: unknown, { show }: ExecutionContext): BugOutcome {
  if (isServiceError(error) && errorCategory(error) === 'not-found') {
    return { kind: 'rejected', why: 'the service does not know it' };
  }
  // A run that is out of time comes here, too: the reply must still report the bugs before this one.
  const fault = unverifiedBy(error);
  return { kind: 'failed', why: toWhat(fault), told: toWhat(show(fault)) };
}

type Deciding = Extract<Command, { readonly verb: Decision }>;

async function reviewBug(
  command: Deciding,
  bug: Bug,
  { service, rules, signature, findIntroducers, sayUnsure }: ExecutionContext,
): Promise<BugOutcome> {
  const fault = findDecisionFault(bug, command.verb, rules);
  if (fault !== null) return { kind: 'rejected', why: fault };
  const introducers = needsFourEyes(bug, command.verb, rules.fourEyes)
    ? await findIntroducers(bug)
    : { accounts: [], doubts: [] };
  const why = findIntroducerFault(bug, introducers.accounts, rules);
  if (why !== null) return { kind: 'rejected', why };
  const stored = service.bugs.review(bug.id, toReview(command, signature));
  const { state } = await stored.catch((error: unknown) => {
    if (!isServiceError(error)) sayUnsure(bug.id);
    throw error;
  });
  const replaced = bug.review?.state === 'dismissed' ? toNote(bug.review.notes ?? '') : '';
  return { kind: 'reviewed', state, doubts: introducers.doubts, ...(replaced !== '' && { replaced }) };
}

/**
 * Somebody may write what looks like the end of a signature. Without its full stops it is none, even if a service cuts
 * the note. A space takes their place: otherwise what follows could join the commit, and end it again.
 */
const FORGED = /(, pull request \d{1,20}, at [0-9a-f]{7,64})\.+/gi;

function toReview(command: Deciding, signature: string): ReviewInput {
  const text = command.note.replace(FORGED, '$1 ');
  const notes = toNote(text === '' ? signature : `${text} · ${signature}`);
  switch (command.verb) {
    case 'dismiss': {
      const { reason: dismissalReason, until } = command;
      return { state: 'dismissed', dismissalReason, notes: until === null ? notes : toAcceptedNote(until, notes) };
    }
    case 'resolve':
      return { state: 'resolved', notes };
    case 'reopen':
      return { state: 'pending', notes };
  }
}
