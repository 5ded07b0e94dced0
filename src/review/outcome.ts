// Counts the outcomes of commands, and of each bug in them.
import type { Finding } from '../judgement/finding.ts';
import type { BugId } from '../judgement/identifiers.ts';
import type { Command } from './command.ts';

export type BugOutcome =
  /** The review is stored. `state` is as the service wrote it. */
  | {
      readonly kind: 'reviewed';
      readonly state: string;
      /** Each clause says why it is not certain who introduced the bug; empty where it is, or does not matter. */
      readonly doubts: readonly string[];
      /** It replaces a dismissal with this note; absent: it replaces none that has one. */
      readonly replaced?: string;
    }
  | { readonly kind: 'shown'; readonly state: string }
  /** A rule refused it; nothing was sent. */
  | { readonly kind: 'rejected'; readonly why: string }
  /** The service refused, or could not be reached. */
  | {
      readonly kind: 'failed';
      readonly why: string;
      /** The readers of the reply may see this, perhaps with the service's own words; absent: they see what the log says. */
      readonly told?: string;
    };

export interface CommandOutcome {
  readonly command: Command;
  /** It says why the whole command was refused; absent if it was not. */
  readonly fault?: string;
  /** They have the order of the command; empty for commands without bugs. */
  readonly bugs: readonly BugResult[];
}

export interface BugResult {
  readonly id: BugId;
  readonly outcome: BugOutcome;
  /** Absent if the bug was not read, or is not of this repository. */
  readonly finding?: Finding;
}

export function countOutcomes(outcomes: readonly CommandOutcome[], kind: BugOutcome['kind']): number {
  return outcomes.flatMap(({ bugs }) => bugs).filter(({ outcome }) => outcome.kind === kind).length;
}

/** A rejected command without bugs counts as one. */
export function countRejected(outcomes: readonly CommandOutcome[]): number {
  const bare = outcomes.filter((outcome) => outcome.bugs.length === 0 && readOutcome(outcome) === 'rejected');
  return bare.length + countOutcomes(outcomes, 'rejected');
}

export function isAllDone(outcomes: readonly CommandOutcome[]): boolean {
  return outcomes.every((outcome) => {
    const kind = readOutcome(outcome);
    return kind !== 'failed' && kind !== 'rejected';
  });
}

/** The outcome of a command is the worst of its bugs, or `done` or `rejected` if it has none. */
export function readOutcome({ command, fault, bugs }: CommandOutcome): BugOutcome['kind'] | 'done' {
  const kinds = new Set(bugs.map(({ outcome }) => outcome.kind));
  if (kinds.has('failed')) return 'failed';
  const isRefused = command.verb === 'unclear' || fault !== undefined;
  if (isRefused || kinds.has('rejected')) return 'rejected';
  return bugs[0]?.outcome.kind ?? 'done';
}
