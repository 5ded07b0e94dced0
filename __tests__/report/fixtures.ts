// The builders of reports: findings go in, everything that follows from them is decided as the gate decides it.
import { decideAssessment } from '../../src/domain/assessment.ts';
import { decideShown, type Disclosure } from '../../src/domain/disclosure.ts';
import type { Finding } from '../../src/domain/finding.ts';
import type { BugId, CommitSha, EpochMs, RepoId, ScanId } from '../../src/domain/identifiers.ts';
import { toPathFilter } from '../../src/domain/path-filter.ts';
import type { GateOn } from '../../src/domain/relevance.ts';
import type { Scan, UsableScan } from '../../src/domain/scan.ts';
import { decideTally } from '../../src/domain/tally.ts';
import { decideThresholds, type Limits } from '../../src/domain/threshold.ts';
import {
  decideJobStatus,
  decideVerdict,
  type Policy,
  type UnverifiedReason,
} from '../../src/domain/verdict.ts';
import type { CommentOptions } from '../../src/report/comment.ts';
import type { Marker } from '../../src/report/marker.ts';
import type { Explanation } from '../../src/domain/unverified.ts';
import type { Report } from '../../src/report/report.ts';

export const headSha = '4be1f0c2a97d3e58b6044d1f7c93a2e85d60b71f' as CommitSha;
const parentSha = 'c05d9e7713fa4b28890e6ac15f3d72b04e9118aa' as CommitSha;
/** 2026-11-20 09:30 UTC. */
const noonMs = Date.UTC(2026, 10, 20, 9, 30);
const dayMs = 86_400_000;
const time = (daysAgo: number): EpochMs => (noonMs - daysAgo * dayMs) as EpochMs;

export const aMarker: Marker = {
  key: 'Scan Gate/gate',
  runId: 19_482_771,
  runAttempt: 1,
  sha: headSha,
  readAt: time(0),
};

export const someOptions: CommentOptions = { marker: aMarker, maxListed: 20 };

type Details = Finding['details'];

/** A pending bug; `id` without its prefix. */
export function aFinding(
  id: string,
  parts: Partial<Omit<Finding, 'id' | 'details'>> & Partial<Details> = {},
): Finding {
  const { kind = 'bug', foundAt = time(3), ...details } = parts;
  return {
    id: `bug_${id}` as BugId,
    kind,
    foundAt,
    details: {
      title: 'Cart total ignores the discount',
      summary: 'The discount is read but never subtracted, so customers pay the full price.',
      path: 'src/cart/total.ts',
      linkedIssues: [],
      introducedBy: null,
      ...details,
    },
  };
}

export const introducedHere: Details['introducedBy'] = {
  sha: headSha,
  date: '2026-11-19',
  author: 'Mei Tanaka',
  pullRequest: 482,
};

export function aScan(parts: Partial<Scan> = {}): UsableScan {
  return {
    state: 'complete',
    status: 'complete',
    type: 'default',
    sha: headSha,
    startedAt: time(0.1),
    endedAt: time(0.05),
    counts: { open: 12, resolved: 21, dismissed: 8 },
    ...parts,
    id: parts.id ?? ('wr_01JD3V9K' as ScanId),
  };
}

/** Six scans of the last weeks, newest first. */
export const scanHistory: readonly Scan[] = [12, 14, 19, 17, 23, 9].map((open, index) =>
  aScan({
    id: `wr_history${index}` as ScanId,
    sha: (index === 0 ? headSha : String(index).repeat(40)) as CommitSha,
    startedAt: time(index * 3 + 0.1),
    endedAt: time(index * 3 + 0.05),
    counts: { open, resolved: 21, dismissed: 8 },
  }),
);

export interface ReportSource extends Partial<Limits>, Partial<Policy> {
  readonly findings?: readonly Finding[];
  readonly disclosure?: Disclosure;
  readonly gateOn?: GateOn;
  readonly paths?: readonly string[];
  readonly countUnclassified?: boolean;
  /** What the fields of the report say instead. */
  readonly parts?: Partial<Report>;
}

