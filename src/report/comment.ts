// The pull request comment.
import { renderBody } from './body.ts';
import { MAX_COMMENT_CHARACTERS } from './limits.ts';
import { toMarkerLine, type Marker } from './marker.ts';
import { toFooter } from './overview.ts';
import type { Report } from './report.ts';

export interface CommentOptions {
  readonly marker: Marker;
  /** How many findings to list at most; fewer if they do not fit. */
  readonly maxListed: number;
}

/**
 * Renders the comment: at most 65,000 characters, with the marker as its first line. Whole findings are left out, from
 * the last one, and the comment says how many. The same report gives the same text.
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
