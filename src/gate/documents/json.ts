// The JSON report, for programs. Its schema is docs/report-v1.schema.json.
import { toScanPoints } from '../../documents/scan-chart.ts';
import type { AssessedFinding } from '../../judgement/finding.ts';
import { formatIso } from '../../judgement/format.ts';
import { toFullName } from '../../judgement/identifiers.ts';
import { compact } from '../../judgement/lists.ts';
import { fillText } from './phrases.ts';
import type { WordedReport } from './words.ts';

export interface JsonSource {
  readonly report: WordedReport;
  /** The findings in full, whatever the disclosure, because only the workflow reads the file. Sorted. */
  readonly findings: readonly AssessedFinding[];
}

/** Renders the report, ending with a line feed. The same source gives the same bytes. */
export function renderJson(source: JsonSource): string {
  return `${JSON.stringify(toDocument(source), undefined, 2)}\n`;
}

function toDocument({ report, findings }: JsonSource): object {
  const { verdict, repository, tally } = report;
  return {
    version: 1,
    verdict: verdict.kind,
    reason: verdict.reason,
    explanation: toExplanation(report),
    thresholds: verdict.kind === 'unverified' ? [] : verdict.thresholds,
    repository: { fullName: toFullName(repository), id: report.repositoryId },
    commit: report.sha,
    pullRequest: report.pullRequest,
    readAt: formatIso(report.readAt),
    scan: toJsonScan(report),
    history: toScanPoints(report.recentScans).map(({ at, sha, open }) => ({
      finishedAt: formatIso(at),
      commit: sha,
      open,
    })),
    counts: tally,
    relevanceKnown: report.relevanceKnown,
    notes: report.notes.map(({ text }) => text),
    findings: findings.map(toJsonFinding),
  };
}

function toExplanation(report: WordedReport): object | null {
  const { wayOut } = report.words;
  if (wayOut === null) return null;
  const { opening, see, todo, technical, advice } = wayOut;
  return {
    what: compact([opening, see && `${see.text} ${see.page.url}`, technical]).join(' '),
    advice: compact([todo && fillText(todo, report), ...advice]),
  };
}

function toJsonScan({ scan: chosen }: WordedReport): object | null {
  if (chosen === null) return null;
  const { scan, match, commitsBehind } = chosen;
  return {
    id: scan.id,
    commit: scan.sha,
    match,
    commitsBehind,
    type: scan.type,
    startedAt: formatIso(scan.startedAt),
    finishedAt: scan.endedAt === null ? null : formatIso(scan.endedAt),
  };
}

function toJsonFinding({ details, ...finding }: AssessedFinding): object {
  return {
    id: finding.id,
    kind: finding.kind,
    relevance: finding.relevance,
    foundInPullRequest: finding.isFoundHere,
    gated: finding.counted,
    leftOut: finding.exclusion,
    countsAsSecurity: finding.countsAsSecurity,
    title: details.title,
    summary: details.summary,
    path: details.path,
    foundAt: formatIso(finding.foundAt),
    introducedBy: details.introducedBy,
    linkedIssues: details.linkedIssues,
  };
}
