// Renders one bug, and the sentences that issue, comments and log share.
import { KINDS, renderBugTitle, renderFileLink, toFileName } from '../../documents/finding-entry.ts';
import { gfm, join, type Markdown, type Pieces } from '../../documents/markdown.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import { compact } from '../../judgement/lists.ts';
import { toAbsentSentences } from '../../judgement/scan-wording.ts';
import { type Scan, scanEndMs } from '../../judgement/scan.ts';
import { DAY_MS } from '../../judgement/time.ts';
import { MAX_COMPARED } from '../branch-commits.ts';
import { MAX_WATCHED_SCANS } from '../new-findings.ts';
import type { Announcements, WatchedFinding, WatchReport } from '../report.ts';

/** Files are linked at the scan's commit, and ages are counted to its end. */
export type WatchEntryFrame = Pick<WatchReport, 'repository' | 'scan' | 'bugUrl'>;

/** Renders a list item of one line; `facts` follow the file. */
export function renderEntry(finding: WatchedFinding, frame: WatchEntryFrame, facts: Pieces = null): Markdown {
  const { repository, scan } = frame;
  const path = finding.details?.path ?? null;
  const file = renderFileLink(path, { repository, sha: scan.sha }, toFileName);
  const line = gfm`- ${KINDS[finding.kind]} ${renderBugTitle(finding, frame)}${file && gfm` in ${file}`}`;
  return join([line, facts], ', ');
}

/** Says how old a bug was when the scan ended, such as `12 days old`; null on the first day. */
export function toAge(finding: WatchedFinding, { scan }: WatchEntryFrame): string | null {
  if (finding.details === null) return null;
  const days = Math.floor((scanEndMs(scan) - finding.details.foundAt) / DAY_MS);
  return days < 1 ? null : `${countOf(days, 'day', 'days')} old`;
}

export function toAttribution({ details }: WatchedFinding): string | null {
  const pullRequest = details?.pullRequest ?? null;
  return pullRequest === null ? null : `from pull request ${pullRequest}`;
}

/** Ends a phrase with how many of the bugs are security bugs; empty for none. */
export function toShare(all: number, security: number): string {
  if (security === 0) return '';
  if (security < all) {
    return security === 1 ? ', 1 of them a security bug' : `, ${formatCount(security)} of them security bugs`;
  }
  return all === 1 ? ', a security bug' : ', all of them security bugs';
}

/** With `repositories: all` this is no fault: not every repository of an organization is scanned. */
export const NEVER_SCANNED = 'The service has no scan of it. Start one there if it is to be watched.';

/** Says what a run did not look at. */
export function toGapSentences({ isIntervalCut, leftOutCommits, purged, passedOver }: WatchReport): readonly string[] {
  return compact([
    purged.length > 0 && toPurgedSentence(purged),
    isIntervalCut && CUT_SENTENCES,
    leftOutCommits > 0 && toLeftOutSentence(leftOutCommits),
    ...toAbsentSentences(passedOver),
  ]);
}

const CUT_SENTENCES = `Only the newest ${formatCount(MAX_WATCHED_SCANS)} scans are read, and all of them are newer than the last run. Any older scans since then were not looked at: what only they found is listed as pending, but not as new. Run this action more often.`;

function toPurgedSentence(scans: readonly Scan[]): string {
  const names = scans.map(({ id }) => `\`${id}\``).join(', ');
  const [lists, they] = scans.length === 1 ? ['list of the scan', 'it'] : ['lists of the scans', 'they'];
  return `The service no longer has the ${lists} ${names}. What only ${they} found is listed as pending, but not as new. Run this action more often.`;
}

export function toLeftOutSentence(commits: number): string {
  const those = countOf(commits, 'commit was', 'commits were');
  return `A run compares at most ${MAX_COMPARED} commits of scans with the branch, beside its newest ones, and ${those} left out. What only their scans found is listed as pending, but not as new. Run this action more often.`;
}

/** Names pull requests, ascending, in words that GitHub makes no reference of; at most 100. */
export function toPullNames(numbers: readonly number[]): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  const shown = sorted.slice(0, MAX_NAMES).join(', ');
  const more = numbers.length - MAX_NAMES;
  const noun = numbers.length === 1 ? 'pull request' : 'pull requests';
  return `${noun} ${shown}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

const MAX_NAMES = 100;

const MAX_REASONS = 20;

/** Says which pull requests got no comment, and why. */
export function toUntoldSentences(announcements: Announcements | null): readonly string[] {
  if (announcements === null) return [];
  const { refused, leftOut, maxNotified } = announcements;
  const unnamed = refused.slice(MAX_REASONS).map(({ pullRequest }) => pullRequest);
  return compact([
    ...refused.slice(0, MAX_REASONS).map(({ reason }) => reason),
    unnamed.length > 0 && `Could not comment either on: ${toPullNames(unnamed)}.`,
    leftOut.length > 0 &&
      `Not notified, because \`max-notified\` allows ${formatCount(maxNotified)} per run: ${toPullNames(leftOut)}.`,
  ]);
}
