// The issue of a watch.
import { toDigest } from '../digest.ts';
import { MAX_COMMENT_CHARACTERS } from '../../documents/limits.ts';
import { renderWatchBody } from './body.ts';
import { toIssueMarkerLine, type IssueMarker } from './marker.ts';
import { toQuietReport, type WatchReport } from '../report.ts';

/** Room for the marker; a branch's name can have 250 characters, each three when encoded. */
const MARKER_CHARACTERS = 2_000;

/** Everything of the marker that the report does not say. */
export type MarkerSource = Pick<IssueMarker, 'repositoryId' | 'position' | 'readAt'>;

/** The marker of an issue that shows this report. */
export function toIssueMarker(
  report: WatchReport,
  { repositoryId, position, readAt }: MarkerSource,
): IssueMarker {
  const { branch, counts } = report;
  return {
    ...{ branch, repositoryId, position, readAt },
    open: counts.open,
    openSecurity: counts.openSecurity,
    state: counts.open === 0 ? 'closed' : 'open',
    digest: toDigest(renderText(toQuietReport(report))),
  };
}

/**
 * Renders the issue: at most 65,000 characters, its first line the marker. Bugs are left out whole, and the issue says
 * how many. Same report, same text.
 */
export function renderIssue(report: WatchReport, marker: IssueMarker): string {
  return `${toIssueMarkerLine(marker)}\n${renderText(report)}`;
}

function renderText(report: WatchReport): string {
  return renderWatchBody(report, {
    maxListed: report.maxListed,
    budget: MAX_COMMENT_CHARACTERS - MARKER_CHARACTERS,
    measure: (text) => text.length,
  });
}
