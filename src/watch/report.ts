// Decides the report of a watch: all that its issue, job summary and log may say, with what is withheld left out.
import type { RepositoryAddress } from '../judgement/address.ts';
import { type Disclosure, isDisclosed } from '../judgement/disclosure.ts';
import { compareText, type Finding, type FindingKind } from '../judgement/finding.ts';
import type { BugId, EpochMs } from '../judgement/identifiers.ts';
import type { Scan, UsableScan } from '../judgement/scan.ts';
import { type Attributions, readPull } from './attribution.ts';

export interface WatchedFinding {
  readonly id: BugId;
  readonly kind: FindingKind;
  /** Null: they are withheld. */
  readonly details: WatchedDetails | null;
}

export interface WatchedDetails {
  readonly title: string;
  /** It is the first sentence of the service's summary, as plain text. */
  readonly summary: string;
  readonly path: string | null;
  readonly foundAt: EpochMs;
  /** GitHub confirmed it; null: it is not known. */
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
  /** GitHub refused them for good; the reason is a sentence. */
  readonly refused: readonly { readonly pullRequest: number; readonly reason: string }[];
  /** They are beyond `maxNotified`. */
  readonly leftOut: readonly number[];
  readonly maxNotified: number;
}

export interface WatchReport {
  readonly repository: RepositoryAddress;
  readonly branch: string;
  /** It is the newest complete scan of the branch. */
  readonly scan: UsableScan;
  /** It is the newest scan of the branch, if that failed. */
  readonly failedScan: Scan | null;
  readonly isBaseline: boolean;
  /** There may be scans since the last run that were not read. */
  readonly isIntervalCut: boolean;
  readonly leftOutCommits: number;
  /** The service no longer has the lists of these new scans, oldest first. */
  readonly purged: readonly Scan[];
  /** These scans since the last run are stuck or cannot be read; newest first. */
  readonly passedOver: readonly Scan[];
  readonly newScanCount: number;
  readonly counts: WatchCounts;
  /** They are those of the last run; null at the first. */
  readonly before: Pick<WatchCounts, 'open' | 'openSecurity'> | null;
  /** They are sorted by age; where details are withheld, by ID. */
  readonly open: readonly WatchedFinding[];
  /** They are disclosed, and sorted by pull request, then security bugs first, then by ID. */
  readonly newFindings: readonly WatchedFinding[];
  /** Null: comments are not wanted. */
  readonly announcements: Announcements | null;
  /** It has `{id}` in it; null: there are no links. */
  readonly bugUrl: string | null;
  readonly serviceName: string;
  readonly maxListed: number;
}

export interface ReportedEvidence extends Omit<WatchReport, 'counts' | 'open' | 'newFindings'> {
  readonly open: readonly Finding[];
  readonly newFindings: readonly Finding[];
  readonly attributions: Attributions;
  /** These are always looked up, so that a pending bug reads the same whether or not it is new. */
  readonly openKeys: ReadonlySet<string>;
  readonly disclosure: Disclosure;
}

/** Puts a report together. Here, before every document, details are withheld. */
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

/** Gives the report as it would be if nothing had happened since the last run. */
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

function decideCounts(findings: readonly Finding[]): Pick<WatchCounts, 'open' | 'openSecurity'> {
  const security = findings.filter(({ kind }) => kind === 'security');
  return { open: findings.length, openSecurity: security.length };
}

export function toWatched(finding: Finding, disclosure: Disclosure, attributions: Attributions): WatchedFinding {
  const { id, kind, foundAt, details } = finding;
  if (!isDisclosed(finding, disclosure)) return { id, kind, details: null };
  const { title, summary, path } = details;
  const pullRequest = readPull(finding, attributions)?.number ?? null;
  return { id, kind, details: { title, summary, path, foundAt, pullRequest } };
}

/** The order of bugs whose details are withheld says nothing about their age. */
function compareAge(a: WatchedFinding, b: WatchedFinding): number {
  return (a.details?.foundAt ?? 0) - (b.details?.foundAt ?? 0) || compareText(a.id, b.id);
}

function compareNew(a: WatchedFinding, b: WatchedFinding): number {
  return (
    toPull(a) - toPull(b) || Number(b.kind === 'security') - Number(a.kind === 'security') || compareText(a.id, b.id)
  );
}

/** Bugs that are not attributed come last. */
function toPull({ details }: WatchedFinding): number {
  return details?.pullRequest ?? Number.MAX_SAFE_INTEGER;
}
