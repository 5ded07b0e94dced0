// The job summary: like the comment but longer, with a chart of open bugs for each scan.
import { renderBody } from './body.ts';
import { toBar, toScanPoints } from './chart.ts';
import { MAX_SUMMARY_BYTES } from './limits.ts';
import { toCommitLink } from './links.ts';
import { safe, toSentence, toTable, type Markdown } from './markdown.ts';
import { toFooter } from './overview.ts';
import type { Report } from './report.ts';
import { formatCount, formatTime } from '../domain/format.ts';

/** Space for what an earlier part of the same step may have written to the summary. */
const RESERVED_BYTES = 16 * 1024;

/** Renders the summary: under 1 MiB in UTF-8, at most `maxListed` findings, each whole or not at all. The same report gives the same text. */
export function renderSummary(report: Report, maxListed: number): string {
  return renderWithin(report, maxListed, MAX_SUMMARY_BYTES - RESERVED_BYTES);
}

/** The same with another size limit, which is kept if the part without findings fits. */
export function renderWithin(report: Report, maxListed: number, maxBytes: number): string {
  const foot = [...toFooter(report), ...toChart(report)];
  const measure = (text: string): number => Buffer.byteLength(text);
  return renderBody(report, { foot, maxListed, room: maxBytes, measure });
}

function toChart(report: Report): readonly Markdown[] {
  const points = toScanPoints(report.recentScans);
  if (points.length < 2) return [];
  const highest = Math.max(...points.map((point) => point.open));
  const head = [
    { label: safe`Finished`, align: 'left' },
    { label: safe`Commit`, align: 'left' },
    { label: safe`Open`, align: 'right' },
    { label: safe``, align: 'left' },
  ] as const;
  const rows = points.map(({ at, sha, open }) => [
    toSentence(formatTime(at)),
    sha === null ? safe`unknown` : toCommitLink(report.repository, sha),
    toSentence(formatCount(open)),
    toBar(open, highest),
  ]);
  return [safe`#### Open bugs by scan`, toTable(head, rows)];
}
