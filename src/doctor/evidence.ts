// What the doctor found out, each part read or not, before anything is concluded from it.
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

/** What was asked for, why it is not known, or null: it was not asked for, since what it depends on is not known. */
export type Maybe<Value> = Value | Unverified | null;

/** The inputs that checks and workflows name. */
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
  /** Those that were resolved or dismissed. */
  readonly settled: Maybe<readonly ReviewedBug[]>;
}

/** A scan's own count of bugs, and how many its lists have. */
export interface CountedList {
  readonly scanId: ScanId;
  readonly counted: number;
  readonly listed: number;
}

export interface KnownRepository {
  readonly id: RepoId;
  /** Whether it has another name in the service than the one that was asked for; only where its id was given. */
  readonly isOtherName: boolean;
}

export interface GitHubEvidence {
  readonly visibility: Visibility;
  /** Null where GitHub did not say. */
  readonly defaultBranch: string | null;
  /** Commits of the default branch, as many as were asked for. */
  readonly branchCommits: Maybe<ReadonlySet<CommitSha>>;
  /** Newest first. */
  readonly pulls: Maybe<readonly RecentPull[]>;
  /** Null: it was not asked, since there is no token, or the default branch is not known. */
  readonly required: Required | null;
}

/** What the default branch requires, and what its pull requests have of it. */
export interface Required {
  readonly branch: string;
  readonly requirements: BranchRequirements;
  /** Whether the gate is among it if its workflow is the one that is handed out. */
  readonly isGateRequired: IsRequired;
  /** Null: GitHub does not say, or no check is required. */
  readonly recent: RecentChecks | null;
}

/** A pull request, judged under each set-up. */
export interface ReplayedPull {
  readonly pull: RecentPull;
  /** When its head was made; null: not known. */
  readonly committedAt: EpochMs | null;
  readonly verdicts: EachSetUp<Verdict>;
}

/** A pull request of which GitHub or the service did not give all that the gate would have asked for, and why. */
export interface UnreadPull {
  readonly number: number;
  readonly fault: Unverified;
}

/** The `found-since` that leaves out what is pending already, and what it would have come to. */
export interface FoundSince {
  readonly day: EpochMs;
  /** How many of the replayed pull requests would then have been red. */
  readonly red: number;
}

/** The pull requests that are in no share, and why. */
export interface Unjudged {
  /** Those that would have taken more than ten requests to GitHub, newest first. */
  readonly tooLarge: readonly number[];
  /** Newest first. */
  readonly unread: readonly UnreadPull[];
  /** How many there was no time, or no request, left for. */
  readonly leftOut: number;
}

export interface Replay extends Unjudged {
  readonly pulls: readonly ReplayedPull[];
  /** Of the set-ups for pull requests under which more than a twentieth would have been red, some of it for bugs, as far as that could be judged. */
  readonly foundSince: ReadonlyMap<SetUpName, FoundSince>;
}

export interface DoctorEvidence {
  readonly settings: DoctorSettings;
  /** What everybody who reads the log may see. */
  readonly disclosure: Disclosure;
  readonly address: RepositoryAddress;
  readonly service: ServiceEvidence;
  readonly github: GitHubEvidence;
  readonly relisting: Maybe<Relisting>;
  /** Null: nothing could be judged. */
  readonly replay: Replay | null;
  readonly readAt: EpochMs;
}

/** The evidence, and what was concluded from it first: the checks go by it. */
export interface Diagnosis {
  readonly evidence: DoctorEvidence;
  readonly scans: ScanStatistics | null;
  readonly recommendation: Recommendation;
  readonly bugs: PendingCounts | null;
  /** Whether the workflow may count from the scan, since the service lists every bug again. */
  readonly listsAgain: boolean;
}

/** The open bugs of the repository. */
export interface PendingCounts {
  readonly pending: number;
  readonly security: number;
}

/** Why not one pull request could be replayed; null: some could, there was nothing to replay, or they change too much for GitHub. */
export function findReplayFault(replay: Replay | null): Unverified | null {
  if (replay === null || replay.pulls.length > 0) return null;
  return replay.unread.find(({ fault }) => !isOfThisGateAlone(fault.cause))?.fault ?? null;
}

/** The scans that are looked at: the last hundred of the types that count. */
const MAX_SCANS = 100;

/** What was read; null where it was not. */
export function toKnown<Value extends object>(read: Maybe<Value>): Value | null {
  return isUnverified(read) ? null : read;
}

/** The scans that may be used, and those that the gate passes over, newest first, at most a hundred in all. */
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
