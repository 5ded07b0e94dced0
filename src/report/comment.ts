// Owns the pull request comment.
import { takeFitting, toFindingEntry } from './finding-entry.ts';
import { LIST_FRAME_CHARACTERS, toFindingList } from './finding-list.ts';
import { MAX_COMMENT_CHARACTERS } from './limits.ts';
import { join } from './markdown.ts';
import { toMarkerLine, type Marker } from './marker.ts';
import { toFooter, toOverview, toTitle } from './overview.ts';
import type { Report } from './report.ts';

export interface CommentOptions {
  readonly marker: Marker;
  /** Most findings listed; fewer when they do not fit. */
  readonly maxListed: number;
}

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
