// Renders the job summary of many repositories: a row for each with news or trouble, the others in a fold.
import { toWhat, toWhatAndAdvice } from '../../documents/causes.ts';
import {
  blocks,
  gfm,
  join,
  type Piece,
  type Pieces,
  renderCell,
  renderFold,
  renderLink,
  renderSentence,
  renderTable,
  renderText,
} from '../../documents/markdown.ts';
import { compareText } from '../../judgement/finding.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import { toTotalLine } from '../log.ts';
import { isFailed, type WatchResult } from '../result.ts';
import { NEVER_SCANNED, toPullNames, toShare } from './entry.ts';

/** Each of the two tables has at most so many rows: a summary has room for 1 MiB. */
const MAX_ROWS = 500;

/** Renders what a run did, worst first; it counts bugs and names none. */
export function renderWatchTable(results: readonly WatchResult[], serverUrl: string): string {
  const sorted = results.toSorted(compareLooks);
  const loud = sorted.filter((look) => !isQuiet(look));
  const quiet = sorted.filter(isQuiet);
  const icon = results.some(({ fault }) => fault !== null) ? '⚠️' : '✅';
  const head = countOf(quiet.length, 'repository without news', 'repositories without news');
  return String(
    blocks(
      gfm`### ${icon} Scan Gate watch: ${renderSentence(toTotalLine(results))}`,
      loud.length > 0 && renderRows(loud, serverUrl),
      quiet.length > 0 && renderFold(gfm`<b>${head}</b>`, [renderRows(quiet, serverUrl)]),
    ),
  );
}

/** Puts first what could not be read, then what has trouble, then by new security bugs, new bugs, pending ones. */
function compareLooks(a: WatchResult, b: WatchResult): number {
  const [left, right] = [toRank(a), toRank(b)];
  const at = left.findIndex((value, index) => value !== right[index]);
  return at < 0 ? compareText(a.repository, b.repository) : (right[at] ?? 0) - (left[at] ?? 0);
}

function toRank(look: WatchResult): readonly number[] {
  const { outcome, fault } = look;
  const counts = outcome?.report.counts;
  return [
    Number(isFailed(look)),
    Number(fault !== null),
    counts?.newSecurityBugs ?? 0,
    counts?.newBugs ?? 0,
    Number((outcome?.refusal ?? null) !== null),
    Number(outcome?.report.isBaseline ?? false),
    counts?.openSecurity ?? 0,
    counts?.open ?? 0,
  ];
}

function isQuiet({ outcome, fault }: WatchResult): boolean {
  if (fault !== null) return false;
  if (outcome === null) return true;
  const { report, refusal } = outcome;
  if (refusal !== null) return false;
  return !report.isBaseline && report.counts.newBugs === 0 && (report.announcements?.announced.length ?? 0) === 0;
}

const HEAD = ['Repository', 'New', 'Pending', 'What happened'];

function renderRows(results: readonly WatchResult[], serverUrl: string): Pieces {
  const more = results.length - MAX_ROWS;
  return [
    renderTable(
      HEAD,
      results.slice(0, MAX_ROWS).map((look) => renderRow(look, serverUrl)),
    ),
    more > 0 && renderSentence(`${formatCount(more)} more are in the log.`),
  ];
}

function renderRow({ repository, outcome, fault }: WatchResult, serverUrl: string): readonly Piece[] {
  const name = renderLink(renderText(repository, 200), `${serverUrl}/${repository}`);
  if (outcome === null) {
    const step = fault && gfm`❌ ${renderCell(toWhatAndAdvice(fault, ' '))}`;
    return [name, null, null, step ?? NEVER_SCANNED];
  }
  const { report, issue, refusal } = outcome;
  const { counts, isBaseline, announcements } = report;
  const told = announcements?.announced ?? [];
  return [
    name,
    isBaseline ? 'first run' : `${formatCount(counts.newBugs)}${toShare(counts.newBugs, counts.newSecurityBugs)}`,
    `${formatCount(counts.open)}${toShare(counts.open, counts.openSecurity)}`,
    join(
      [
        fault !== null && gfm`⚠️ ${renderCell(toWhat(fault))}`,
        refusal !== null && gfm`⚠️ ${renderCell(toWhat(refusal))}`,
        told.length > 0 && `Commented on ${toPullNames(told)}.`,
        issue?.url !== undefined && issue.url !== null && renderLink('issue', issue.url),
      ],
      ' ',
    ),
  ];
}
