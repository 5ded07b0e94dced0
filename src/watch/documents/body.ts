// Renders the body that the issue and the job summary share.
import type { Measure } from '../../documents/finding-entry.ts';
import { renderCommitLink } from '../../documents/links.ts';
import {
  blocks,
  gfm,
  join,
  type Markdown,
  type Pieces,
  renderCode,
  renderFold,
  renderList,
  renderSentence,
} from '../../documents/markdown.ts';
import { countOf, formatCount, formatTime } from '../../judgement/format.ts';
import { compact } from '../../judgement/lists.ts';
import { isFullScan, scanEndMs } from '../../judgement/scan.ts';
import type { WatchedFinding, WatchReport } from '../report.ts';
import { renderEntry, toAge, toAttribution, toGapSentences, toPullNames, toShare, toUntoldSentences } from './entry.ts';

export interface WatchBodyOptions {
  /** All lists together have at most so many entries. */
  readonly maxListed: number;
  /** The body may be at most this large. */
  readonly budget: number;
  readonly measure: Measure;
}

/** Renders what changed, the bugs as far as they fit, and the scan. */
export function renderWatchBody(report: WatchReport, options: WatchBodyOptions): Markdown {
  const top = blocks(renderTitle(report), renderNews(report));
  const foot = renderFoot(report);
  const budget = options.budget - options.measure(blocks(top, foot));
  return blocks(top, renderSections(selectSections(report), { ...options, budget }), foot);
}

export function toOpenCount({ counts: { open } }: WatchReport): string {
  return open === 0 ? 'No pending bugs' : countOf(open, 'pending bug', 'pending bugs');
}

/** Says what is new; null: there is no earlier run. */
export function toNewSentence({ isBaseline, counts }: WatchReport): string | null {
  if (isBaseline) return null;
  const { newBugs, newSecurityBugs } = counts;
  const bugs = newBugs === 0 ? 'no new bugs' : countOf(newBugs, 'new bug', 'new bugs');
  return `${bugs}${toShare(newBugs, newSecurityBugs)}`;
}

function renderTitle(report: WatchReport): Markdown {
  const { open, openSecurity } = report.counts;
  const icon = open === 0 ? '✅' : openSecurity > 0 ? '🔴' : '🟠';
  return gfm`### ${icon} ${toOpenCount(report)} on ${renderCode(report.branch, 100)}${toShare(open, openSecurity)}`;
}

function renderNews(report: WatchReport): Pieces {
  const { isBaseline, before, announcements } = report;
  if (isBaseline) return renderBaseline(report);
  if (before === null) return null;
  const lines = compact([
    ...toGapSentences(report),
    announcements !== null &&
      announcements.announced.length > 0 &&
      `Commented on: ${toPullNames(announcements.announced)}.`,
    ...toUntoldSentences(announcements),
  ]);
  return [renderChange(report, before), renderList(lines.map(renderSentence))];
}

function renderBaseline({ announcements }: WatchReport): Markdown {
  const next =
    announcements === null
      ? 'From now on this page says what is new.'
      : 'From now on a pull request that brings in a bug gets a comment, and this page says what is new.';
  return gfm`**There is no earlier run to compare with,** so nothing counts as new and nobody was notified. ${next}`;
}

function renderChange(report: WatchReport, before: NonNullable<WatchReport['before']>): Markdown {
  const { open, openSecurity } = report.counts;
  const now = toDifference(before.open, open, ['pending bug', 'pending bugs']);
  const security = toDifference(before.openSecurity, openSecurity, ['security bug', 'security bugs']);
  const changes = compact([now, security]);
  const total = changes.length === 0 ? ['as many pending as before'] : changes;
  return gfm`**Since the last run:** ${compact([toNewSentence(report), ...total]).join('; ')}.`;
}

/** Gives words such as `2 more pending bugs (12 instead of 10)`; null: nothing changed. */
function toDifference(before: number, now: number, [one, many]: readonly [string, string]): string | null {
  if (now === before) return null;
  const by = Math.abs(now - before);
  const direction = now > before ? 'more' : 'fewer';
  const noun = by === 1 ? one : many;
  return `${formatCount(by)} ${direction} ${noun} (${formatCount(now)} instead of ${formatCount(before)})`;
}

