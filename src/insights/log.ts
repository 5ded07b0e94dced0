// What the insights action says in the log: its progress and its answer. Pure, and without a bug's words.
import { formatCount } from '../judgement/format.ts';
import { sumKinds } from '../judgement/history.ts';
import { toAnswer } from './documents/wording.ts';
import type { WrittenFiles } from './outputs.ts';
import type { Figures, InsightsReport, RepositoryEvidence } from './report.ts';

/** Such as `acme/app: 437 bugs and 92 scans read.` */
export function toProgressLine({ repository, bugs, scans }: RepositoryEvidence): string {
  return `${repository}: ${formatCount(bugs.length)} bugs and ${formatCount(scans.length)} scans read.`;
}

/** The answer, the figures of each of several repositories, and where the files are. */
export function toResultLines(
  { total, days, repositories }: InsightsReport,
  files: WrittenFiles | null,
): readonly string[] {
  const each = repositories.map((report) => `${report.repository}: ${toFigureWords(report)}`);
  return [
    toAnswer(total, days),
    ...(each.length > 1 ? each : []),
    ...(files === null ? [] : [`Written: ${Object.values(files).join(', ')}`]),
  ];
}

function toFigureWords({ history }: Figures): string {
  const { found, resolved, dismissed } = history.flow;
  const { security } = history.pending;
  const now = `${formatCount(sumKinds(history.pending))} pending, ${formatCount(security)} of them security bugs`;
  return `${now}; ${formatCount(found)} found, ${formatCount(resolved)} resolved, ${formatCount(dismissed)} dismissed.`;
}
