// The builders of reports: findings go in, everything that follows from them is decided as the gate decides it.
import type { Marker } from '../../../src/documents/marker.ts';
import type { CommentOptions } from '../../../src/gate/documents/comment.ts';
import { withWords, type WordedReport } from '../../../src/gate/documents/words.ts';
import { decideReport } from '../../../src/gate/report.ts';
import type { Subject } from '../../../src/gate/subject.ts';
import { readGateInputs } from '../../../src/inputs/gate.ts';
import { assess, type WeighedFinding } from '../../../src/judgement/assessment.ts';
import type { Disclosure, Visibility } from '../../../src/judgement/disclosure.ts';
import { compareFindings, type Finding, type IntroducedBy } from '../../../src/judgement/finding.ts';
import type { CommitSha, EpochMs, RepoId, ScanId } from '../../../src/judgement/identifiers.ts';
import type { Counted, Judgement } from '../../../src/judgement/judge.ts';
import { decideThresholds } from '../../../src/judgement/limits.ts';
import { toPathFilter } from '../../../src/judgement/path-filter.ts';
import { NO_TWINS, type OwnChanges } from '../../../src/judgement/pull-requests.ts';
import type { JudgementInputs } from '../../../src/judgement/question.ts';
import { toChanges } from '../../../src/judgement/relevance.ts';
import type { Report } from '../../../src/judgement/report.ts';
import { isFullScan, isUsable, type Scan, type UsableScan } from '../../../src/judgement/scan.ts';
import type { SelectedScan } from '../../../src/judgement/selection.ts';
import { decideTally } from '../../../src/judgement/tally.ts';
import { Unverified } from '../../../src/judgement/unverified.ts';
import { toVerdict, type UnverifiedReason } from '../../../src/judgement/verdict.ts';
import { aFaultOf } from '../../documents/faults.ts';
import { aFinding as aFindingOf, aUsableScan, type FindingParts, scanId } from '../../judgement/fixtures.ts';
import { eventOf } from '../fixtures.ts';

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

/** A pending bug; `id` without its prefix. */
export function aFinding(id: string, parts: FindingParts = {}): Finding {
  const summary = 'The discount is read but never subtracted, so customers pay the full price.';
  return aFindingOf(id, { foundAt: time(3), summary, ...parts });
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
  const usual = {
    ...{ sha: headSha, startedAt: time(0.1), endedAt: time(0.05) },
    counts: { open: 12, resolved: 21, dismissed: 8 },
  };
  return aUsableScan({ ...usual, ...parts, id: parts.id ?? scanId('01JD3V9K') });
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
    ...parts,
  };
}

/** A scan of another commit: so many commits behind, or it is not known how many. */
export function aStandIn(commitsBehind: number | null): SelectedScan {
  return aSelected({
    scan: aScan({ id: 'wr_stand_in', sha: parentSha }),
    match: commitsBehind === null ? 'latest' : 'ancestor',
    commitsBehind,
    standsIn: true,
  });
}

export const aPartialScan = aScan({ id: 'wr_partial', type: 'recentChanges' });

/** What a report is made from, where it differs from the usual. */
export interface ReportSource extends Partial<JudgementInputs> {
  readonly findings?: readonly Finding[];
  /** As the input; `counts` in a public repository, unless `visibility` says another. */
  readonly disclosure?: Disclosure;
  readonly visibility?: Visibility;
  readonly mode?: 'enforce' | 'warn';
  readonly onUnverified?: 'fail' | 'warn';
  readonly paths?: readonly string[];
  readonly bugUrl?: string | null;
  readonly contact?: string | null;
  readonly jobId?: number | null;
  readonly pullRequest?: number | null;
  readonly isHead?: boolean;
  readonly selected?: SelectedScan | null;
  /** Newest first. */
  readonly scans?: readonly Scan[];
  readonly fault?: Unverified;
  readonly missing?: number;
  readonly countedFrom?: Counted['countedFrom'];
  readonly own?: Partial<OwnChanges>;
  /** Whether the judged scans list the findings; by default they do where they are counted from. */
  readonly isListed?: boolean;
  /** Other pull requests that are open, by their numbers. */
  readonly others?: readonly number[];
  /** Those of the findings that belong to an open pull request whose commits this one holds. */
  readonly shared?: readonly Finding[];
  readonly twins?: Partial<Counted['twins']>;
  readonly othersFault?: Unverified;
  /** What the fields of the report say instead. */
  readonly parts?: Partial<Report>;
}

/** Pull request 482, which changes src/cart/total.ts. */
const lists = {
  files: [{ path: 'src/cart/total.ts', previousPath: null, firstChangedLine: 7 }],
  commits: [{ sha: headSha, committedAt: null }],
};
const head = { sha: headSha, commitCount: null, fileCount: null };
const usual: OwnChanges = { changes: toChanges(482, lists, head), lists, lostHeads: 0 };
const none: OwnChanges = { changes: null, lists: null, lostHeads: 0 };

