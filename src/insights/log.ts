// The lines of the insights action in the log. They have no word of a bug. Pure.
import { countOf } from '../judgement/format.ts';
import { toPlace } from '../sweep/progress.ts';
import type { Visit } from '../sweep/sweep.ts';
import { toAdviceLine, toAnswer, toMoreAnswers } from './documents/answer.ts';
import type { WrittenFiles } from './outputs.ts';
import type { InsightsReport, LookedAt } from './report.ts';

/** Says, for example, `acme/app (3 of 200): 437 bugs and 92 scans read.` */
export function toProgressLine(visit: Visit, looked: LookedAt, isSeveral: boolean): string {
  const place = isSeveral ? toPlace(visit) : looked.repository;
  if ('fault' in looked) return `${place}: not read.`;
  const { bugs, scans } = looked;
  return `${place}: ${countOf(bugs.length, 'bug', 'bugs')} and ${countOf(scans.length, 'scan', 'scans')} read.`;
}

export function toResultLines(report: InsightsReport, files: WrittenFiles | null): readonly string[] {
  const written = files === null ? [] : [`Written: ${Object.values(files).join(', ')}`];
  return [toAnswer(report.total, report.days), ...toMoreAnswers(report), toAdviceLine(report.total), ...written];
}
