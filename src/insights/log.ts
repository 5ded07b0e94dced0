// What the insights action says in the log: its progress and its answer. Pure, and without a bug's words.
import { formatCount } from '../judgement/format.ts';
import { toAnswer } from './documents/wording.ts';
import type { WrittenFiles } from './outputs.ts';
import type { InsightsReport, LookedAt, UnreadRepository } from './report.ts';

/** Such as `acme/app: 437 bugs and 92 scans read.` */
export function toProgressLine(looked: LookedAt): string {
  if ('fault' in looked) return `${looked.repository}: not read.`;
  const { repository, bugs, scans } = looked;
  return `${repository}: ${formatCount(bugs.length)} bugs and ${formatCount(scans.length)} scans read.`;
}

/** Such as `acme/app: Could not read …`. */
export function toFaultLine({ repository, fault }: UnreadRepository): string {
  return `${repository}: ${fault.what}`;
}

/** The answer, and where the files are. */
export function toResultLines({ total, days }: InsightsReport, files: WrittenFiles | null): readonly string[] {
  const written = files === null ? [] : [`Written: ${Object.values(files).join(', ')}`];
  return [toAnswer(total, days), ...written];
}
