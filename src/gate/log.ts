// The log of the gate: a few lines that a person can read. Pure.
import { toShortSha } from '../domain/identifiers.ts';
import type { ShownFinding } from '../domain/disclosure.ts';
import { cut } from '../report/markdown.ts';
import type { Report } from '../report/report.ts';
import { countOf, formatTime } from '../domain/format.ts';
import { toHeadline, toMatchSentence, toRecentScans, toScanAgeLine } from '../report/wording.ts';

const MAX_LOGGED = 100;

/** What was judged, a line each. */
export function toFactLines(report: Report): readonly string[] {
  const { scan, tally } = report;
  return [
    ...(report.repositoryId === null ? [] : [`Repository ${report.repositoryId}`]),
    ...(scan === null
      ? []
      : [
          `Scan ${scan.scan.id}, ${toMatchSentence(scan.match)}${scan.scan.endedAt === null ? '' : `, finished ${formatTime(scan.scan.endedAt)}`}`,
          ...(scan.commitsBehind === null ? [] : [`Commits behind: ${scan.commitsBehind}`]),
        ]),
    ...(tally === null
      ? []
      : [
          `Pending: ${tally.pending} (security: ${tally.pendingSecurity}, not classified: ${tally.pendingUnclassified}); resolved: ${tally.resolved}; dismissed: ${tally.dismissed}`,
        ]),
    ...report.notes.filter(({ level }) => level === 'info').map(({ text }) => text),
  ];
}

/** One line a finding, at most a hundred, and how many more. Empty without findings. */
export function toFindingLines({ findings }: Report): readonly string[] {
  const lines = findings.slice(0, MAX_LOGGED).map(toFindingLine);
  const missing = findings.length - lines.length;
  return missing === 0 ? lines : [...lines, countOf(missing, 'more finding', 'more findings')];
}

function toFindingLine({ id, kind, details }: ShownFinding): string {
  if (details === null) return `${kind}  ${id}  (details withheld)`;
  return `${kind}  ${id}  ${cut(details.title, 120)}  ${details.path ?? ''}`.trimEnd();
}

/** The verdict and, when nothing could be judged, why and what to do: for the end of the log. */
export function toConclusion(report: Report): string {
  const { explanation } = report;
  const headline = `Scan Gate ${toHeadline(report)}.`;
  if (explanation === null) return headline;
  const lines = [explanation.what, ...toRecentLines(report), ...explanation.advice];
  return [headline, ...lines].join('\n');
}

/** Where no scan could be judged, the newest that there are. */
function toRecentLines(report: Report): readonly string[] {
  const lines = toRecentScans(report).map((scan) => `- ${toScanAgeLine(scan, report.readAt)}`);
  return lines.length === 0 ? [] : ['The newest scans:', ...lines];
}

/** What is about to be judged. */
export function toOpening(repository: string, sha: string, pullRequest: number | null): string {
  const where = pullRequest === null ? '' : `, pull request ${pullRequest}`;
  return `Judging commit ${toShortSha(sha)} of ${repository}${where}.`;
}
