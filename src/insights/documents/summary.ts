// The job summary of a quarter has the answer, the chart by day, and the tables cut to a few rows.
import { toWhat } from '../../documents/causes.ts';
import { renderFault } from '../../documents/fault.ts';
import {
  blocks,
  gfm,
  join,
  type Markdown,
  type Pieces,
  renderList,
  renderLink,
  renderSentence,
  renderTable,
  renderText,
} from '../../documents/markdown.ts';
import { toBar } from '../../documents/scan-chart.ts';
import { formatDate } from '../../judgement/day.ts';
import { formatCount } from '../../judgement/format.ts';
import type { Unverified } from '../../judgement/unverified.ts';
import { type DayCount, sumKinds } from '../history.ts';
import type { InsightsReport, UnreadRepository } from '../report.ts';
import { toAdviceLine, toAnswer, toLookLine, toMoreAnswers } from './answer.ts';
import { toMissing, toPastNotes, toWithheldNote } from './notes.ts';
import { type Cell, OPEN_ROWS, type Grid, type Table } from './table.ts';
import { toTables } from './tables.ts';
import { formatPeriod } from './words.ts';

/** The limit is ours: the page has the other rows. */
const MAX_ROWS = 10;
const MAX_CELL_CHARACTERS = 200;

/** Renders a few kilobytes whatever the number of bugs, the same text for the same report. */
export function renderInsightsSummary(report: InsightsReport): string {
  const { total, days } = report;
  const { first, through, last, scans } = toTables(report);
  const text = blocks(
    gfm`### ${renderSentence(toAnswer(total, days))}`,
    renderSentence(toMoreAnswers(report).join(' ')),
    renderSentence(toLookLine(report)),
    renderSentence(toAdviceLine(total)),
    renderSentence(toWithheldNote(report) ?? ''),
    toMissing(report).map(({ title, faults }) => [gfm`**${title}**`, renderUnread(faults)]),
    first.map(renderOneTable),
    renderDays(report),
    through !== null && renderOneTable(through),
    last.map(renderOneTable),
    scans.length > 0 && [gfm`#### Scans`, renderSentence(scans.join(' '))],
  );
  return String(text);
}

export function renderEmptyShard(shard: string): string {
  return String(gfm`### ✅ Scan Gate insights: no repository is in shard ${shard}`);
}

/** Says why there is no page, for each of several repositories. */
export function renderInsightsFault(fault: Unverified, unread: readonly UnreadRepository[]): string {
  return String(blocks(renderFault('insights', fault), unread.length > 1 && renderUnread(unread)));
}

function renderUnread(unread: readonly UnreadRepository[]): Markdown {
  const lines = unread
    .slice(0, MAX_ROWS)
    .map(({ repository, fault }) => gfm`${repository}: ${renderSentence(toWhat(fault))}`);
  return renderList([...lines, unread.length > MAX_ROWS && renderMore(unread.length - MAX_ROWS)]);
}

function renderMore(count: number): Markdown {
  return gfm`and ${formatCount(count)} more`;
}

const MAX_DAYS = 31;

function renderDays(report: InsightsReport): Pieces {
  const { days } = report.total.history;
  const step = Math.ceil(days.length / MAX_DAYS);
  // The rows are counted from today, which is always there.
  const shown = days.filter((_, at) => (days.length - 1 - at) % Math.max(1, step) === 0);
  const highest = Math.max(...shown.map(({ pending }) => sumKinds(pending)), 0);
  const rows = shown.map(({ day, pending }: DayCount) => [
    formatDate(day),
    pending.security,
    formatCount(sumKinds(pending)),
    toBar(sumKinds(pending), highest),
  ]);
  return [
    gfm`#### Pending bugs, ${formatPeriod(report.period)}`,
    renderSentence(toPastNotes(report.total, report).join(' ')),
    rows.length > 0 && renderTable(['End of day (UTC)', { right: 'Security' }, { right: 'All' }, 'Pending'], rows),
  ];
}

function renderOneTable(table: Table): Pieces {
  const { title, lead, notes, counts, none, ...grid } = table;
  const more = grid.rows.length - OPEN_ROWS;
  return [
    gfm`#### ${title}`,
    renderSentence(lead ?? ''),
    counts !== undefined && renderGrid(counts),
    renderSentence(notes.join(' ')),
    grid.rows.length === 0 ? renderSentence(none) : renderGrid(grid),
    more > 0 && renderMore(more),
  ];
}

function renderGrid({ columns, rows }: Grid): Markdown {
  const head = columns.map(({ title, isNumber }) => (isNumber === true ? { right: title } : title));
  return renderTable(
    head,
    rows.slice(0, OPEN_ROWS).map((cells) => cells.map(renderCell)),
  );
}

function renderCell({ text, url = null, below, belowUrl = null, isPart = false }: Cell): Markdown {
  const label = renderText(`${isPart ? '– ' : ''}${text}`, MAX_CELL_CHARACTERS);
  const small = renderText(below ?? '', MAX_CELL_CHARACTERS);
  const link = (piece: typeof label, to: string | null): typeof label =>
    piece === null || to === null ? piece : renderLink(piece, to);
  return join([link(label, url), link(small, belowUrl)], ' · ');
}
