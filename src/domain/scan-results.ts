// What the service said of a commit: the scan that was selected and its findings, or why there are none.
import type { DismissedFinding, Finding } from './finding.ts';
import type { EpochMs, RepoId } from './identifiers.ts';
import type { Scan } from './scan.ts';
import type { SelectedScan } from './scan-selection.ts';
import type { Tally } from './tally.ts';
import type { Unverified } from './unverified.ts';

/** `scan`: the bugs that the scan surfaced. `repository`: all bugs of the repository. */
export type CountFrom = 'scan' | 'repository';

/** The pending bugs, all of them, and how many are settled. */
export interface PendingFindings {
  readonly kind: 'read';
  /** In the service's order. */
  readonly findings: readonly Finding[];
  readonly tally: Tally;
  readonly dismissed: DismissedFindings;
  readonly countedFrom: CountFrom;
  /** How many bugs the judged scans count that no list shows; 0 where bugs are counted from the repository. */
  readonly missing: number;
  /** Before the first of them was read. */
  readonly readAt: EpochMs;
}

/** The dismissed bugs, none unless wanted, or why they are not known: they are only reported, and decide nothing. */
export type DismissedFindings =
  { readonly kind: 'read'; readonly findings: readonly DismissedFinding[] } | Unverified;

/** What was learned of the service, also when it could not be asked to the end. */
export interface ScanResults {
  readonly outcome: PendingFindings | Unverified;
  readonly repositoryId: RepoId | null;
  /** As many as were read, newest first. */
  readonly scans: readonly Scan[];
  /** The scan that was judged, or that could not be: too old, still running, failed, or of unread bugs. */
  readonly selected: SelectedScan | null;
  /** When the findings were read, or when that failed. */
  readonly readAt: EpochMs;
}
