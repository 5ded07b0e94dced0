// How one bug looks in the issue and in the comments of a watch.
import { KINDS, renderBugTitle, renderFileLink, toFileName } from '../../documents/finding-entry.ts';
import { gfm, join, type Markdown, type Pieces } from '../../documents/markdown.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import { compact } from '../../judgement/lists.ts';
import { toAbsentSentences } from '../../judgement/scan-wording.ts';
import { type Scan, scanEndMs } from '../../judgement/scan.ts';
import { DAY_MS } from '../../judgement/time.ts';
import { MAX_COMPARED } from '../branch-commits.ts';
import { MAX_WATCHED_SCANS } from '../new-findings.ts';
import type { WatchedFinding, WatchReport } from '../report.ts';

/** What an entry must know of its report: files are linked at the scan's commit, ages are counted to its end. */
export type WatchEntryFrame = Pick<WatchReport, 'repository' | 'scan' | 'bugUrl'>;

/** A list item of one line; `facts` follow the file. */
export function renderEntry(finding: WatchedFinding, frame: WatchEntryFrame, facts: Pieces = null): Markdown {
  const { repository, scan } = frame;
  const path = finding.details?.path ?? null;
  const file = renderFileLink(path, { repository, sha: scan.sha }, toFileName);
  const line = gfm`- ${KINDS[finding.kind]} ${renderBugTitle(finding, frame)}${file && gfm` in ${file}`}`;
  return join([line, facts], ', ');
}

/** How old a bug was when the scan ended, such as `12 days old`; null on the first day. */
export function toAge(finding: WatchedFinding, { scan }: WatchEntryFrame): string | null {
  if (finding.details === null) return null;
  const days = Math.floor((scanEndMs(scan) - finding.details.foundAt) / DAY_MS);
  return days < 1 ? null : `${countOf(days, 'day', 'days')} old`;
}

/** Where a bug came from, such as `from pull request 417`; null where that is not known. */
export function toAttribution({ details }: WatchedFinding): string | null {
  const pullRequest = details?.pullRequest ?? null;
  return pullRequest === null ? null : `from pull request ${pullRequest}`;
}

/** How many of the bugs are security bugs, as the end of a phrase; empty for none. */
export function toShare(all: number, security: number): string {
  if (security === 0) return '';
  if (security < all) {
    return security === 1 ? ', 1 of them a security bug' : `, ${formatCount(security)} of them security bugs`;
  }
  return all === 1 ? ', a security bug' : ', all of them security bugs';
}

/** One of `all` that is left out: not every repository of an organization is scanned. */
export const NEVER_SCANNED = 'The service has no scan of it. Start one there if it is to be watched.';

/** What a run did not look at, a few sentences for each cause. */
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

/** Numbers of pull requests as a sentence has them, ascending, in words that make no reference; at most 100. */
export function toPullNames(numbers: readonly number[]): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  const shown = sorted.slice(0, MAX_NAMES).join(', ');
  const more = numbers.length - MAX_NAMES;
  const noun = numbers.length === 1 ? 'pull request' : 'pull requests';
  return `${noun} ${shown}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

const MAX_NAMES = 100;
