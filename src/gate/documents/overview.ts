// What comment and job summary say besides findings: what to do, what is not counted, and the scan.
import { renderCommitLink } from '../../documents/links.ts';
import {
  gfm,
  join,
  type Markdown,
  type Piece,
  renderLink,
  renderSentence,
  renderTable,
  renderText,
} from '../../documents/markdown.ts';
import type { ShownFinding } from '../../judgement/disclosure.ts';
import { countOf, formatCount, formatTime } from '../../judgement/format.ts';
import { compact } from '../../judgement/lists.ts';
import { type Report, toRecentScans } from '../../judgement/report.ts';
import { isFullScan, type Scan } from '../../judgement/scan.ts';
import type { Verdict } from '../../judgement/verdict.ts';
import { isCounted, selectNew } from './headline.ts';

/** The counted findings by what they have to do with the pull request; withheld ones are not told apart. */
export interface CountedFindings {
  readonly introduced: readonly ShownFinding[];
  readonly touched: readonly ShownFinding[];
  readonly older: readonly ShownFinding[];
  readonly withheld: readonly ShownFinding[];
}

/** Groups what the verdict counts, each group in the report's order. */
export function groupCounted({ findings, verdict, relevanceKnown }: Report): CountedFindings {
  const counted = findings.filter((finding) => isCounted(finding, verdict));
  const shown = counted.filter(({ details }) => details !== null);
  const of = (relevance: ShownFinding['relevance']): readonly ShownFinding[] =>
    shown.filter((finding) => (relevanceKnown ? finding.relevance : 'backlog') === relevance);
  return {
    introduced: of('introduced'),
    touched: of('touched'),
    older: of('backlog'),
    withheld: counted.filter(({ details }) => details === null),
  };
}

/** What counts, as the comment lists it, then what the pull request introduces, then the rest in the report's order. */
export function orderAsListed(report: Report): readonly ShownFinding[] {
  const { withheld, introduced, touched, older } = groupCounted(report);
  const added = selectNew(report);
  const listed = new Set([...withheld, ...introduced, ...touched, ...older, ...added]);
  return [...listed, ...report.findings.filter((finding) => !listed.has(finding))];
}

/** What a reader does about findings that block. */
export function renderWhatToDo(report: Report): Markdown {
  const remedy = toRemedy(report);
  const first =
    report.job === 'red' ? remedy : `${NOTHING_BLOCKED} ${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}`;
  return gfm`**What to do:** ${compact([first, report.scan?.standsIn === true && STALE_SCAN]).join(' ')}`;
}

/** What a reader of a gate in `mode: warn` has to know first. */
const NOTHING_BLOCKED = 'nothing is blocked now, since this gate only warns.';

function toRemedy(report: Report): string {
  const { introduced, touched, older, withheld } = groupCounted(report);
  const [own, existing] = [introduced.length, touched.length + older.length];
  const all = own + existing + withheld.length;
  const them = all === 1 ? 'it' : 'them';
  const least = toLeast(report.verdict);
  if (withheld.length > 0) {
    const open = all === 1 ? 'open the bug in the service.' : 'open the bugs in the service.';
    return `${open} Fix ${least ?? them} and push, ${toAskForDismissal(them)}.`;
  }
  if (least !== null) {
    const first = own > 0 && existing > 0 ? ' Start with what this pull request introduces.' : '';
    return `fix ${least} and push, ${toAskForDismissal(them)}.${first}`;
  }
  if (own === 0 || existing === 0) return `fix ${them} and push, ${toAskForDismissal(them)}.`;
  const first = own === 1 ? 'the one' : `the ${formatCount(own)}`;
  const rest = existing === 1 ? 'it' : 'them';
  return `fix ${first} that this pull request introduces and push. ${toOlder(touched.length, older.length)}: fix ${rest} too, ${toAskForDismissal(rest)}.`;
}

function toAskForDismissal(them: string): string {
  return `or ask someone else with write access to dismiss ${them}`;
}

/**
 * Such as `at least 2 of the 12 bugs`, where a limit allows some; null where no exceeded limit does. With both limits,
 * the second part says how many of them are security bugs.
 */
export function toLeast(verdict: Verdict): string | null {
  if (verdict.kind === 'unverified') return null;
  const exceeded = verdict.thresholds.flatMap(({ name, count, limit, exceeded: is }) =>
    is && limit !== 'off' ? [{ name, count, excess: count - limit }] : [],
  );
  if (exceeded.every(({ count, excess }) => count === excess)) return null;
  const security = exceeded.find(({ name }) => name === 'max-security-bugs');
  const all = exceeded.find(({ name }) => name === 'max-bugs');
  if (all === undefined) return security === undefined ? null : toPart(security, 'security bugs');
  if (security === undefined) return toPart(all, 'bugs');
  const excess = Math.max(all.excess, security.excess);
  return `${toPart({ ...all, excess }, 'bugs')}, among them ${toPart(security, 'security bugs')},`;
}

/** Such as `at least 2 of the 12 bugs`, or `the 12 bugs` where none may be left. */
function toPart({ count, excess }: { readonly count: number; readonly excess: number }, bugs: string): string {
  if (count === excess) return count === 1 ? `the ${bugs.replace(/s$/, '')}` : `the ${formatCount(count)} ${bugs}`;
  return `at least ${formatCount(excess)} of the ${formatCount(count)} ${bugs}`;
}

