// The log of the gate: a few readable lines. Pure.
import { toShortSha } from '../domain/identifiers.ts';
import type { ShownFinding } from '../domain/disclosure.ts';
import { cut } from '../report/markdown.ts';
import type { Report } from '../report/report.ts';
import { countOf, formatTime } from '../domain/format.ts';
import {
  toHeadline,
  toMatchSentence,
  toRecentScans,
  toScanAgeLine,
  toScanLine,
} from '../report/wording.ts';

const MAX_LOGGED = 100;

/** The facts about what was judged, one per line. */
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
    ...(scan?.supersededScan
      ? [`It stands in for a newer scan: ${toScanLine(scan.supersededScan)}`]
      : []),
    ...(tally === null
      ? []
      : [
          `Pending: ${tally.pending} (security: ${tally.pendingSecurity}, not classified: ${tally.pendingUnclassified}); resolved: ${tally.resolved}; dismissed: ${tally.dismissed}`,
        ]),
    ...report.notes.filter(({ level }) => level === 'info').map(({ text }) => text),
  ];
}

/** One line for each finding, at most a hundred, and one that says how many more there are. Empty without findings. */
export function toFindingLines({ findings }: Report): readonly string[] {
  const lines = findings.slice(0, MAX_LOGGED).map(toFindingLine);
  const missing = findings.length - lines.length;
  return missing === 0 ? lines : [...lines, countOf(missing, 'more finding', 'more findings')];
}

function toFindingLine({ id, kind, details }: ShownFinding): string {
  if (details === null) return `${kind}  ${id}  (details withheld)`;
  return `${kind}  ${id}  ${cut(details.title, 120)}  ${details.path ?? ''}`.trimEnd();
}

/** The last lines of the log: the verdict and, if it is `unverified`, why and what to do. */
export function toConclusion(report: Report): string {
  const { explanation } = report;
  const headline = `Scan Gate ${toHeadline(report)}.`;
  if (explanation === null) return headline;
  const lines = [explanation.what, ...toRecentLines(report), ...explanation.advice];
  return [headline, ...lines].join('\n');
}

/** The newest scans, if none could be judged. */
function toRecentLines(report: Report): readonly string[] {
  const lines = toRecentScans(report).map((scan) => `- ${toScanAgeLine(scan, report.readAt)}`);
  return lines.length === 0 ? [] : ['The newest scans:', ...lines];
}

/** The first line of the log: what is about to be judged. */
export function toOpening(repository: string, sha: string, pullRequest: number | null): string {
  const where = pullRequest === null ? '' : `, pull request ${pullRequest}`;
  return `Judging commit ${toShortSha(sha)} of ${repository}${where}.`;
}
