// What the service said about a commit: the selected scan and its findings, or why there are none.
import type { DismissedFinding, Finding } from './finding.ts';
import type { EpochMs, RepoId } from './identifiers.ts';
import type { GateOn } from './relevance.ts';
import type { Scan } from './scan.ts';
import type { SelectedScan } from './selection.ts';
import type { Unverified } from './unverified.ts';

/** `scan`: the bugs that the scan surfaced. `repository`: all bugs of the repository. */
export type CountFrom = 'scan' | 'repository';

/** All pending bugs, and how many are resolved or dismissed. */
export interface PendingFindings {
  readonly kind: 'read';
  /** In the service's order. */
  readonly findings: readonly Finding[];
  readonly tally: Tally;
  readonly dismissed: DismissedFindings;
  readonly countedFrom: CountFrom;
  /** How many bugs the judged scans count that no list shows, where they may be pending for all that is known. */
  readonly missing: number;
  /** The same where it is only worth a notice: of scans not counted from, whose lists will not change any more. */
  readonly unlisted: number;
  /** The time just before the first of them was read. */
  readonly readAt: EpochMs;
}

/** The dismissed bugs (empty unless requested), or why they are unknown. They are only reported and never change the verdict. */
export type DismissedFindings = { readonly kind: 'read'; readonly findings: readonly DismissedFinding[] } | Unverified;

/** What the service said, even if it could not be asked everything. */
export interface ScanResults {
  readonly outcome: PendingFindings | Unverified;
  readonly repositoryId: RepoId | null;
  /** As many as were read, newest first. */
  readonly scans: readonly Scan[];
  /** The scan that was judged, or could not be judged: too old, still running, failed, or its bugs could not be read. */
  readonly selected: SelectedScan | null;
  /** When the findings were read, or when reading them failed. */
  readonly readAt: EpochMs;
}

/** What decides where bugs are counted from. */
export interface CountingQuery {
  readonly countFrom: CountFrom | 'auto';
  readonly gateOn: GateOn;
}

export interface Counting {
  readonly countFrom: CountFrom;
  /** Whether the scans' lists are compared with what they count although bugs are counted from the repository. */
  readonly comparesLists: boolean;
}

/**
 * A scan lists what it surfaced, and may leave out what an earlier scan had found. So only a full scan of the judged
 * commit is counted by its own list, and only where no backlog is to be left out anyway. Whoever asks for the repository
 * wants nothing to do with the lists of scans; otherwise those of the judged commit must show what the scans count.
 */
export function decideCounting(
  { countFrom, gateOn }: CountingQuery,
  { standsIn, isPartial }: Pick<SelectedScan, 'standsIn' | 'isPartial'>,
): Counting {
  if (countFrom !== 'auto') return { countFrom, comparesLists: countFrom === 'scan' };
  const isByScan = !standsIn && !isPartial && gateOn === 'all';
  return { countFrom: isByScan ? 'scan' : 'repository', comparesLists: !standsIn };
}

export interface Tally {
  readonly pending: number;
  readonly pendingSecurity: number;
  readonly pendingUnclassified: number;
  readonly resolved: number;
  readonly dismissed: number;
}

/** Counts pending findings by kind. Resolved and dismissed bugs are totals, because the service only counts them. */
export function decideTally(
  findings: readonly Finding[],
  settled: { readonly resolved: number; readonly dismissed: number },
): Tally {
  return {
    pending: findings.length,
    pendingSecurity: findings.filter((finding) => finding.kind === 'security').length,
    pendingUnclassified: findings.filter((finding) => finding.kind === 'unclassified').length,
    resolved: settled.resolved,
    dismissed: settled.dismissed,
  };
}
