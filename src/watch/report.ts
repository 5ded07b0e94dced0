// The report of a watch: everything that its issue, its job summary and its log may say, already decided and disclosed.
import type { RepositoryAddress } from '../judgement/address.ts';
import { type Disclosure, isDisclosed } from '../judgement/disclosure.ts';
import { compareText, type Finding, type FindingKind } from '../judgement/finding.ts';
import type { BugId, EpochMs } from '../judgement/identifiers.ts';
import type { Scan, UsableScan } from '../judgement/scan.ts';
import { type Attributions, readPullRequest } from './attribution.ts';

/** What a document may show of a finding. */
export interface WatchedFinding {
  readonly id: BugId;
  readonly kind: FindingKind;
  /** Null where title, summary, path, age and pull request are withheld. */
  readonly details: WatchedDetails | null;
}

export interface WatchedDetails {
  readonly title: string;
  /** The first sentence of the service's summary, plain text; empty: there is none. */
  readonly summary: string;
  readonly path: string | null;
  readonly foundAt: EpochMs;
  /** Confirmed by GitHub; null: not attributed, or not looked up. */
  readonly pullRequest: number | null;
}

export interface WatchCounts {
  readonly open: number;
  readonly openSecurity: number;
  readonly newBugs: number;
  readonly newSecurityBugs: number;
}

export interface Announcements {
  readonly announced: readonly number[];
  /** Those that GitHub refused; the reason completes "because …". */
  readonly refused: readonly { readonly pullRequest: number; readonly reason: string }[];
  /** Those beyond `maxNotified`. */
  readonly leftOut: readonly number[];
  readonly maxNotified: number;
}

export interface WatchReport {
  readonly repository: RepositoryAddress;
  readonly branch: string;
  /** The newest complete scan of the branch. */
  readonly scan: UsableScan;
  /** The newest scan of the branch, where it has failed. */
  readonly failedScan: Scan | null;
  /** Whether nothing is known of earlier runs. */
  readonly isBaseline: boolean;
  /** Whether older scans since the last run were not read. */
  readonly isIntervalCut: boolean;
  /** How many commits of scans were not compared with the branch. */
  readonly leftOutCommits: number;
  /** New scans whose lists the service no longer has, oldest first. */
  readonly purged: readonly Scan[];
  /** Scans since the last run that are stuck or cannot be read; newest first. */
  readonly passedOver: readonly Scan[];
  /** How many scans were new. */
  readonly newScanCount: number;
  readonly counts: WatchCounts;
  /** The counts at the last run; null at the first. */
  readonly before: Pick<WatchCounts, 'open' | 'openSecurity'> | null;
  /** Every pending bug, oldest first; of those whose details are withheld, by id. */
  readonly open: readonly WatchedFinding[];
  /** Those that are new and disclosed, by pull request; of each, security bugs first, then by id. */
  readonly newFindings: readonly WatchedFinding[];
  /** Null: they are not wanted. */
  readonly announcements: Announcements | null;
  /** Link template with `{id}`; null: no links. */
  readonly bugUrl: string | null;
  /** What people call the service. */
  readonly serviceName: string;
  /** Most findings listed in the issue. */
  readonly maxListed: number;
}

export interface ReportedEvidence extends Omit<WatchReport, 'counts' | 'open' | 'newFindings'> {
  readonly open: readonly Finding[];
  readonly newFindings: readonly Finding[];
  readonly attributions: Attributions;
  /** The keys of what is always looked up, so that a pending bug reads the same whether or not it is new. */
  readonly openKeys: ReadonlySet<string>;
  readonly disclosure: Disclosure;
}

/** Puts a report together; the guard of disclosure stands here, before every document. */
export function decideWatchReport(evidence: ReportedEvidence): WatchReport {
  const { open, newFindings, attributions, openKeys, disclosure, ...shown } = evidence;
  const known = new Map([...attributions].filter(([key]) => openKeys.has(key)));
  const { open: newBugs, openSecurity: newSecurityBugs } = decideCounts(newFindings);
  const isShown = (finding: Finding): boolean => isDisclosed(finding, disclosure);
  return {
    ...shown,
    counts: { ...decideCounts(open), newBugs, newSecurityBugs },
    open: open.map((finding) => toWatched(finding, disclosure, known)).sort(compareAge),
    newFindings: newFindings
      .filter(isShown)
      .map((finding) => toWatched(finding, disclosure, attributions))
      .sort(compareNew),
  };
}

/** The report as it would be if nothing had happened since the last run. */
export function toQuietReport(report: WatchReport): WatchReport {
  const counts = { ...report.counts, newBugs: 0, newSecurityBugs: 0 };
  return {
    ...report,
    isBaseline: false,
    isIntervalCut: false,
    leftOutCommits: 0,
    purged: [],
    newScanCount: 0,
    before: null,
    newFindings: [],
    announcements: null,
    counts,
  };
}

/** How many findings there are, and how many of them are security bugs. */
function decideCounts(findings: readonly Finding[]): Pick<WatchCounts, 'open' | 'openSecurity'> {
  const security = findings.filter(({ kind }) => kind === 'security');
  return { open: findings.length, openSecurity: security.length };
}

/** A finding as a document may show it. */
export function toWatched(finding: Finding, disclosure: Disclosure, attributions: Attributions): WatchedFinding {
  const { id, kind, foundAt, details } = finding;
  if (!isDisclosed(finding, disclosure)) return { id, kind, details: null };
  const { title, summary, path } = details;
  const pullRequest = readPullRequest(finding, attributions);
  return { id, kind, details: { title, summary, path, foundAt, pullRequest } };
}

/** Without details the order says nothing of the age. */
function compareAge(a: WatchedFinding, b: WatchedFinding): number {
  return (a.details?.foundAt ?? 0) - (b.details?.foundAt ?? 0) || compareText(a.id, b.id);
}

function compareNew(a: WatchedFinding, b: WatchedFinding): number {
  return (
    toPull(a) - toPull(b) || Number(b.kind === 'security') - Number(a.kind === 'security') || compareText(a.id, b.id)
  );
}

/** Those that are not attributed come last. */
function toPull({ details }: WatchedFinding): number {
  return details?.pullRequest ?? Number.MAX_SAFE_INTEGER;
}