function toOlder(touched: number, older: number): string {
  const count = touched + older;
  const verb = count === 1 ? 'one is' : `${formatCount(count)} are`;
  if (older === 0) return `The older ${verb} in ${count === 1 ? 'a file' : 'files'} you changed`;
  return count === 1 ? 'The other one was there before' : 'The others were there before';
}

/** A fix that is newer than the scan does not show in it. */
const STALE_SCAN =
  'The scan does not know your newest commits. Once you have pushed a fix, ask someone else with write access to mark the bug as resolved.';

/** One line on everything that is listed in the job summary and not counted; null when there is nothing. */
export function renderNotCounted(report: Report): Markdown | null {
  const text = toNotCounted(report);
  return text === null ? null : gfm`${text}${renderSummaryLink(report)}.`;
}

/** The same without the link and the full stop, such as `Not counted: 5 bugs in files you changed, 15 elsewhere`. */
export function toNotCounted(report: Report): string | null {
  const { findings, verdict } = report;
  if (findings.length === 0) return null;
  if (verdict.kind === 'unverified') {
    return `Nothing was judged. The service lists ${countOf(findings.length, 'pending bug', 'pending bugs')}`;
  }
  const added = new Set(selectNew(report));
  const rest = findings.filter((finding) => !isCounted(finding, verdict) && !added.has(finding));
  if (rest.length === 0) return null;
  const [first, ...others] = toPlaces(rest, report);
  const places = others.map(({ count, where }) => `, ${formatCount(count)} ${where}`);
  const isOther = added.size > 0 || first === undefined;
  const count = first?.count ?? rest.length;
  const bugs = isOther ? countOf(count, 'other bug', 'other bugs') : countOf(count, 'bug', 'bugs');
  const text = first === undefined ? bugs : `${bugs} ${first.where}`;
  return `Not counted: ${text}${places.join('')}${toUnclassified(rest)}`;
}

/** How many may be security bugs for all that is known. */
function toUnclassified(rest: readonly ShownFinding[]): string {
  const unclassified = rest.filter(({ kind }) => kind === 'unclassified').length;
  return unclassified === 0 ? '' : `; ${formatCount(unclassified)} of them not classified yet`;
}

interface NotCounted {
  readonly count: number;
  readonly where: string;
}

/** Where findings are that do not count; empty where that is not known, or would point at withheld ones. */
function toPlaces(rest: readonly ShownFinding[], { relevanceKnown, gateOn }: Report): readonly NotCounted[] {
  if (!relevanceKnown || rest.some(({ details }) => details === null)) return [];
  const byPlace = Map.groupBy(rest, (finding) => toPlace(finding, gateOn !== 'all'));
  return PLACES.map((where) => ({ where, count: byPlace.get(where)?.length ?? 0 })).filter(({ count }) => count > 0);
}

const PLACES = [
  'from this pull request',
  'in files you changed',
  'from other pull requests that are open',
  'found before the day of found-since',
  'without a file',
  'elsewhere',
] as const;

function toPlace({ exclusion, relevance, details }: ShownFinding, isNarrowed: boolean): (typeof PLACES)[number] {
  if (exclusion === 'other-pull-request') return 'from other pull requests that are open';
  if (exclusion === 'found-since') return 'found before the day of found-since';
  if (relevance === 'introduced') return 'from this pull request';
  if (relevance === 'touched') return 'in files you changed';
  if (isNarrowed && details?.path === null) return 'without a file';
  return 'elsewhere';
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
  const head = isOfHead(report) ? ', the head of this pull request' : '';
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

function isOfHead({ isHead, pullRequest }: Report): boolean {
  return isHead && pullRequest !== null;
}

function toDistance(commitsBehind: number | null, report: Report): string {
  const what = isOfHead(report) ? 'this pull request’s head' : 'the judged commit';
  if (commitsBehind === null) return `, which is not ${what}`;
  return `, ${countOf(commitsBehind, 'commit', 'commits')} behind ${what}`;
}

/** What the scan cannot know, for a verdict that is green because of it; null for a full scan of the commit. */
export function toBlindSpot({ scan: selected, pullRequest }: Report): string | null {
  if (selected?.isPartial === true && !selected.standsIn) {
    return 'The scan looked only at a part of the code, such as recent changes. The rest was not scanned.';
  }
  if (selected?.standsIn !== true) return null;
  const { commitsBehind } = selected;
  const later = pullRequest === null ? '' : ', which may be after the merge';
  if (commitsBehind === null) {
    return `The scan is of another commit, perhaps of another branch. What is not in that commit shows when the service scans it${later}.`;
  }
  if (commitsBehind === 1) {
    return `The service has not scanned the newest commit yet. What it brings in shows when the service scans it${later}.`;
  }
  return `The service has not scanned the newest ${formatCount(commitsBehind)} commits yet. What they bring in shows when the service scans them${later}.`;
}

/** Sentences that a reader must see beside the verdict. */
export function renderNotes({ notes }: Report): readonly Markdown[] {
  return notes
    .filter(({ level }) => level !== 'info')
    .map(({ level, text }) => gfm`${level === 'warning' ? '⚠️' : 'ℹ️'} ${renderSentence(text)}`);
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
    renderText(scan.status ?? scan.state, 40),
    scan.endedAt === null ? '–' : formatTime(scan.endedAt),
  ]);
  return { count: rows.length, table: renderTable(HEAD, rows) };
}
