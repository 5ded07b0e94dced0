// The report of the doctor has everything that its job summary, its log and its outputs may say, decided and disclosed.
import type { RepositoryAddress } from '../judgement/address.ts';
import type { Disclosure, Visibility } from '../judgement/disclosure.ts';
import type { EpochMs, RepoId } from '../judgement/identifiers.ts';
import type { ReviewedBug } from '../judgement/reviewed-bug.ts';
import { isComplete, isOfTypes } from '../judgement/scan.ts';
import { decideTrust, type Trust } from '../judgement/trust.ts';
import { isUnverified, type Unverified } from '../judgement/unverified.ts';
import type { UnverifiedReason, Verdict } from '../judgement/verdict.ts';
import type { Check } from './check.ts';
import { decideChecks } from './checks.ts';
import {
  type Diagnosis,
  type DoctorEvidence,
  selectReplayFault,
  type FoundSince,
  type Maybe,
  type PendingCounts,
  type Replay,
  selectUsableScans,
  toKnown,
  type Unjudged,
} from './evidence.ts';
import { type OwnValues, toOwnSetUp } from './own-set-ups.ts';
import { countOrigins, type PullOrigins, type RecentPull } from './recent-pulls.ts';
import { decideListsAgain } from './relisting.ts';
import { decideScanStatistics, type ScanStatistics } from './scan-statistics.ts';
import {
  decideRecommendation,
  type EachSetUp,
  type Recommendation,
  SET_UP_NAMES,
  type SetUp,
  type SetUpName,
  toEachSetUp,
} from './set-ups.ts';

/** `judged`: it passed or failed, and which is withheld. */
export interface ShownVerdict {
  readonly verdict: 'passed' | 'failed' | 'unverified' | 'judged';
  readonly reason: 'within-threshold' | 'threshold-exceeded' | UnverifiedReason | null;
  /** It is null where nothing was counted, or where it is withheld. */
  readonly bugs: number | null;
  readonly securityBugs: number | null;
}

export interface ShownPull extends RecentPull {
  readonly isScanned: boolean;
  readonly verdicts: EachSetUp<ShownVerdict>;
}

/** A pull request is red if it has not passed, whatever `mode` says. */
export interface SetUpResult {
  readonly name: SetUpName;
  readonly replayed: number;
  readonly passed: number;
  readonly failed: number;
  readonly unverified: number;
  /** The most frequent reason comes first. */
  readonly reasons: readonly UnverifiedReason[];
  /** It is proposed where too many are red; null: not so many are, none is for bugs, or it could not be judged. */
  readonly foundSince: FoundSince | null;
}

export interface DoctorReport extends Unjudged {
  readonly address: RepositoryAddress;
  readonly repositoryId: RepoId | null;
  readonly visibility: Visibility;
  readonly disclosure: Disclosure;
  readonly defaultBranch: string | null;
  /** It is true if nothing is blocked. */
  readonly isHealthy: boolean;
  readonly recommendation: Recommendation;
  readonly checks: readonly Check[];
  /** They are null where they could not be read. */
  readonly scans: ScanStatistics | null;
  /** They are null where they could not be read. */
  readonly bugs: PendingCounts | null;
  /** The newest comes first. */
  readonly pulls: readonly ShownPull[];
  /** They stand in the order of the README, and are empty where nothing was replayed. */
  readonly results: readonly SetUpResult[];
  /** It is the set-up to paste; null: none would work. */
  readonly recommended: SetUp | null;
  /** The workflows to paste have this base address of the service. */
  readonly apiUrl: string;
  /** It is null if people have reviewed too few bugs; `unread`: the bugs were not asked for. */
  readonly trust: Maybe<Trust> | 'unread';
  /** It counts the last pull requests; null where they could not be read. */
  readonly origins: PullOrigins | null;
  readonly readAt: EpochMs;
  /** It is null if everything could be read. */
  readonly fault: Unverified | null;
}

