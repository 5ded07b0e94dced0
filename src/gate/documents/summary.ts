// The job summary: everything at length. Limits, counts, findings, scans, and a chart of pending bugs.
import { toAdvice } from '../../documents/causes.ts';
import { countBytes, renderFindingEntry, takeFitting } from '../../documents/finding-entry.ts';
import { MAX_SUMMARY_BYTES } from '../../documents/limits.ts';
import { renderCommitLink } from '../../documents/links.ts';
import {
  blocks,
  gfm,
  join,
  type Markdown,
  type Piece,
  type Pieces,
  renderCode,
  renderList,
  renderSentence,
  renderTable,
} from '../../documents/markdown.ts';
import { toBar, toScanPoints } from '../../documents/scan-chart.ts';
import { formatCount, formatTime } from '../../judgement/format.ts';
import type { Threshold } from '../../judgement/limits.ts';
import type { Report } from '../../judgement/report.ts';
import { MATCH_SENTENCES } from '../../judgement/scan-wording.ts';
import type { Unverified } from '../../judgement/unverified.ts';
import { WRONG_INPUT } from './headline.ts';
import {
  renderWayOutAdvice,
  renderBlindSpot,
  renderNote,
  renderOpening,
  renderRemedy,
  renderScanSentence,
  renderScansTable,
} from './overview.ts';
import { toWrongInputsLine } from './way-out.ts';
import type { WordedReport } from './words.ts';

/** Space for what an earlier part of the same step may have written to the summary. */
const RESERVED_BYTES = 16 * 1024;
/** Room for the headings of the lists and the sentence on what is left out. */
const LIST_FRAME_BYTES = 1_000;

/** Renders the summary: under 1 MiB in UTF-8, at most `maxListed` findings, each whole or not at all. The same report gives the same text. */
export function renderSummary(report: WordedReport, maxListed: number): string {
  return renderWithin(report, maxListed, MAX_SUMMARY_BYTES - RESERVED_BYTES);
}

/** Keeps to `maxBytes` if the part without findings fits. */
export function renderWithin(report: WordedReport, maxListed: number, maxBytes: number): string {
  const top = renderTop(report);
  const foot = blocks(renderScans(report), renderChart(report));
  const budget = maxBytes - LIST_FRAME_BYTES - countBytes(blocks(top, foot));
  // Counted findings come first, so that the ones left out matter least.
  const entries = report.groups.listed.slice(0, maxListed).map((finding) => renderFindingEntry(finding, report));
  const listed = takeFitting(entries, budget, countBytes);
  return String(blocks(top, renderFindings(report, listed), foot));
}

/** Renders the summary of a run that cannot even read its event, or reach GitHub: there is no report. */
export function renderWrongInputs(fault: Unverified, contact: string | null): string {
  return String(
    blocks(
      gfm`### ⚠️ ${WRONG_INPUT}`,
      renderSentence(toWrongInputsLine(fault.cause, contact)),
      renderList(toAdvice(fault).map(renderSentence)),
    ),
  );
}

function renderTop(report: WordedReport): Markdown {
  const { icon, headline, unscanned, ended, remedy, merge } = report.words;
  return blocks(
    gfm`### ${icon} ${headline}`,
    renderNotJudged(report),
    [unscanned, ended, renderRemedy(report), remedy !== null && merge],
    renderBlindSpot(report),
    report.notes.map((note) => gfm`> ${renderNote(note)}`),
    renderThresholds(report),
    renderCounts(report),
  );
}

function renderNotJudged(report: WordedReport): Pieces {
  const { wayOut } = report.words;
  if (wayOut === null) return null;
  const { technical } = wayOut;
  return [
    renderOpening(wayOut, report),
    technical !== null && gfm`**The technical cause:** ${renderSentence(technical)}`,
    renderWayOutAdvice(wayOut),
  ];
}

