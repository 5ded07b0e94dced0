// Comment and job summary have this in common besides findings: what to do, what is not counted, and the scan.
import { renderCommitLink } from '../../documents/links.ts';
import {
  gfm,
  join,
  type Markdown,
  type Piece,
  type Pieces,
  renderAdvice,
  renderLink,
  renderList,
  renderSentence,
  renderTable,
  renderText,
} from '../../documents/markdown.ts';
import { countOf, formatTime } from '../../judgement/format.ts';
import { type Note, type Report, toRecentScans } from '../../judgement/report.ts';
import { toStateWord } from '../../judgement/scan-wording.ts';
import { isFullScan, type Scan } from '../../judgement/scan.ts';
import { fillMarkdown } from './phrases.ts';
import type { WayOut } from './way-out.ts';
import type { WordedReport } from './words.ts';

/** One line on everything that is listed in the job summary and not counted; null when there is nothing. */
export function renderNotCounted(report: WordedReport): Markdown | null {
  const { notCounted } = report.words;
  return notCounted === null ? null : gfm`${notCounted}${renderSummaryLink(report)}.`;
}

export function renderRemedy({ words: { remedy }, ...report }: WordedReport): Pieces {
  return remedy && [remedy.notYours, gfm`**What to do:** ${fillMarkdown(remedy.todo, report)}`];
}

export function renderOpening({ about, opening, see, todo }: WayOut, report: Report): Pieces {
  return [
    join([gfm`**${about}**`, opening, see && gfm`${see.text} ${renderLink(see.page.title, see.page.url)}.`], ' '),
    todo !== null && gfm`**What to do:** ${fillMarkdown(todo, report)}`,
  ];
}

export function renderWayOutAdvice({ advice, page }: WayOut): Markdown {
  return renderList([...advice.map(renderAdvice), page && renderLink(page.title, page.url)]);
}

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

/** Says what the scan cannot know; null for a full scan of the commit. */
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

export function renderSmallPrint(...sentences: readonly Piece[]): Markdown | null {
  const said = join(sentences, ' ');
  return said.length === 0 ? null : gfm`<sub>${said}</sub>`;
}

const HEAD = ['Commit', 'Type', 'State', 'Finished'];

/** Gives null if a scan was judged, or none is known. */
export function renderScansTable(report: Report): Markdown | null {
  const scans = toRecentScans(report);
  if (scans.length === 0) return null;
  const rows = scans.map((scan) => [
    scan.sha === null ? 'unknown' : renderCommitLink(report.repository, scan.sha),
    renderText(scan.type ?? 'default', 40),
    renderText(toStateWord(scan), 40),
    scan.endedAt === null ? '–' : formatTime(scan.endedAt),
  ]);
  return renderTable(HEAD, rows);
}
