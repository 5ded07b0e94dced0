// The outcome of each command and of each bug in it.
import type { Finding } from '../judgement/finding.ts';
import type { BugId } from '../judgement/identifiers.ts';
import type { Command } from './command.ts';

export type BugOutcome =
  /** The review is stored. `state` is as the service wrote it. */
  | {
      readonly kind: 'reviewed';
      readonly state: string;
      /** Why it is not known for certain who introduced the bug, a clause each; empty where it is, or need not be. */
      readonly doubts: readonly string[];
      /** The note of the dismissal that it replaces; absent: it replaces none that has one. */
      readonly replaced?: string;
    }
  | { readonly kind: 'shown'; readonly state: string }
  /** Refused by a rule; nothing was sent. */
  | { readonly kind: 'rejected'; readonly why: string }
  /** The service refused, or could not be reached. */
  | {
      readonly kind: 'failed';
      readonly why: string;
      /** The same as the readers of the reply may see it, perhaps with the service's own words; absent: as in the log. */
      readonly told?: string;
    };

export interface CommandOutcome {
  readonly command: Command;
  /** Why the whole command was refused; absent if it was not. */
  readonly fault?: string;
  /** In the order of the command; empty for commands without bugs. */
  readonly bugs: readonly BugResult[];
}

export interface BugResult {
  readonly id: BugId;
  readonly outcome: BugOutcome;
  /** What the service says of the bug; absent if it was not read, or is not of this repository. */
  readonly finding?: Finding;
}

/** How many bugs ended in this way. */
export function countOutcomes(outcomes: readonly CommandOutcome[], kind: BugOutcome['kind']): number {
  return outcomes.flatMap(({ bugs }) => bugs).filter(({ outcome }) => outcome.kind === kind).length;
}

/** How many bugs were rejected; a rejected command without bugs counts as one. */
export function countRejected(outcomes: readonly CommandOutcome[]): number {
  const bare = outcomes.filter((outcome) => outcome.bugs.length === 0 && readOutcome(outcome) === 'rejected');
  return bare.length + countOutcomes(outcomes, 'rejected');
}

/** Whether every command was understood and every bug in it done. */
export function isAllDone(outcomes: readonly CommandOutcome[]): boolean {
  return outcomes.every((outcome) => {
    const kind = readOutcome(outcome);
    return kind !== 'failed' && kind !== 'rejected';
  });
}

/** The outcome of a command: the worst of its bugs, or `done` or `rejected` if it has none. */
export function readOutcome({ command, fault, bugs }: CommandOutcome): BugOutcome['kind'] | 'done' {
  const kinds = new Set(bugs.map(({ outcome }) => outcome.kind));
  if (kinds.has('failed')) return 'failed';
  const isRefused = command.verb === 'unclear' || fault !== undefined;
  if (isRefused || kinds.has('rejected')) return 'rejected';
  return bugs[0]?.outcome.kind ?? 'done';
}
