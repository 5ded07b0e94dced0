// The report of the doctor: everything that its job summary, its log and its outputs may say, already decided and disclosed.
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
  findReplayFault,
  type FoundSince,
  type Maybe,
  type PendingCounts,
  type Replay,
  selectUsableScans,
  toKnown,
  type Unjudged,
} from './evidence.ts';
import { type OwnValues, toOwnSetUp } from './own-set-ups.ts';
import type { RecentPull } from './recent-pulls.ts';
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

/** What may be said about one pull request under one set-up; `judged`: passed or failed, which is withheld. */
export interface ShownVerdict {
  readonly verdict: 'passed' | 'failed' | 'unverified' | 'judged';
  readonly reason: 'within-threshold' | 'threshold-exceeded' | UnverifiedReason | null;
  /** The bugs that count; null where nothing was counted, or where it is withheld. */
  readonly bugs: number | null;
  readonly securityBugs: number | null;
}

export interface ShownPull extends RecentPull {
  readonly isScanned: boolean;
  readonly verdicts: EachSetUp<ShownVerdict>;
}

/** What a set-up would have come to. A pull request is red if it has not passed, whatever `mode` says. */
export interface SetUpResult {
  readonly name: SetUpName;
  readonly replayed: number;
  readonly passed: number;
  readonly failed: number;
  readonly unverified: number;
  /** Why those are unverified, most frequent first. */
  readonly reasons: readonly UnverifiedReason[];
  /** Proposed where too many are red; null: not so many, not for bugs, or it could not be judged. */
  readonly foundSince: FoundSince | null;
}

export interface DoctorReport extends Unjudged {
  readonly address: RepositoryAddress;
  readonly repositoryId: RepoId | null;
  readonly visibility: Visibility;
  readonly disclosure: Disclosure;
  readonly defaultBranch: string | null;
  /** Whether nothing is blocked. */
  readonly isHealthy: boolean;
  readonly recommendation: Recommendation;
  readonly checks: readonly Check[];
  /** Null where they could not be read. */
  readonly scans: ScanStatistics | null;
  /** Null where they could not be read. */
  readonly bugs: PendingCounts | null;
  /** Newest first. */
  readonly pulls: readonly ShownPull[];
  /** In the order of the README; empty where nothing was replayed. */
  readonly results: readonly SetUpResult[];
  /** The set-up to paste; null: none would work. */
  readonly recommended: SetUp | null;
  /** Base address of the service, for the workflows to paste. */
  readonly apiUrl: string;
  /** How often people said that what the service found is no bug; null: too few were asked; `unread`: the bugs were not asked for. */
  readonly trust: Maybe<Trust> | 'unread';
  /** Of the last pull requests; null where they could not be read. */
  readonly origins: PullOrigins | null;
  readonly readAt: EpochMs;
  /** Why something could not be read; null: everything could. */
  readonly fault: Unverified | null;
}

/** Whose pull requests get no secrets on `pull_request`. */
export interface PullOrigins {
  readonly forks: number;
  readonly dependabot: number;
}

/** Concludes. The same evidence gives the same report. */
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
  const listsAgain = history !== null && decideListsAgain({ settings, history, pulls: heads, relisting });
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
    origins: toOrigins(toKnown(github.pulls)),
    readAt,
    fault: findFault(evidence),
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

function toOrigins(pulls: readonly RecentPull[] | null): PullOrigins | null {
  if (pulls === null) return null;
  return {
    forks: pulls.filter(({ isFork }) => isFork).length,
    dependabot: pulls.filter((pull) => pull.isDependabot && !pull.isFork).length,
  };
}

/** The first of what could not be read. */
function findFault({ service, github, replay }: DoctorEvidence): Unverified | null {
  const { account, repository, history, lists, bugs } = service;
  const read = [account, repository, history, lists, bugs, github.pulls, github.branchCommits];
  return [...read, findReplayFault(replay)].find(isUnverified) ?? null;
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

/** Whether a scan of its head is complete, which needs no replay: what could not be replayed changes no recommendation. */
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

/**
 * What may be said of a verdict. Where details are withheld, so is which pull request would have failed: that a merged
 * change has to do with a security bug that is not fixed points at the bug.
 */
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
