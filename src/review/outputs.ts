// The outputs of the review action, as in review/action.yml. All of them are always set.
import { verbOf } from './command.ts';
import { type CommandOutcome, countOutcomes, countRejected, readOutcome } from './outcome.ts';

/** Every output; without outcomes there were no commands. */
export function toOutputs(
  outcomes: readonly CommandOutcome[],
): Readonly<Record<'commands' | 'reviewed' | 'rejected', string>> {
  return {
    commands: toCommandsOutput(outcomes),
    reviewed: String(countOutcomes(outcomes, 'reviewed')),
    rejected: String(countRejected(outcomes) + countOutcomes(outcomes, 'failed')),
  };
}

/** The output `commands`: verbs, identifiers and outcomes as JSON; the identifiers are the only untrusted text. */
export function toCommandsOutput(outcomes: readonly CommandOutcome[]): string {
  return JSON.stringify(
    outcomes.map((outcome) => ({
      verb: verbOf(outcome.command),
      bugs: outcome.bugs.map(({ id }) => id),
      outcome: readOutcome(outcome),
      outcomes: outcome.bugs.map((bug) => bug.outcome.kind),
    })),
  );
}
