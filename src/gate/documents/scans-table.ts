// The newest scans of the repository as a table, for readers of a gate that could not judge.
import { formatTime } from '../../judgement/format.ts';
import { toCommitLink } from '../../documents/links.ts';
import { safe, toSentence, toTable, toText, type Markdown } from '../../documents/markdown.ts';
import type { Report } from '../../judgement/report.ts';
import { toRecentScans } from '../../judgement/wording.ts';

export interface ScansTable {
  readonly count: number;
  readonly table: Markdown;
}

const HEAD = [
  { label: safe`Commit`, align: 'left' },
  { label: safe`Type`, align: 'left' },
  { label: safe`State`, align: 'left' },
  { label: safe`Finished`, align: 'left' },
] as const;

/** Null where a scan was judged, or none is known. */
export function toScansTable(report: Report): ScansTable | null {
  const scans = toRecentScans(report);
  if (scans.length === 0) return null;
  const rows = scans.map((scan) => [
    scan.sha === null ? safe`unknown` : toCommitLink(report.repository, scan.sha),
    toText(scan.type ?? 'default', 40),
    toText(scan.status ?? scan.state, 40),
    scan.endedAt === null ? safe`–` : toSentence(formatTime(scan.endedAt)),
  ]);
  return { count: rows.length, table: toTable(HEAD, rows) };
}
