// Renders the issue of a watch, and the job summary of one repository.
import { renderFault } from '../../documents/fault.ts';
import { countBytes, countCharacters } from '../../documents/finding-entry.ts';
import { MAX_COMMENT_CHARACTERS, MAX_SUMMARY_BYTES } from '../../documents/limits.ts';
import { blocks, gfm, renderLink } from '../../documents/markdown.ts';
import type { Unverified } from '../../judgement/unverified.ts';
import { toDigest } from '../../net/digest.ts';
import { toQuietReport, type WatchReport } from '../report.ts';
import { renderWatchBody } from './body.ts';
import { type IssueMarker, toIssueMarkerLine } from './marker.ts';

/** The marker takes this much: a branch's name can have 250 characters, each three when encoded. */
const MARKER_CHARACTERS = 3_000;

export function toIssueMarker(
  report: WatchReport,
  { repositoryId, position, readAt }: Pick<IssueMarker, 'repositoryId' | 'position' | 'readAt'>,
): IssueMarker {
  const { branch, counts } = report;
  return {
    branch,
    repositoryId,
    position,
    readAt,
    open: counts.open,
    openSecurity: counts.openSecurity,
    state: counts.open === 0 ? 'closed' : 'open',
    digest: toDigest(renderIssueText(toQuietReport(report))).slice(0, 16),
  };
}

/** The issue has at most 65,000 characters, and begins with the marker. Bugs are left out whole, and it says how many. */
export function renderIssue(report: WatchReport, marker: IssueMarker): string {
  return `${toIssueMarkerLine(marker)}\n${renderIssueText(report)}`;
}

function renderIssueText(report: WatchReport): string {
  const body = renderWatchBody(report, {
    maxListed: report.maxListed,
    budget: MAX_COMMENT_CHARACTERS - MARKER_CHARACTERS,
    measure: countCharacters,
  });
  return String(blocks(body, LAST_LINE));
}

const LAST_LINE = gfm`<sub>This text is replaced at every run. Write notes in a comment.</sub>`;

/** Links to the issue that is kept. Without a marker no run finds this one again. */
export function renderDuplicate(keptUrl: string | null): string {
  const kept = 'the issue that is kept up to date';
  const link = keptUrl === null ? kept : renderLink(kept, keptUrl);
  return String(gfm`Closed as a duplicate of ${link}: a run had opened a second one.`);
}

/** An earlier part of the same step may have written so much to the summary. */
const RESERVED_BYTES = 16 * 1024;

/** The summary stays under 1 MiB in UTF-8, and lists ten times as many bugs as the issue. */
export function renderWatchSummary(report: WatchReport | null, fault: Unverified | null): string {
  const top = blocks(fault !== null && renderFault('watch', fault));
  if (report === null) return String(top);
  const budget = MAX_SUMMARY_BYTES - RESERVED_BYTES - countBytes(top);
  const body = renderWatchBody(report, { maxListed: report.maxListed * 10, budget, measure: countBytes });
  return String(blocks(top, body));
}
