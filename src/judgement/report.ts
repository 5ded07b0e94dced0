// The report: everything that the documents of one run may say. All decisions are made, and disclosure is applied.
import type { RepositoryAddress } from './address.ts';
import type { Cause } from './cause.ts';
import type { ShownFinding, Visibility } from './disclosure.ts';
import type { Groups } from './groups.ts';
import type { CommitSha, EpochMs, RepoId } from './identifiers.ts';
import type { GateOn } from './relevance.ts';
import type { Scan } from './scan.ts';
import type { SelectedScan } from './selection.ts';
import type { CountFrom, Tally } from './tally.ts';
import type { JobStatus, Verdict } from './verdict.ts';

export interface Report {
  readonly verdict: Verdict;
  readonly job: JobStatus;
  /** Not null if the verdict is `unverified`; as it may be shown. */
  readonly cause: Cause | null;
  readonly repository: RepositoryAddress & { readonly visibility: Visibility };
  /** Null if the commit to judge could not be determined. */
  readonly sha: CommitSha | null;
  readonly pullRequest: number | null;
  readonly isHead: boolean;
  /** How the pull request was closed; null: it is open, as far as GitHub says. */
  readonly ending: PullEnding | null;
  /** The page of this workflow run, with the job summary; null when its id is not known. */
  readonly runUrl: string | null;
  /** The page from which the job is run again: its own, or the run's where its id is not known; null as `runUrl`. */
  readonly jobUrl: string | null;
  readonly repositoryId: RepoId | null;
  /** The scan that was judged, or could not be judged; null if there is none. */
  readonly scan: SelectedScan | null;
  /**
   * Who can run the job again. `maintainer`: not the author of a pull request from a fork. `queue`: the merge queue, which has removed
   * the pull request. `nobody`: GitHub starts no run again that is over 30 days old.
   */
  readonly rerunBy: 'reader' | 'maintainer' | 'queue' | 'nobody';
  /** Whether the pull request changes the file of this workflow, as far as its files were read anyway. */
  readonly changesWorkflow: boolean;
  /** Whether the token is known to be another than the one that GitHub makes for each job. */
  readonly hasOwnToken: boolean;
  /** How many commits GitHub lists for the pull request; null: they were not read. */
  readonly ownCommits: number | null;
  /** How the commands of the action review begin here; null: this repository has none. */
  readonly reviewPrefix: string | null;
  /** Whom to ask about this check; null: nobody was named. */
  readonly contact: string | null;
  /** Whether the base branch requires this check, so that the pull request cannot be merged while the job is red. */
  readonly isRequired: IsRequired;
  /** What people call the service, and its address; null if that is not known. */
  readonly service: { readonly name: string; readonly url: string | null };
  /** The scans that were read, newest first; includes the newest, if there is any. */
  readonly recentScans: readonly Scan[];
  /** Null if nothing was counted. */
  readonly tally: Tally | null;
  /** What the thresholds counted: `all` where there is no pull request, or its changes are not known. */
  readonly gateOn: GateOn;
  /** Whether the input `gate-on` asks for every bug, so that it could ask for fewer. */
  readonly isEverythingAsked: boolean;
  /** Whether the input `paths` leaves some paths out. */
  readonly pathsLimited: boolean;
  /** The day before which pending bugs are left out; null: there is none. */
  readonly foundSince: EpochMs | null;
  /** Where the bugs were counted from; null when nothing was counted. */
  readonly countedFrom: CountFrom | null;
  /** Every pending bug, in the order of the documents. */
  readonly findings: readonly ShownFinding[];
  readonly groups: Groups;
  /** Whether relevance is known; false without a pull request, or if GitHub could not say. */
  readonly relevanceKnown: boolean;
  /** What this run could not do or did differently. */
  readonly notes: readonly Note[];
  /** The link template with `{id}`; null: no links. */
  readonly bugUrl: string | null;
  /** When the findings were read, or when reading them failed. */
  readonly readAt: EpochMs;
}

export type PullEnding = 'merged' | 'closed';

/** Whether a branch requires the job of the gate; `unknown` where GitHub does not say, or was not asked. */
export type IsRequired = 'required' | 'not-required' | 'unknown';

export interface Note {
  /** `warning`: something could not be done. `notice`: something is unexpected. `info`: background. */
  readonly level: 'warning' | 'notice' | 'info';
  readonly text: string;
}

const MAX_RECENT_SCANS = 5;
const SCAN_REASONS: ReadonlySet<string> = new Set(['scan-failed', 'scan-timeout', 'stale-scan']);

/** The newest scans if none could be judged; otherwise empty. */
export function toRecentScans({ scan, recentScans, verdict }: Report): readonly Scan[] {
  const isWanted = scan === null || SCAN_REASONS.has(verdict.reason);
  return isWanted ? recentScans.slice(0, MAX_RECENT_SCANS) : [];
}
