// The pending security bugs, each with the last word of the gate on the pull request that introduced it.
import { isPending } from '../judgement/reviewed-bug.ts';
import type { BugBeside } from './dismissals.ts';
import { type GateFacts, type GateMark, selectLastWord } from './gate-facts.ts';
import { findPullNumber } from './introductions.ts';
import { compareIds, type ShownBug } from './shown-bug.ts';

export interface PendingSecurityBug {
  readonly shown: ShownBug;
  /** The pull request that introduced it; null: not known, or withheld. */
  readonly pullRequest: number | null;
  /** Whether that is open, so that the bug is not in the branch yet. */
  readonly isOpen: boolean;
  /** What the gate last said of that; `none`: nothing; null: not known, or withheld. */
  readonly lastWord: GateMark['verdict'] | 'none' | null;
}

/** Oldest first, ties by repository and id: a total order. `facts`: null where the gates are not known. */
export function selectPendingSecurity(
  bugs: readonly BugBeside[],
  facts: GateFacts | null,
): readonly PendingSecurityBug[] {
  return bugs
    .filter(({ bug }) => bug.kind === 'security' && isPending(bug))
    .map((beside) => toPendingSecurityBug(beside, facts))
    .toSorted(comparePendingSecurity);
}

function toPendingSecurityBug({ bug, shown }: BugBeside, facts: GateFacts | null): PendingSecurityBug {
  // What may not be shown of a bug includes the pull request that would point at its diff.
  if (shown.details === null) return { shown, pullRequest: null, isOpen: false, lastWord: null };
  const pullRequest = facts === null ? shown.details.pullRequest : findPullNumber(bug, facts);
  const pull = [...(facts?.merged ?? []), ...(facts?.open ?? [])].find(({ number }) => number === pullRequest);
  const lastWord = pull?.marks ? (selectLastWord(pull)?.verdict ?? 'none') : null;
  return { shown, pullRequest, isOpen: pull !== undefined && !('mergedAt' in pull), lastWord };
}

export function comparePendingSecurity({ shown: a }: PendingSecurityBug, { shown: b }: PendingSecurityBug): number {
  return a.foundAt - b.foundAt || compareIds(a, b);
}
