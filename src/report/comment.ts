// Owns the pull request comment.
import { takeFitting, toFindingEntry } from './finding-entry.ts';
import { MAX_COMMENT_CHARACTERS } from './limits.ts';
import { join, safe, type Markdown } from './markdown.ts';
import { toMarkerLine, type Marker } from './marker.ts';
import { plain, toFooter, toOverview, toTitle } from './overview.ts';
import type { Report } from './report.ts';
import { countOf } from './wording.ts';

export interface CommentOptions {
  readonly marker: Marker;
  /** Most findings listed; fewer when they do not fit. */
  readonly maxListed: number;
}

/** Room for the heading of the list and for the sentence on what is left out. */
const LIST_FRAME_CHARACTERS = 300;

/**
 * Renders the comment: at most 65,000 characters, its first line the marker. Findings are left out whole, last
 * first, and the comment says how many. Same report, same text.
 */
export function renderComment(report: Report, { marker, maxListed }: CommentOptions): string {
  const head = [toTitle(report), ...toOverview(report)];
  const foot = toFooter(report);
  const markerLine = toMarkerLine(marker);
  const fixed = markerLine.length + join([...head, ...foot], '\n\n').length;
  const budget = MAX_COMMENT_CHARACTERS - fixed - LIST_FRAME_CHARACTERS;
  const entries = report.findings
    .slice(0, maxListed)
    .map((finding) => toFindingEntry(finding, report));
  const listed = takeFitting(entries, budget, (entry) => entry.length + 1);
  const body = join([...head, ...toFindingList(report, listed), ...foot], '\n\n');
  return `${markerLine}\n${body}`;
}

/** Heading, entries, and how many are not among them; nothing without findings. */
export function toFindingList(report: Report, listed: readonly Markdown[]): readonly Markdown[] {
  if (report.findings.length === 0) return [];
  const missing = report.findings.length - listed.length;
  const rest = countOf(missing, 'more finding is', 'more findings are');
  return [
    safe`#### Pending findings`,
    ...(listed.length === 0 ? [] : [join(listed, '\n')]),
    ...(missing === 0 ? [] : [plain(`${rest} not listed here.`)]),
  ];
}