/** The report on pull request 482, which changes src/cart/total.ts. */
export function aReport({ findings = [], parts = {}, ...source }: ReportSource = {}): Report {
  const { maxSecurityBugs = 0, maxBugs = 'off', disclosure = 'full' } = source;
  const { mode = 'enforce', onUnverified = 'fail' } = source;
  const assessed = decideAssessment(findings, {
    changes: { number: 482, commits: new Set([headSha]), paths: new Set(['src/cart/total.ts']) },
    gateOn: source.gateOn ?? 'all',
    isInPaths: toPathFilter(source.paths ?? []),
    countUnclassified: source.countUnclassified ?? false,
  });
  const verdict =
    parts.verdict ?? decideVerdict(decideThresholds(assessed, { maxSecurityBugs, maxBugs }));
  return {
    verdict,
    job: decideJobStatus(verdict, { mode, onUnverified }),
    explanation: null,
    repository: {
      owner: 'acme',
      repo: 'storefront',
      serverUrl: 'https://github.com',
      visibility: 'private',
    },
    sha: headSha,
    pullRequest: 482,
    repositoryId: 'repo_9f3a' as RepoId,
    scan: { scan: aScan(), match: 'exact', commitsBehind: 0, supersededScan: null },
    recentScans: scanHistory,
    tally: decideTally(findings, { resolved: 21, dismissed: 8 }),
    findings: decideShown(assessed, disclosure),
    relevanceKnown: true,
    notes: [],
    bugUrl: 'https://app.example.com/bugs/{id}',
    readAt: time(0),
    ...parts,
  };
}

/** The report of a run that could not judge. */
export function anUnverified(
  reason: UnverifiedReason,
  explanation: Explanation,
  parts: Partial<Report> = {},
): Report {
  return aReport({
    parts: {
      verdict: { kind: 'unverified', reason },
      explanation,
      scan: null,
      tally: null,
      relevanceKnown: false,
      ...parts,
    },
  });
}

/** Two security bugs, one of this pull request, two others, one not classified. */
export const fewFindings: readonly Finding[] = [
  aFinding('7c1e', {
    kind: 'security',
    title: 'Coupon codes are compared with SQL built from user input',
    summary:
      'applyCoupon puts the code into the query text.\n\nA customer can read other customers’ orders by typing a quote into the coupon field.',
    path: 'src/cart/coupon.ts',
    introducedBy: introducedHere,
    linkedIssues: [
      { tracker: 'jira', key: 'SHOP-1182', url: 'https://acme.atlassian.net/browse/SHOP-1182' },
    ],
  }),
  aFinding('a204', {
    kind: 'security',
    title: 'Session cookie is sent without Secure',
    summary: 'The cookie is set before the proxy headers are read.',
    path: 'src/server/session.ts',
    foundAt: time(40),
    introducedBy: { sha: parentSha, date: '2026-10-02', author: 'Luis Ortega', pullRequest: 455 },
  }),
  aFinding('1d70'),
  aFinding('e5b9', {
    title: 'Search keeps the page number when the query changes',
    summary: '',
    path: 'src/search/state.ts',
    foundAt: time(12),
    introducedBy: { sha: parentSha, date: '2026-11-08', author: null, pullRequest: null },
  }),
  aFinding('09ff', {
    kind: 'unclassified',
    title: 'Retry loop never ends when the warehouse answers 204',
    summary: 'The loop only leaves on a body.',
    path: null,
    foundAt: time(5),
  }),
];

/** 1,234 of them, every tenth a security bug. */
export const manyFindings: readonly Finding[] = Array.from({ length: 1_234 }, (_, index) =>
  aFinding(`m${String(index).padStart(4, '0')}`, {
    kind: index % 10 === 0 ? 'security' : 'bug',
    title: `Finding number ${index} of a repository that has a great many`,
    summary: `What is wrong with number ${index}. `.repeat(4),
    path: `src/module-${index % 37}/file-${index}.ts`,
    foundAt: time(index / 24),
  }),
);
