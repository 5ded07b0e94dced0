// The pending security bugs, each with the reason why no gate stopped it, and the folders that have most of them.
import { isPending } from '../judgement/reviewed-bug.ts';
import { toFolder } from '../judgement/trust.ts';
import type { GateFacts } from './gate-facts.ts';
import { readPullNumber } from './introductions.ts';
import type { BugPair } from './settled.ts';
import { compareIds, type ShownBug } from './shown-bug.ts';
import { isHeld, type Way, type WayFinder } from './through.ts';

export interface PendingSecurityBug {
  readonly shown: ShownBug;
  /** It introduced the bug; null: not known, or withheld. */
  readonly pullRequest: number | null;
  /** It says why the bug was not stopped; `open`: its pull request is not merged yet; null: not known, or withheld. */
  readonly why: Way | 'open' | null;
}

export interface GateKnowledge {
  readonly facts: GateFacts;
  readonly findWay: WayFinder;
}

export function selectPendingSecurity(
  bugs: readonly BugPair[],
  known: GateKnowledge | null,
): readonly PendingSecurityBug[] {
  const open = new Set(known?.facts.open.map(({ number }) => number));
  return bugs
    .filter(({ bug }) => bug.kind === 'security' && isPending(bug))
    .map(({ bug, shown }) => {
      // The pull request may not be shown either: it would point at the diff.
      if (shown.details === null) return { shown, pullRequest: null, why: null };
      const pullRequest = known === null ? shown.details.pullRequest : readPullNumber(bug, known.facts);
      const isOpen = pullRequest !== null && open.has(pullRequest);
      const way = known?.findWay(bug) ?? null;
      return { shown, pullRequest, why: isOpen ? 'open' : way === null || isHeld(way) ? null : way };
    });
}

export function comparePendingSecurity({ shown: a }: PendingSecurityBug, { shown: b }: PendingSecurityBug): number {
  return a.foundAt - b.foundAt || compareIds(a, b);
}

export interface WorstFolders {
  readonly folders: readonly string[];
  /** Each of them has so many of the bugs. */
  readonly bugs: number;
}

/** A tie of more folders points at nothing. */
const MAX_TIED = 3;

/** Selects the folders with most of these bugs; null where none has two, too many are tied, or paths are withheld. */
export function selectWorstFolders(bugs: readonly PendingSecurityBug[], isSeveral: boolean): WorstFolders | null {
  const named = bugs.flatMap(({ shown: { repository, details } }) => {
    const path = details?.path ?? null;
    return path === null ? [] : [`${isSeveral ? `${repository}: ` : ''}${toFolder(path)}`];
  });
  const counts = [...Map.groupBy(named, (folder) => folder)].map(([folder, { length }]) => ({ folder, length }));
  const most = Math.max(0, ...counts.map(({ length }) => length));
  const folders = counts.filter(({ length }) => length === most).map(({ folder }) => folder);
  return most < 2 || folders.length > MAX_TIED ? null : { folders: folders.toSorted(), bugs: most };
}
