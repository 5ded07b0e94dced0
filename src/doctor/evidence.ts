// The evidence of the doctor, each part read or not, before anything is concluded from it.
import type { BranchRequirements } from '../github/branch-requirements.ts';
import type { RepositoryAddress } from '../judgement/address.ts';
import { isOfThisGateAlone } from '../judgement/cause.ts';
import type { Disclosure, Visibility } from '../judgement/disclosure.ts';
import type { Finding } from '../judgement/finding.ts';
import { countOf, formatCount } from '../judgement/format.ts';
import type { CommitSha, EpochMs, RepoId, ScanId } from '../judgement/identifiers.ts';
import type { IsRequired } from '../judgement/report.ts';
import type { ReviewedBug } from '../judgement/reviewed-bug.ts';
import { isOfTypes, isAbsent, type Scan, type ScanHistory } from '../judgement/scan.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import type { Verdict } from '../judgement/verdict.ts';
import type { DoctorInputs } from './inputs.ts';
import type { RecentChecks } from './recent-checks.ts';
import type { RecentPull } from './recent-pulls.ts';
import type { Relisting } from './relisting.ts';
import type { ScanStatistics } from './scan-statistics.ts';
import type { EachSetUp, Recommendation, SetUpName } from './set-ups.ts';

/** Null: it was not asked for, since something that it depends on is not known. */
export type Maybe<Value> = Value | Unverified | null;

/** Checks and workflows name these inputs. */
export type DoctorSettings = Pick<
  DoctorInputs,
  'apiUrl' | 'repository' | 'repositories' | 'repositoryId' | 'maxSecurityBugs' | 'maxBugs' | 'scanTypes'
>;

export interface ServiceEvidence {
  readonly account: Maybe<{ readonly organizations: readonly string[] }>;
  readonly repository: Maybe<KnownRepository>;
  readonly history: Maybe<ScanHistory>;
  readonly lists: Maybe<readonly CountedList[]>;
  readonly bugs: Maybe<{ readonly findings: readonly Finding[] }>;
  /** They were resolved or dismissed. */
  readonly settled: Maybe<readonly ReviewedBug[]>;
}

export interface CountedList {
  readonly scanId: ScanId;
  readonly counted: number;
  readonly listed: number;
}

export interface KnownRepository {
  readonly id: RepoId;
  /** It is true if an id was given, and the service knows it by another name. */
  readonly isOtherName: boolean;
}

export interface GitHubEvidence {
  readonly visibility: Visibility;
  /** It is null where GitHub did not say. */
  readonly defaultBranch: string | null;
  /** They are of the default branch, as many as were asked for. */
  readonly branchCommits: Maybe<ReadonlySet<CommitSha>>;
  /** The newest comes first. */
  readonly pulls: Maybe<readonly RecentPull[]>;
  /** It is null without a token, or where the default branch is not known. */
  readonly required: Required | null;
}

export interface Required {
  readonly branch: string;
  readonly requirements: BranchRequirements;
  /** It is meant of the workflow that is handed out. */
  readonly isGateRequired: IsRequired;
  /** It is null where GitHub does not say, or no check is required. */
  readonly recent: RecentChecks | null;
}

export interface ReplayedPull {
  readonly pull: RecentPull;
  readonly committedAt: EpochMs | null;
  readonly verdicts: EachSetUp<Verdict>;
}

/** GitHub or the service did not give all that the gate would have asked for. */
export interface UnreadPull {
  readonly number: number;
  readonly fault: Unverified;
}

/** Such a `found-since` leaves out every bug that is pending already. */
export interface FoundSince {
  readonly day: EpochMs;
  /** So many of the replayed pull requests would then have been red. */
  readonly red: number;
}

/** These pull requests are in no share. */
export interface Unjudged {
  /** They would have taken more than ten requests to GitHub each. */
  readonly tooLarge: readonly number[];
  /** The newest comes first. */
  readonly unread: readonly UnreadPull[];
  /** There was no time, or no request, left for so many. */
  readonly leftOut: number;
}

export interface Replay extends Unjudged {
  readonly pulls: readonly ReplayedPull[];
  /** It has the set-ups under which more than a twentieth would have been red, some of it for bugs. */
  readonly foundSince: ReadonlyMap<SetUpName, FoundSince>;
}

export interface DoctorEvidence {
  readonly settings: DoctorSettings;
  readonly disclosure: Disclosure;
  readonly address: RepositoryAddress;
  readonly service: ServiceEvidence;
  readonly github: GitHubEvidence;
  readonly relisting: Maybe<Relisting>;
  /** It is null where nothing could be judged. */
  readonly replay: Replay | null;
  readonly readAt: EpochMs;
}

/** The checks go by the evidence, and by these first conclusions. */
export interface Diagnosis {
  readonly evidence: DoctorEvidence;
  readonly scans: ScanStatistics | null;
  readonly recommendation: Recommendation;
  readonly bugs: PendingCounts | null;
  /** It is true if the workflow may count from the scan alone. */
  readonly listsAgain: boolean;
}

export interface PendingCounts {
  readonly pending: number;
  readonly security: number;
}

/** Says why no pull request could be replayed; null: some could, there was none, or they change too much for GitHub. */
export function selectReplayFault(replay: Replay | null): Unverified | null {
  if (replay === null || replay.pulls.length > 0) return null;
  return replay.unread.find(({ fault }) => !isOfThisGateAlone(fault.cause))?.fault ?? null;
}

const MAX_SCANS = 100;

export function toKnown<Value extends object>(read: Maybe<Value>): Value | null {
  return isUnverified(read) ? null : read;
}

/** Selects from the last hundred of the types that count, newest first. The gate passes over some of them. */
export function selectUsableScans(
  scans: readonly Scan[],
  types: readonly string[],
  now: EpochMs,
): { readonly usable: readonly Scan[]; readonly passedOver: readonly Scan[] } {
  const last = scans.filter((scan) => isOfTypes(scan, types)).slice(0, MAX_SCANS);
  return {
    usable: last.filter((scan) => !isAbsent(scan, now)),
    passedOver: last.filter((scan) => isAbsent(scan, now)),
  };
}

export function toOpenBugs({ pending, security }: PendingCounts): string {
  const open = countOf(pending, 'pending bug', 'pending bugs');
  if (security === 0) return `${open}, none of them a security bug`;
  return `${open}, ${formatCount(security)} of them ${security === 1 ? 'a security bug' : 'security bugs'}`;
}
