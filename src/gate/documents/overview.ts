// What comment and job summary say besides findings: what to do, what is not counted, and the scan.
import { renderCommitLink } from '../../documents/links.ts';
import {
  gfm,
  join,
  type Markdown,
  type Piece,
  type Pieces,
  renderLink,
  renderList,
  renderSentence,
  renderTable,
  renderText,
} from '../../documents/markdown.ts';
import { formatDay } from '../../judgement/day.ts';
import type { ShownFinding } from '../../judgement/disclosure.ts';
import type { Exclusion } from '../../judgement/finding.ts';
import { countOf, formatCount, formatTime } from '../../judgement/format.ts';
import { decideGroups } from '../../judgement/groups.ts';
import { type Note, type Report, toRecentScans } from '../../judgement/report.ts';
import { toStateWord } from '../../judgement/scan-wording.ts';
import { isFullScan, type Scan } from '../../judgement/scan.ts';
import { fillMarkdown } from './phrases.ts';
import type { WayOut } from './way-out.ts';

/** The report without bugs and scans if they are of a commit that is not the newest any more: that one has its own. */
export function withoutOutdated(report: Report): Report {
  if (report.verdict.reason !== 'superseded') return report;
  const { verdict, relevanceKnown } = report;
  const groups = decideGroups({ findings: [], verdict, relevanceKnown });
  return { ...report, findings: [], groups, tally: null, scan: null, recentScans: [] };
}

/** One line on everything that is listed in the job summary and not counted; null when there is nothing. */
export function renderNotCounted(report: Report): Markdown | null {
  const text = toNotCounted(report);
  return text === null ? null : gfm`${text}${renderSummaryLink(report)}.`;
}

/** The same without the link and the full stop, such as `Not counted: 5 bugs in files you changed, 15 elsewhere`. */
export function toNotCounted(report: Report): string | null {
  const { findings, verdict, groups } = report;
  if (findings.length === 0) return null;
  if (verdict.kind === 'unverified') {
    const bugs =
      findings.length === 1 ? 'The only pending bug' : `None of the ${formatCount(findings.length)} pending bugs`;
    return `${bugs} in this repository ${findings.length === 1 ? 'was not' : 'was'} counted`;
  }
  const { added, rest } = groups;
  if (rest.length === 0) return null;
  const [first, ...others] = toPlaces(rest, report);
  const places = others.map(({ count, where }) => `, ${formatCount(count)} ${where}`);
  const count = first?.count ?? rest.length;
  // Beside bugs from this pull request that count, or are new, the same words would seem to be about those.
  const mayBeMistaken = first === undefined || first.where === 'from this pull request';
  const isOther = added.length > 0 || (mayBeMistaken && rest.length < findings.length);
  const bugs = isOther ? countOf(count, 'other bug', 'other bugs') : countOf(count, 'bug', 'bugs');
  const text = first === undefined ? bugs : `${bugs} ${first.where}`;
  return `Not counted: ${text}${places.join('')}${toUnclassified(rest)}`;
}

/** How many of the bugs that the headline of a gate that passed names may be security bugs; null: none. */
export function toNewUnclassified({ groups }: Report): string | null {
  const unclassified = groups.added.filter(({ kind }) => kind === 'unclassified').length;
  return unclassified === 0 ? null : `Of the new bugs, ${formatCount(unclassified)} not classified yet.`;
}

/** How many may be security bugs for all that is known. */
function toUnclassified(rest: readonly ShownFinding[]): string {
  const unclassified = rest.filter(({ kind }) => kind === 'unclassified').length;
  if (unclassified === 0) return '';
  if (rest.length === 1) return '; it is not classified yet';
  return `; ${formatCount(unclassified)} of these ${formatCount(rest.length)} ${unclassified === 1 ? 'is' : 'are'} not classified yet`;
}

/** Where findings are that do not count; empty where that is not known, or would point at withheld ones. */
function toPlaces(
  rest: readonly ShownFinding[],
  report: Report,
): readonly { readonly count: number; readonly where: string }[] {
  const { relevanceKnown, gateOn, foundSince } = report;
  if (!relevanceKnown || rest.some(({ details }) => details === null)) return [];
  const byPlace = Map.groupBy(rest, (finding) => toPlace(finding, gateOn !== 'all'));
  return PLACES.map((place) => {
    const found = byPlace.get(place) ?? [];
    const since = `from before ${formatDay(foundSince ?? report.readAt)}${toSecurityAmong(found)}`;
    return { where: place === 'found before' ? since : place, count: found.length };
  }).filter(({ count }) => count > 0);
}

/** Such as ` (1 security bug)`: what is left out would otherwise count. */
function toSecurityAmong(found: readonly ShownFinding[]): string {
  const security = found.filter(({ countsAsSecurity }) => countsAsSecurity).length;
  return security === 0 ? '' : ` (${countOf(security, 'security bug', 'security bugs')})`;
}

const PLACES = [
  'from this pull request',
  'in files you changed',
  'from other pull requests that are open',
  'found before',
  'without a file',
  'elsewhere',
] as const;

/** What `paths` and `gate-on` leave out is told by where it is. */
const PLACE_OF_LEFT_OUT: Readonly<Record<Exclusion, (typeof PLACES)[number] | null>> = {
  paths: null,
  'gate-on': null,
  'other-pull-request': 'from other pull requests that are open',
  'found-since': 'found before',
};