/** Its files are not known. */
export function withoutFiles(files: Unverified): OwnChanges {
  const known = { ...lists, files };
  return { changes: toChanges(482, known, head), lists: known, lostHeads: 0 };
}

function toInputs({ mode = 'enforce', paths = [], disclosure, ...source }: ReportSource) {
  const given: Readonly<Record<string, string>> = {
    'api-url': 'https://api.example.com',
    'api-key': 'svc_test_key',
    repository: 'acme/storefront',
    'bug-url': 'https://app.example.com/bugs/{id}',
    mode,
    paths: paths.join(),
  };
  return {
    ...readGateInputs((name) => given[name] ?? '', time(0)),
    ...source,
    disclosure: disclosure ?? ('auto' as const),
  };
}

/** Whether it is a full scan of the judged commit, whose lists may be all that counts. */
function isOfHead(selected: SelectedScan | null): boolean {
  return selected !== null && !selected.standsIn && !selected.isPartial;
}

function aJudgement(source: ReportSource): Judgement {
  const { pullRequest = 482, missing = 0, findings = [], selected = aSelected() } = source;
  const inputs = toInputs(source);
  const own = { ...(pullRequest === null ? none : usual), ...source.own };
  const countedFrom = source.countedFrom ?? (source.gateOn === undefined && isOfHead(selected) ? 'scan' : 'repository');
  const isListed = source.isListed ?? countedFrom === 'scan';
  const query = {
    listed: new Set(isListed ? findings.map(({ id }) => id) : []),
    ...{ inputs: { ...inputs, isInPaths: toPathFilter(inputs.paths) }, countedFrom, own: own.changes },
    twins: (source.twins?.uncompared ?? 0) > 0 ? null : [],
  };
  const isOther = ({ details, relations: { introduced, found }, counts }: WeighedFinding): boolean =>
    counts !== 'no' &&
    introduced === 'no' &&
    found === 'no' &&
    (source.others ?? []).includes(details.introducedBy?.pullRequest ?? 0);
  const assessed = findings
    .map((finding) => assess(finding, query))
    .map((each) => (isOther(each) ? ({ ...each, counts: 'no', exclusion: 'other-pull-request' } as const) : each))
    .map((each) =>
      source.shared?.some(({ id }) => id === each.id)
        ? { ...each, sharedWith: each.details.introducedBy?.pullRequest ?? 0 }
        : each,
    )
    .map(({ counts, exclusion, ...rest }) => ({
      ...{ ...rest, counted: counts !== 'no' },
      exclusion: exclusion === 'not-listed' ? null : exclusion,
    }))
    .sort(compareFindings);
  const history = {
    ...{ repositoryId: 'repo_9f3a' as RepoId, foreignRepositoryIds: [], isWhole: true },
    scans: source.scans ?? scanHistory,
  };
  const counted: Counted = {
    ...{ findings: assessed, missing, own },
    tally: decideTally(findings, { resolved: 21, dismissed: 8 }),
    countedFrom,
    twins: { ...NO_TWINS, ...source.twins },
    othersFault: source.othersFault ?? null,
    readAt: time(0),
  };
  const isCounted = ({ counted: is }: (typeof assessed)[number]): boolean => is;
  const verdict = toVerdict(decideThresholds(assessed.filter(isCounted), inputs));
  const isShort = missing > 0 && verdict.kind === 'passed';
  const fault = source.fault ?? (isShort ? new Unverified({ kind: 'short-lists', missing, of: 'judged' }) : null);
  const hasCounted = fault === null || isShort || findings.length > 0;
  const judged = { kind: 'judged', history, selected, counted: hasCounted ? counted : null } as const;
  return fault === null
    ? { ...judged, verdict, fault }
    : { ...judged, verdict: { kind: 'unverified', reason: fault.reason }, fault };
}

/** The report on it. */
export function aReport(source: ReportSource = {}): WordedReport {
  const { parts = {}, pullRequest = 482, visibility = source.disclosure === 'counts' ? 'public' : 'private' } = source;
  const clock = { now: () => time(0), wait: () => Promise.resolve(), after: () => () => undefined, random: () => 0 };
  const event = eventOf('schedule', {}, { runId: aMarker.runId });
  const subject: Subject = {
    ...{ sha: headSha, checkSha: headSha, pullRequest, isHead: source.isHead ?? pullRequest !== null },
    ...{ baseBranch: 'main', comments: true, isGiven: false, isQueued: false, pushedTo: null },
    findIsLate: () => Promise.resolve(false),
  };
  const judgement = aJudgement(source);
  const decided = decideReport({ inputs: toInputs(source), event, clock }, subject, { judgement, visibility });
  return withWords({ ...decided, ...parts });
}

/** The report of a run that could not judge: for this, or the usual fault of a reason. */
export function anUnverified(why: UnverifiedReason | Unverified, source: ReportSource = {}): WordedReport {
  const fault = why instanceof Unverified ? why : aFaultOf(why);
  return aReport({ selected: null, fault, ...source });
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
