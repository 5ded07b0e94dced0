// The page of a quarter is one HTML file, complete in itself, without a script and without a request.
import { toWhat } from '../../documents/causes.ts';
import { formatDate, type Period } from '../../judgement/day.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import { compact } from '../../judgement/lists.ts';
import { type History, type KindCounts, sumKinds } from '../history.ts';
import type { InsightsReport } from '../report.ts';
import { toAdviceLine, toAnswer, toLookLine, toMoreAnswers } from './answer.ts';
import { toAgeBars, toAgeChart, toThroughChart } from './bar-charts.ts';
import { type Chart, renderChart } from './chart-frame.ts';
import { toCutWords, toFlowChart } from './flow-chart.ts';
import { type Html, html, type HtmlPiece, renderAnchor, renderBreakable, renderStyle } from './html.ts';
import { toMissing, toPastNotes, toWithheldNote } from './notes.ts';
import { toPendingChart } from './pending-chart.ts';
import { STYLE, STYLE_HASH } from './style.ts';
import type { Cell, Column, Grid, Table } from './table.ts';
import { toTables } from './tables.ts';
import { formatPeriod } from './words.ts';

/** The policy forbids scripts, requests, frames, forms, and any style but ours. */
const POLICY = `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

/** The limit of a table's rows is ours: the page opens at once, and the CSV has every bug. */
const MAX_ROWS = 500;

/** Renders the page. The same report gives the same bytes. */
export function renderInsightsPage(report: InsightsReport): string {
  const title = toTitle(report);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <title>${title}: bugs from ${formatPeriod(report.period)}</title>
        ${renderStyle(STYLE)}
      </head>
      <body>
        ${renderHeader(report, title)}
        <main>${renderSections(report)}</main>
        <footer>
          <p>
            Made by Scan Gate insights on ${formatDate(report.period.last)} (UTC) with data of ${report.serviceName} and
            GitHub. Every bug is in bugs.csv, every number in insights.json.
          </p>
        </footer>
      </body>
    </html>`;
  return `${String(page).trim()}\n`;
}

function toTitle({ repositories, unread, isSeveral }: InsightsReport): string {
  if (!isSeveral) return repositories[0]?.repository ?? '';
  const read = countOf(repositories.length, 'repository', 'repositories');
  return unread.length === 0 ? read : `${read} (${formatCount(unread.length)} could not be read)`;
}

/** The answer stands in a box that one click selects whole, with what it is about. */
function renderHeader(report: InsightsReport, title: string): Html {
  const { total, days, period } = report;
  return html`<header>
    <p class="forward">To forward</p>
    <div class="lines">
      <h1>${title} <span class="period">${formatPeriod(period)}</span></h1>
      <p class="answer">${toAnswer(total, days)}</p>
      <p class="more">${toMoreAnswers(report).map(renderSentence)}</p>
      ${[toLookLine(report), toAdviceLine(total)].map(renderQuestion)}
    </div>
    ${renderMissing(report)} ${renderNotes(compact([toWithheldNote(report)]))}
  </header>`;
}

function renderQuestion(line: string): Html {
  const end = line.indexOf(':') + 1;
  return html`<p class="more"><b>${line.slice(0, end)}</b> ${renderSentence(line.slice(end))}</p>`;
}

/** It stands beside the figures, so that nobody takes what is missing for nothing pending. */
function renderMissing(report: InsightsReport): HtmlPiece {
  return toMissing(report).map(
    ({ title, faults }) =>
      html`<section class="unread">
        <h2>${title}</h2>
        <ul>
          ${faults.map(({ repository, fault }) => html`<li><b>${repository}</b>: ${renderSentence(toWhat(fault))}</li>`)}
        </ul>
      </section>`,
  );
}

function renderSections(report: InsightsReport): HtmlPiece {
  const { total } = report;
  const { history } = total;
  const { first, through, compare, last, scans } = toTables(report);
  return [
    first.map(renderTableSection),
    renderChartSection({
      title: 'Pending bugs by day',
      notes: toPastNotes(total, report),
      chart: toPendingChart(history),
      none: history.days.length > 0 && 'No bug was pending on any of these days.',
      fold: toDayTable(history),
    }),
    renderChartSection({
      title: 'Found, and resolved or dismissed, by week',
      notes: [],
      chart: toFlowChart(history),
      none: 'No bug was found, resolved or dismissed.',
      fold: toWeekTable(history),
    }),
    renderChartSection({
      title: 'How old the pending bugs are',
      notes: [],
      chart: toAgeChart(history),
      none: 'No bug is pending.',
      fold: toAgeTable(history),
    }),
    through !== null &&
      renderChartSection({ ...through, chart: total.through && toThroughChart(total.through), fold: through }),
    renderTableSection(compare),
    last.map(renderTableSection),
    scans.length > 0 && renderSection('Scans', html`<p>${scans.map(renderSentence)}</p>`),
  ];
}

