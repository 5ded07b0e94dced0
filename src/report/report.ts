// The report: everything that the documents of one run may say, already decided and already disclosed.
import type { ShownFinding, Visibility } from '../domain/disclosure.ts';
import type { CommitSha, EpochMs, RepoId } from '../domain/identifiers.ts';
import type { RepositoryRef } from '../domain/repository.ts';
import type { GateOn } from '../domain/relevance.ts';
import type { Scan } from '../domain/scan.ts';
import type { CountFrom } from '../domain/scan-results.ts';
import type { SelectedScan } from '../domain/scan-selection.ts';
import type { Tally } from '../domain/tally.ts';
import type { Explanation } from '../domain/unverified.ts';
import type { JobStatus, Verdict } from '../domain/verdict.ts';

export interface Report {
  readonly verdict: Verdict;
  readonly job: JobStatus;
  /** Present when the verdict is `unverified`. */
  readonly explanation: Explanation | null;
  readonly repository: RepositoryPlace;
  /** Null when it could not be found out which commit to judge. */
  readonly sha: CommitSha | null;
  readonly pullRequest: number | null;
  /** Whether the commit is the head of the pull request. */
  readonly isHead: boolean;
  /** The page of this workflow run; null when its id is not known. */
  readonly runUrl: string | null;
  readonly repositoryId: RepoId | null;
  /** The one that was judged, or that could not be; null when there is none. */
  readonly scan: SelectedScan | null;
  /** What was read of the scans, newest first; at least the newest, if there is any. */
  readonly recentScans: readonly Scan[];
  /** Null when nothing was counted. */
  readonly tally: Tally | null;
  /** What the thresholds counted: `all` where there is no pull request, or its changes are not known. */
  readonly gateOn: GateOn;
  /** Whether the input `paths` leaves some paths out. */
  readonly pathsLimited: boolean;
  /** Where the bugs were counted from; null when nothing was counted. */
  readonly countedFrom: CountFrom | null;
  /** How many bugs the judged scans count that the service does not list. */
  readonly missing: number;
  /** Numbers of other open pull requests with the same head, where the verdict depends on them. */
  readonly twins: readonly number[];
  /** Every pending bug, sorted as documents show them. */
  readonly findings: readonly ShownFinding[];
  /** Whether relevance was found out; false without a pull request or when GitHub could not say. */
  readonly relevanceKnown: boolean;
  /** What this run could not do or did differently. */
  readonly notes: readonly Note[];
  /** Link template with `{id}`; null: no links. */
  readonly bugUrl: string | null;
  /** When the findings were read, or when reading them failed. */
  readonly readAt: EpochMs;
}

/** A plain sentence for every reader of a run. */
export interface Note {
  /** `warning`: something could not be done. `notice`: something is other than expected. `info`: for understanding. */
  readonly level: 'warning' | 'notice' | 'info';
  readonly text: string;
}

/** Where a repository is. */
export interface RepositoryAddress extends RepositoryRef {
  /** Without trailing slash. */
  readonly serverUrl: string;
  /** The id of this workflow run; 0 when it is not known. */
  readonly runId: number;
}

export interface RepositoryPlace extends RepositoryAddress {
  readonly visibility: Visibility;
}