function toPlace(
  { exclusion, relevance, isFoundHere, details }: ShownFinding,
  isNarrowed: boolean,
): (typeof PLACES)[number] {
  const place = exclusion && PLACE_OF_LEFT_OUT[exclusion];
  if (place !== null) return place;
  if (relevance === 'introduced') return 'from this pull request';
  if (relevance === 'touched') return 'in files you changed';
  if (isFoundHere) return 'from this pull request';
  if (isNarrowed && details?.path === null) return 'without a file';
  return 'elsewhere';
}

/** Where nothing was judged: whether it is about the change, and what to do. */
export function renderOpening({ about, opening, see, todo }: WayOut, report: Report): Pieces {
  return [
    join([gfm`**${about}**`, opening, see && gfm`${see.text} ${renderLink(see.page.title, see.page.url)}.`], ' '),
    todo !== null && gfm`**What to do:** ${fillMarkdown(todo, report)}`,
  ];
}

/** The same for the maintainer of the workflow. */
export function renderAdvice({ advice, page }: WayOut): Markdown {
  return renderList([...advice.map(renderSentence), page && renderLink(page.title, page.url)]);
}

/** Such as ` (job summary)`, linked; null where the run's page is not known. */
export function renderSummaryLink({ runUrl }: Report): Markdown | null {
  return runUrl === null ? null : gfm` (${renderLink('job summary', runUrl)})`;
}

/** One line on the scan that was judged, or could not be; null without one. */
export function renderScanSentence(report: Report): Markdown | null {
  const { scan: selected, repository } = report;
  if (selected === null) return null;
  const { scan, judged, commitsBehind, standsIn } = selected;
  const kind = isFullScan(scan) ? 'Full' : 'Partial';
  const commit = scan.sha === null ? 'an unknown commit' : renderCommitLink(repository, scan.sha);
  const head = isOfHead(report) ? ', the newest commit' : '';
  const position = standsIn ? toDistance(commitsBehind, report) : head;
  const others = Math.max(0, judged.length - 1);
  const together = others === 0 ? '' : `, together with ${countOf(others, 'other scan', 'other scans')} of it`;
  return gfm`${kind} scan of ${commit}${position}${toEnd(scan)}${together}.`;
}

function toEnd({ state, startedAt, endedAt }: Scan): string {
  if (state === 'running') return `, started ${formatTime(startedAt)}`;
  if (endedAt === null) return '';
  return `, ${state === 'failed' ? 'failed' : 'finished'} ${formatTime(endedAt)}`;
}

function isOfHead({ isHead, pullRequest, verdict }: Report): boolean {
  return isHead && pullRequest !== null && verdict.reason !== 'superseded';
}

function toDistance(commitsBehind: number | null, report: Report): string {
  const what = isOfHead(report) ? 'the newest commit' : 'the judged commit';
  if (commitsBehind === null) return `, which is not ${what}`;
  return `, ${countOf(commitsBehind, 'commit', 'commits')} behind ${what}`;
}

/** What the scan cannot know, for a verdict that is green because of it; null for a full scan of the commit. */
export function renderBlindSpot(report: Report): Markdown | null {
  const { scan: selected, pullRequest, ending } = report;
  if (selected?.isPartial === true && !selected.standsIn) {
    return gfm`The scan looked only at a part of the code, such as recent changes. The rest was not scanned.`;
  }
  if (selected?.standsIn !== true) return null;
  const { commitsBehind } = selected;
  const where =
    commitsBehind === null ? 'in other commits' : commitsBehind === 1 ? 'in that commit' : 'in those commits';
  const later = pullRequest === null || ending !== null ? '' : ', which may be after the merge';
  return gfm`${renderScanSentence(report)} Bugs ${where} show after the next scan${later}.`;
}

/** Sentences that a reader must see beside the verdict. */
export function renderNotes({ notes }: Report): readonly Markdown[] {
  return notes.filter(({ level }) => level !== 'info').map(renderNote);
}

export function renderNote({ level, text }: Note): Markdown {
  return gfm`${level === 'warning' ? '⚠️' : 'ℹ️'} ${renderSentence(text)}`;
}

/** Sentences in small print; nothing where there are none. */
export function renderSmallPrint(...sentences: readonly Piece[]): Markdown | null {
  const said = join(sentences, ' ');
  return said.length === 0 ? null : gfm`<sub>${said}</sub>`;
}

export interface ScansTable {
  readonly count: number;
  readonly table: Markdown;
}

const HEAD = ['Commit', 'Type', 'State', 'Finished'];

/** Null where a scan was judged, or none is known. */
export function renderScansTable(report: Report): ScansTable | null {
  const scans = toRecentScans(report);
  if (scans.length === 0) return null;
  const rows = scans.map((scan) => [
    scan.sha === null ? 'unknown' : renderCommitLink(report.repository, scan.sha),
    renderText(scan.type ?? 'default', 40),
    renderText(toStateWord(scan), 40),
    scan.endedAt === null ? '–' : formatTime(scan.endedAt),
  ]);
  return { count: rows.length, table: renderTable(HEAD, rows) };
}