function renderThresholds({ verdict, job }: Report): Markdown | null {
  if (verdict.kind === 'unverified') return null;
  const head = ['Limit', { right: 'Counted' }, { right: 'Allowed' }, 'Result'];
  return renderTable(
    head,
    verdict.thresholds.map((threshold) => renderThresholdCells(threshold, job)),
  );
}

function renderThresholdCells({ name, count, limit, exceeded }: Threshold, job: Report['job']): readonly Piece[] {
  if (limit === 'off') return [renderCode(name, 40), 'not counted', 'no limit', ''];
  return [
    renderCode(name, 40),
    formatCount(count),
    formatCount(limit),
    exceeded ? `${job === 'red' ? '❌' : '⚠️'} exceeded` : '✅ within',
  ];
}

/** The service counts settled bugs whatever their kind. */
const NOT_KNOWN = '–';

function renderCounts({ tally }: Report): Markdown | null {
  if (tally === null) return null;
  const { pending, pendingSecurity, pendingUnclassified, resolved, dismissed } = tally;
  const rows = [
    ['Security', formatCount(pendingSecurity), NOT_KNOWN, NOT_KNOWN],
    ['Other', formatCount(pending - pendingSecurity - pendingUnclassified), NOT_KNOWN, NOT_KNOWN],
    ['Not classified', formatCount(pendingUnclassified), NOT_KNOWN, NOT_KNOWN],
    [gfm`**All**`, formatCount(pending), formatCount(resolved), formatCount(dismissed)],
  ];
  const head = ['Bugs', { right: 'Pending' }, { right: 'Resolved' }, { right: 'Dismissed' }];
  return renderTable(head, rows);
}

function renderFindings(report: WordedReport, listed: readonly Markdown[]): readonly Pieces[] {
  const { findings, groups, ending } = report;
  const [counted, added] = [groups.counted.length, groups.added.length];
  const missing = findings.length - listed.length;
  return [
    renderFindingList('Counted', listed.slice(0, counted)),
    renderFindingList(
      ending === null ? 'New, and not blocking' : 'New, and not counted',
      listed.slice(counted, counted + added),
    ),
    renderFindingList(report.words.notCounted ?? '', listed.slice(counted + added)),
    missing > 0 && `${formatCount(missing)} more of ${formatCount(findings.length)} pending bugs are not listed here.`,
  ];
}

function renderFindingList(heading: string, entries: readonly Markdown[]): Pieces {
  return entries.length > 0 && [gfm`#### ${heading}`, join(entries, '\n')];
}

function renderScans(report: Report): readonly Pieces[] {
  const table = renderScansTable(report);
  return [renderJudgedScans(report), table && [gfm`#### The newest scans`, table]];
}

function renderJudgedScans(report: Report): Pieces {
  const { scan: selected, repository } = report;
  if (selected === null) return null;
  const { match, judged } = selected;
  const items = judged.map(({ id, type, sha }) => {
    const commit = sha === null ? 'unknown commit' : renderCommitLink(repository, sha);
    return join([renderCode(id, 80), renderCode(type ?? 'default', 40), commit], ' · ');
  });
  return [
    gfm`#### The scan`,
    gfm`${renderScanSentence(report)} Found by ${renderCode(match, 40)}, ${MATCH_SENTENCES[match]}.`,
    renderList(items),
  ];
}

function renderChart(report: Report): Pieces {
  const points = toScanPoints(report.recentScans);
  if (points.length < 2) return null;
  const highest = Math.max(...points.map((point) => point.open));
  const head = ['Finished', 'Commit', { right: 'Pending' }, 'Chart'];
  const rows = points.map(({ at, sha, open }) => [
    formatTime(at),
    sha === null ? 'unknown' : renderCommitLink(report.repository, sha),
    formatCount(open),
    toBar(open, highest),
  ]);
  return [gfm`#### Pending bugs by scan`, renderTable(head, rows)];
}
