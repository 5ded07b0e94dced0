// The pull request comment.
import { renderBody } from './body.ts';
import { MAX_COMMENT_CHARACTERS } from './limits.ts';
import { toMarkerLine, type Marker } from './marker.ts';
import { toFooter } from './overview.ts';
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
  const markerLine = toMarkerLine(marker);
  const body = renderBody(report, {
    foot: toFooter(report),
    maxListed,
    room: MAX_COMMENT_CHARACTERS - markerLine.length,
    measure: (text) => text.length,
  });
  return `${markerLine}\n${body}`;
}
