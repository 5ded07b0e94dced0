// Renders the outputs of the review action, as in review/action.yml. Each is always set.
import { verbOf } from './command.ts';
import { type CommandOutcome, countOutcomes, countRejected, readOutcome } from './outcome.ts';

export function toOutputs(
  outcomes: readonly CommandOutcome[],
): Readonly<Record<'commands' | 'reviewed' | 'rejected', string>> {
  return {
    commands: toCommandsOutput(outcomes),
    reviewed: String(countOutcomes(outcomes, 'reviewed')),
    rejected: String(countRejected(outcomes) + countOutcomes(outcomes, 'failed')),
  };
}

/** Renders verbs, IDs and outcomes as JSON; the IDs are the only untrusted text. */
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