/** Gives the same report for the same evidence. */
export function decideDoctorReport(evidence: DoctorEvidence): DoctorReport {
  const { settings, address, service, github, replay, disclosure, readAt } = evidence;
  const scans = toScanStatistics(evidence);
  const isScanned = createScannedCheck(evidence);
  const heads = toKnown(github.pulls) ?? [];
  const recommendation = decideRecommendation({
    heads: heads.length,
    scannedHeads: heads.filter(isScanned).length,
    hasBranchScan: scans !== null && scans.newestOfBranch !== null,
  });
  const bugs = toBugCounts(evidence);
  const history = toKnown(service.history);
  const relisting = toKnown(evidence.relisting);
  const lists = toKnown(service.lists);
  const listsAgain = history !== null && decideListsAgain({ settings, history, pulls: heads, relisting, lists });
  const diagnosis = { evidence, scans, recommendation, bugs, listsAgain };
  const checks = decideChecks(diagnosis);
  const { pulls, tooLarge, unread, leftOut } = replay ?? { pulls: [], tooLarge: [], unread: [], leftOut: 0 };
  return {
    address,
    repositoryId: toKnown(service.repository)?.id ?? null,
    visibility: github.visibility,
    disclosure,
    defaultBranch: github.defaultBranch,
    isHealthy: checks.every(({ status }) => status !== 'blocked'),
    recommendation,
    checks,
    scans,
    bugs,
    pulls: pulls.map((replayed) => ({
      ...replayed.pull,
      isScanned: isScanned(replayed.pull),
      verdicts: toEachSetUp((name) => toShownVerdict(replayed.verdicts[name], disclosure)),
    })),
    ...{ tooLarge, unread, leftOut },
    results: replay === null || pulls.length === 0 ? [] : SET_UP_NAMES.map((name) => toResult(name, replay)),
    recommended: recommendation === 'none' ? null : toOwnSetUp(recommendation, toOwnValues(diagnosis)),
    apiUrl: settings.apiUrl,
    trust: decideTrustOf(service.settled, disclosure),
    origins: toKnown(github.pulls) && countOrigins(heads),
    readAt,
    fault: selectFault(evidence),
  };
}

function toOwnValues({ evidence, scans, recommendation, listsAgain }: Diagnosis): OwnValues {
  const { settings, github, replay } = evidence;
  return {
    ...{ settings, scans, listsAgain },
    visibility: github.visibility,
    hasForks: toKnown(github.pulls)?.some(({ isFork }) => isFork) === true,
    foundSince: recommendation === 'none' ? undefined : replay?.foundSince.get(recommendation),
  };
}

function decideTrustOf(settled: Maybe<readonly ReviewedBug[]>, disclosure: Disclosure): DoctorReport['trust'] {
  if (settled === null) return 'unread';
  return isUnverified(settled) ? settled : decideTrust(settled, disclosure);
}

function selectFault({ service, github, replay }: DoctorEvidence): Unverified | null {
  const { account, repository, history, lists, bugs } = service;
  const read = [account, repository, history, lists, bugs, github.pulls, github.branchCommits];
  return [...read, selectReplayFault(replay)].find(isUnverified) ?? null;
}

function toScanStatistics({ settings, service, github, replay, readAt }: DoctorEvidence): ScanStatistics | null {
  const history = toKnown(service.history);
  if (history === null) return null;
  const times = new Map(replay?.pulls.map(({ pull, committedAt }) => [pull.headSha, committedAt]));
  return decideScanStatistics({
    scans: selectUsableScans(history.scans, settings.scanTypes, readAt).usable,
    branchCommits: toKnown(github.branchCommits),
    heads: (toKnown(github.pulls) ?? []).map(({ headSha: sha }) => ({ sha, committedAt: times.get(sha) ?? null })),
  });
}

/** Looks at scans alone: what could not be replayed changes no recommendation. */
function createScannedCheck({ settings, service }: DoctorEvidence): (pull: RecentPull) => boolean {
  const scans = toKnown(service.history)?.scans ?? [];
  const scanned = scans.filter((scan) => isComplete(scan) && isOfTypes(scan, settings.scanTypes));
  const shas = new Set(scanned.map(({ sha }) => sha));
  return ({ headSha }) => shas.has(headSha);
}

function toBugCounts({ service }: DoctorEvidence): PendingCounts | null {
  const bugs = toKnown(service.bugs);
  if (bugs === null) return null;
  const security = bugs.findings.filter(({ kind }) => kind === 'security').length;
  return { pending: bugs.findings.length, security };
}

/** Withholds which ones would have failed where details are: a merged change that has to do with an open security bug points at it. */
export function toShownVerdict(verdict: Verdict, disclosure: Disclosure): ShownVerdict {
  const { kind, reason } = verdict;
  if (kind === 'unverified') return { verdict: kind, reason, bugs: null, securityBugs: null };
  if (disclosure === 'counts') {
    return { verdict: 'judged', reason: null, bugs: null, securityBugs: null };
  }
  const countOf = (name: string): number => verdict.thresholds.find((threshold) => threshold.name === name)?.count ?? 0;
  const [bugs, securityBugs] = [countOf('max-bugs'), countOf('max-security-bugs')];
  return { verdict: kind, reason, bugs, securityBugs };
}

function toResult(name: SetUpName, { pulls, foundSince }: Replay): SetUpResult {
  const verdicts = pulls.map((pull) => pull.verdicts[name]);
  const count = (kind: Verdict['kind']): number => verdicts.filter((verdict) => verdict.kind === kind).length;
  const reasons = verdicts.flatMap((verdict) => (verdict.kind === 'unverified' ? [verdict.reason] : []));
  const groups = [...Map.groupBy(reasons, (reason) => reason).values()];
  return {
    name,
    replayed: pulls.length,
    passed: count('passed'),
    failed: count('failed'),
    unverified: count('unverified'),
    reasons: groups.toSorted((a, b) => b.length - a.length).flatMap(([reason]) => reason ?? []),
    foundSince: foundSince.get(name) ?? null,
  };
}
