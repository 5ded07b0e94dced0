// The issue of a watch.
import { renderFault } from '../../documents/fault.ts';
import { countBytes, countCharacters } from '../../documents/finding-entry.ts';
import { MAX_COMMENT_CHARACTERS, MAX_SUMMARY_BYTES } from '../../documents/limits.ts';
import { blocks, gfm, renderLink } from '../../documents/markdown.ts';
import type { Unverified } from '../../judgement/unverified.ts';
import { toDigest } from '../../net/digest.ts';
import { toQuietReport, type WatchReport } from '../report.ts';
import { renderWatchBody } from './body.ts';
import { type IssueMarker, toIssueMarkerLine } from './marker.ts';

/** Room for the marker: a branch's name can have 250 characters, each three when encoded. */
const MARKER_CHARACTERS = 3_000;

export type MarkerSource = Pick<IssueMarker, 'repositoryId' | 'position' | 'readAt'>;

export function toIssueMarker(report: WatchReport, { repositoryId, position, readAt }: MarkerSource): IssueMarker {
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

/** At most 65,000 characters, its first line the marker. Bugs are left out whole, and the issue says how many. */
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

/** Renders the text: where the issue is that is kept. It begins with no marker. */
export function renderDuplicate(keptUrl: string | null): string {
  const kept = 'the issue that is kept up to date';
  const link = keptUrl === null ? kept : renderLink(kept, keptUrl);
  return String(gfm`Closed as a duplicate of ${link}: a run had opened a second one.`);
}

/** What an earlier part of the same step may have written to the summary. */
const RESERVED_BYTES = 16 * 1024;

/** Renders the summary: under 1 MiB in UTF-8, ten times as many bugs as the issue lists. Same report, same text. */
export function renderWatchSummary(report: WatchReport | null, fault: Unverified | null): string {
  const top = blocks(fault !== null && renderFault('watch', fault));
  if (report === null) return String(top);
  const budget = MAX_SUMMARY_BYTES - RESERVED_BYTES - countBytes(top);
  const body = renderWatchBody(report, { maxListed: report.maxListed * 10, budget, measure: countBytes });
  return String(blocks(top, body));
}
