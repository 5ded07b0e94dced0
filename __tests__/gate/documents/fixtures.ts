// The builders of reports: findings go in, everything that follows from them is decided as the gate decides it.
import type { Marker } from '../../../src/documents/marker.ts';
import type { CommentOptions } from '../../../src/gate/documents/comment.ts';
import type { Disclosure } from '../../../src/judgement/disclosure.ts';
import {
  type Evidence,
  type JudgedContext,
  type JudgedSubject,
  type JudgementInputs,
  NO_RELATED_PULL_REQUESTS,
  type RelatedPullRequests,
  toAssessed,
} from '../../../src/judgement/evidence.ts';
import type { Finding, IntroducedBy } from '../../../src/judgement/finding.ts';
import type { BugId, CommitSha, EpochMs, RepoId, ScanId } from '../../../src/judgement/identifiers.ts';
import { decideReport } from '../../../src/judgement/judgement.ts';
import { toPathFilter } from '../../../src/judgement/path-filter.ts';
import type { Report } from '../../../src/judgement/report.ts';
import { decideTally, type PendingFindings, type ScanResults } from '../../../src/judgement/scan-results.ts';
import { isFullScan, isUsable, type Scan, type UsableScan } from '../../../src/judgement/scan.ts';
import type { SelectedScan } from '../../../src/judgement/selection.ts';
import { type Explanation, unverified, type Unverified } from '../../../src/judgement/unverified.ts';
import type { UnverifiedReason } from '../../../src/judgement/verdict.ts';
import { changesOf } from '../../judgement/fixtures.ts';

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
export function aFinding(id: string, parts: Partial<Omit<Finding, 'id' | 'details'>> & Partial<Details> = {}): Finding {
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

export const introducedHere: IntroducedBy = {
  sha: headSha,
  date: '2026-11-19',
  author: 'Mei Tanaka',
  pullRequest: 482,
};

export const introducedElsewhere: IntroducedBy = {
  sha: parentSha,
  date: '2026-10-02',
  author: 'Luis Ortega',
  pullRequest: 455,
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
    bugTotal: null,
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

/** The selection of a scan of the judged commit, unless it says otherwise. */
export function aSelected(parts: Partial<SelectedScan> = {}): SelectedScan {
  const { scan = aScan() } = parts;
  return {
    scan,
    judged: isUsable(scan) ? [scan] : [],
    match: 'exact',
    commitsBehind: 0,
    standsIn: false,
    isPartial: !isFullScan(scan),
    newerFailed: [],
    passedOver: [],
    ...parts,
  };
}

/** A scan of another commit: so many commits behind, or it is not known how many. */
export function aStandIn(commitsBehind: number | null): SelectedScan {
  return aSelected({
    scan: aScan({ id: 'wr_stand_in' as ScanId, sha: parentSha }),
    match: commitsBehind === null ? 'latest' : 'ancestor',
    commitsBehind,
    standsIn: true,
  });
}

export const aPartialScan = aScan({ id: 'wr_partial' as ScanId, type: 'recentChanges' });

export interface ReportSource extends Partial<Omit<JudgementInputs, 'disclosure'>> {
  readonly findings?: readonly Finding[];
  readonly disclosure?: Disclosure;
  readonly pullRequest?: number | null;
  readonly subject?: Partial<JudgedSubject>;
  readonly selected?: SelectedScan | null;
  readonly outcome?: Partial<PendingFindings> | Unverified;
  readonly results?: Partial<ScanResults>;
  readonly context?: Partial<JudgedContext>;
  readonly related?: Partial<RelatedPullRequests>;
  /** What the fields of the report say instead. */
  readonly parts?: Partial<Report>;
}

/** The evidence on pull request 482, which changes src/cart/total.ts. */
export function anEvidence(source: ReportSource = {}): Evidence {
  const { findings = [], pullRequest = 482, selected = aSelected(), context = {} } = source;
  const { disclosure = 'full', paths = [], outcome = {} } = source;
  return {
    inputs: {
      gateOn: 'all',
      paths,
      isInPaths: toPathFilter(paths),
      countUnclassified: false,
      maxSecurityBugs: 0,
      maxBugs: 'off',
      mode: 'enforce',
      onUnverified: 'fail',
      scanMatch: ['exact'],
      scanTypes: [],
      bugUrl: 'https://app.example.com/bugs/{id}',
      jobId: null,
      ...source,
      disclosure: 'auto',
    },
    address: {
      owner: 'acme',
      repo: 'storefront',
      serverUrl: 'https://github.com',
      runId: aMarker.runId,
    },
    subject: {
      sha: headSha,
      pullRequest,
      isHead: pullRequest !== null,
      pullRequestFault: null,
      notes: [],
      ...source.subject,
    },
    results: {
      outcome:
        outcome.kind === 'unverified'
          ? outcome
          : {
              kind: 'read',
              findings,
              tally: decideTally(findings, { resolved: 21, dismissed: 8 }),
              dismissed: { kind: 'read', findings: [] },
              countedFrom: source.gateOn === undefined ? 'scan' : 'repository',
              missing: 0,
              unlisted: 0,
              readAt: time(0),
              ...outcome,
            },
      repositoryId: 'repo_9f3a' as RepoId,
      scans: scanHistory,
      selected,
      readAt: time(0),
      ...source.results,
    },
    context: {
      changes:
        pullRequest === null ? null : changesOf({ number: 482, commits: [headSha], paths: ['src/cart/total.ts'] }),
      changesFault: null,
      relevanceKnown: pullRequest !== null,
      visibility: disclosure === 'full' ? 'private' : 'public',
      disclosure,
      notes: [],
      ...context,
    },
    related: { ...NO_RELATED_PULL_REQUESTS, ...source.related },
  };
}

/** The report on it. */
export function aReport({ parts = {}, ...source }: ReportSource = {}): Report {
  return { ...decideReport(toAssessed(anEvidence(source))), ...parts };
}

/** The report of a run that could not judge. */
export function anUnverified(
  reason: UnverifiedReason,
  { what, advice }: Explanation = { what: 'Nothing was judged.', advice: [] },
  source: ReportSource = {},
): Report {
  return aReport({ selected: null, outcome: unverified(reason, what, advice), ...source });
}

/** Two security bugs, one of this pull request, two others, one not classified. */
export const fewFindings: readonly Finding[] = [
  aFinding('7c1e', {
    kind: 'security',
    title: 'Coupon codes are compared with SQL built from user input',
    summary:
      "applyCoupon puts the code into the query text:\n\n```ts\ndb.query(`SELECT * FROM coupon WHERE code = '${code}'`);\n```\n\nA customer can read other customers’ orders by typing `' OR 1=1 --` into the coupon field.",
    path: 'src/cart/coupon.ts',
    introducedBy: introducedHere,
    linkedIssues: [{ tracker: 'jira', key: 'SHOP-1182', url: 'https://acme.atlassian.net/browse/SHOP-1182' }],
  }),
  aFinding('a204', {
    kind: 'security',
    title: 'Session cookie is sent without Secure',
    summary: 'The cookie is set before the proxy headers are read.',
    path: 'src/server/session.ts',
    foundAt: time(40),
    introducedBy: introducedElsewhere,
  }),
  aFinding('1d70'),
  aFinding('e5b9', {
    title: 'Search keeps the page number when the query changes',
    summary: '',
    path: 'src/search/state.ts',
    foundAt: time(12),
    introducedBy: { ...introducedElsewhere, author: null, pullRequest: null },
  }),
  aFinding('09ff', {
    kind: 'unclassified',
    title: 'Retry loop never ends when the warehouse answers 204',
    summary: 'The loop only leaves on a body.',
    path: null,
    foundAt: time(5),
  }),
];

/** Many of them, every tenth a security bug. */
export const manyFindings: readonly Finding[] = Array.from({ length: 10_000 }, (_, index) =>
  aFinding(`m${String(index).padStart(4, '0')}`, {
    kind: index % 10 === 0 ? 'security' : 'bug',
    title: `Finding number ${index} of a repository that has a great many`,
    summary: `What is wrong with number ${index}. `.repeat(4),
    path: `src/module-${index % 37}/file-${index}.ts`,
    foundAt: time(index / 24),
  }),
);