function renderSection(title: string, content: HtmlPiece): Html {
  return html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`;
}

function renderNotes(notes: readonly string[]): Html | false {
  return notes.length > 0 && html`<p class="note">${notes.map(renderSentence)}</p>`;
}

interface ChartSection extends Pick<Table, 'title' | 'notes'> {
  readonly lead?: Table['lead'] | undefined;
  readonly chart: Chart | null;
  readonly none: string | false;
  readonly fold: Grid;
}

/** The notes stand below the chart, beside what they are about. */
function renderChartSection({ title, lead, notes, chart, none, fold }: ChartSection): Html {
  return renderSection(title, [
    renderLead(lead),
    chart === null ? none !== false && html`<p>${none}</p>` : html`<figure>${renderChart(chart)}</figure>`,
    renderNotes(notes),
    chart !== null &&
      html`<details>
        <summary>The numbers</summary>
        ${renderGrid(fold, 'numbers')}
      </details>`,
  ]);
}

function renderLead(lead: Table['lead']): Html | false {
  return lead !== null && lead !== undefined && html`<p>${renderSentence(lead)}</p>`;
}

function renderTableSection(table: Table): Html {
  const { title, lead, notes, counts, none, open = MAX_ROWS, columns, rows } = table;
  const [more, folded] = [rows.length - MAX_ROWS, rows.slice(open, MAX_ROWS)];
  // A table of numbers is narrow even on a phone.
  const name = columns.slice(1).every(({ isNumber }) => isNumber === true) ? 'numbers' : 'stacked';
  const renderRows = (some: Grid['rows']): Html => renderGrid({ columns, rows: some }, name);
  return renderSection(title, [
    renderLead(lead),
    counts !== undefined && renderGrid(counts, 'numbers'),
    renderNotes(notes),
    rows.length === 0 && none !== '' && html`<p>${none}</p>`,
    rows.length > 0 && folded.length === 0 && renderRows(rows),
    // Paper has no folds, so that it has a table of its own.
    folded.length > 0 && [
      html`<div class="screen">
        ${renderRows(rows.slice(0, open))}
        <details>
          <summary>${formatCount(folded.length)} more</summary>
          ${renderRows(folded)}
        </details>
      </div>`,
      html`<div class="paper">${renderRows(rows)}</div>`,
    ],
    more > 0 && html`<p class="note">${countOf(more, 'more is', 'more are')} in bugs.csv.</p>`,
  ]);
}

/** Paper keeps a table of so many rows on one page. */
const MAX_WHOLE_ROWS = 15;

/** `stacked`: on a phone each row becomes a block. The roles keep it a table for screen readers even then. */
function renderGrid({ columns, rows }: Grid, name: 'numbers' | 'stacked'): Html {
  return html`<table class="${name} ${name === 'numbers' && rows.length <= MAX_WHOLE_ROWS && 'whole'}" role="table">
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map((column) => html`<th role="columnheader" scope="col" class="${toClass(column)}">${column.title}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.slice(0, MAX_ROWS).map(
        (cells) =>
          html`<tr role="row">
            ${cells.map((cell, at) => renderCell(cell, columns[at]))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** So long a run of letters may be broken anywhere, a shorter one only between words and parts of names. */
const LONG_RUN = /[^\s/-]{31}/;

function renderCell(cell: Cell, column: Column | undefined): Html {
  const { text, url = null, belowUrl = null, isCode, isPart = false, kind } = cell;
  const below = cell.below ?? '';
  const letters = renderBreakable(text);
  const word = isCode === true ? html`<code>${letters}</code>` : letters;
  const label = kind === undefined ? word : html`<span class="kind ${kind}">${word}</span>`;
  const isLong = LONG_RUN.test(text) || LONG_RUN.test(below);
  const names = [toClass(column), text + below === '' && 'empty', isPart && 'part', isLong && 'long'];
  return html`<td role="cell" class="${compact(names).join(' ')}" data-title="${column?.title}">
    <div>
      ${renderAnchor(label, url)}
      ${below !== '' && html`<small>${renderAnchor(renderBreakable(below), belowUrl)}</small>`}
    </div>
  </td>`;
}

function toClass(column: Column | undefined): string {
  if (column?.isNumber === true) return 'number';
  return column?.isShort === true ? 'short' : 'text';
}

/** The sentence is ours, and may quote untrusted text; text between backticks becomes code. */
function renderSentence(sentence: string): HtmlPiece {
  const pieces = sentence.split(/`([^`\r\n]+)`/);
  return html`${pieces.map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : piece))} `;
}

function toDayTable({ days }: History): Grid {
  return toNumbers(
    ['End of day (UTC)', ...KIND_TITLES],
    days.toReversed().map(({ day, pending }) => [formatDate(day), ...toKindCounts(pending)]),
  );
}

const KIND_TITLES = ['Security', 'Not classified', 'Other', 'All'];

function toKindCounts(pending: KindCounts): readonly number[] {
  return [pending.security, pending.unclassified, pending.bug, sumKinds(pending)];
}

function toWeekTable({ weeks }: History): Grid {
  return toNumbers(
    ['Week from', 'Found', 'Resolved', 'Dismissed'],
    weeks.toReversed().map(({ week, found, resolved, dismissed }) => [toWeekWords(week), found, resolved, dismissed]),
  );
}

function toWeekWords(week: Period): string {
  const cut = toCutWords(week);
  return `${formatDate(week.first)}${cut === null ? '' : ` (${cut})`}`;
}

function toAgeTable(history: History): Grid {
  return toNumbers(
    ['Age', ...KIND_TITLES],
    toAgeBars(history).map(({ label, counts }) => [label, ...toKindCounts(counts)]),
  );
}

function toNumbers(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): Grid {
  return {
    columns: titles.map((title, at) => ({ title, isNumber: at > 0 })),
    rows: rows.map((cells) => cells.map((cell) => ({ text: typeof cell === 'number' ? formatCount(cell) : cell }))),
  };
}