function selectSections(report: WatchReport): readonly Section[] {
  const newIds = new Set(report.newFindings.map(({ id }) => id));
  const older = report.open.filter(({ id }) => !newIds.has(id));
  const withheld = older.filter(({ details }) => details === null);
  const shown = older.filter(({ details }) => details !== null);
  const isSecurity = ({ kind }: WatchedFinding): boolean => kind === 'security';
  const others = shown.filter((finding) => !isSecurity(finding));
  const renderItem = (finding: WatchedFinding): Markdown =>
    renderEntry(finding, report, [toAge(finding, report), toAttribution(finding)]);
  const isFolded = others.length > MAX_UNFOLDED;
  const count = countOf(others.length, 'other pending bug', 'other pending bugs');
  return [
    ...selectNewSections(report),
    {
      heading: gfm`#### Security bugs, oldest first`,
      findings: shown.filter(isSecurity),
      renderItem,
      isFolded: false,
    },
    {
      heading: gfm`#### Security bugs, and bugs that are not classified\n\nTheir titles and files are shown only in ${report.serviceName}.`,
      findings: withheld,
      renderItem,
      isFolded: false,
    },
    {
      heading: isFolded ? gfm`<b>${count}</b>, oldest first` : gfm`#### Other pending bugs, oldest first`,
      findings: others,
      renderItem,
      isFolded,
    },
  ];
}

const MAX_UNFOLDED = 10;

function selectNewSections(report: WatchReport): readonly Section[] {
  const groups = Map.groupBy(report.newFindings, ({ details }) => details?.pullRequest ?? null);
  return [...groups].map(([pullRequest, findings], index) => {
    const name = pullRequest === null ? gfm`**Not attributed**` : gfm`**From pull request ${pullRequest}**`;
    return {
      heading: index === 0 ? gfm`#### New since the last run\n\n${name}` : name,
      findings,
      renderItem: (finding) => renderEntry(finding, report),
      isFolded: false,
    };
  });
}

function renderFoot(report: WatchReport): Markdown {
  const { scan, failedScan, repository, branch, serviceName } = report;
  const kind = isFullScan(scan) ? 'Full scan' : 'Partial scan';
  const commit = scan.sha === null ? 'an unknown commit' : renderCommitLink(repository, scan.sha);
  const finished = formatTime(scanEndMs(scan));
  const sentences = [
    gfm`${kind} of ${commit} on ${renderCode(branch, 100)}, finished ${finished}.`,
    failedScan !== null && `The newest scan, begun ${formatTime(failedScan.startedAt)}, failed.`,
    gfm`A bug leaves this list when it is fixed, or resolved or dismissed in ${serviceName}.`,
  ];
  return gfm`<sub>${join(sentences, ' ')}</sub>`;
}

/** A section without findings is not shown. */
interface Section {
  readonly heading: Markdown;
  readonly findings: readonly WatchedFinding[];
  /** It is called only for findings that fit, which few of ten thousand do. */
  readonly renderItem: (finding: WatchedFinding) => Markdown;
  readonly isFolded: boolean;
}

/** The words around a list take this much room, and so does the last sentence. */
const FRAME = 60;
const REMAINDER = 100;

/** Leaves out whole entries, last first, and says how many. */
function renderSections(
  sections: readonly Section[],
  { maxListed, budget, measure }: WatchBodyOptions,
): readonly Pieces[] {
  const blocks: Pieces[] = [];
  let left = budget - REMAINDER;
  let listed = 0;
  let missing = 0;
  for (const { heading, findings, renderItem, isFolded } of sections) {
    const shown: Markdown[] = [];
    for (const finding of findings.slice(0, Math.max(0, maxListed - listed))) {
      // After the first that is left out, no other follows.
      if (missing > 0) break;
      const entry = renderItem(finding);
      const size = measure(entry) + 1 + (shown.length === 0 ? measure(heading) + FRAME : 0);
      if (size > left) break;
      left -= size;
      shown.push(entry);
    }
    listed += shown.length;
    missing += findings.length - shown.length;
    const list = join(shown, '\n');
    if (shown.length > 0) blocks.push(isFolded ? renderFold(heading, [list]) : [heading, list]);
  }
  if (missing === 0) return blocks;
  const bugs = listed === 0 ? countOf(missing, 'bug is', 'bugs are') : countOf(missing, 'more bug is', 'more bugs are');
  return [...blocks, `${bugs} not listed here.`];
}
