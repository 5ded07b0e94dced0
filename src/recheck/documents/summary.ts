// Renders the job summary of recheck: a row for each gate that would say something else, and what became of it.
import { toWhat } from '../../documents/causes.ts';
import {
  blocks,
  gfm,
  type Markdown,
  type Pieces,
  renderLink,
  renderList,
  renderSentence,
  renderTable,
  renderText,
} from '../../documents/markdown.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import { compact, sum } from '../../judgement/lists.ts';
import { findReason, findRefusal, type GateNews, type GateOutcome, type RepositoryReport } from '../report.ts';

/** We limit the rows: a summary has room for 1 MiB. */
const MAX_ROWS = 500;

/** The summary is one line where there was nothing to do. */
export function renderRecheckSummary(reports: readonly RepositoryReport[], serverUrl: string): string {
  const news = reports.flatMap((report) => report.news);
  const failed = reports.filter(({ fault }) => fault !== null);
  const notes = reports.flatMap(({ repository, notes: said }) => said.map((note) => renderOf(repository, note)));
  const isWhole = findReason(reports) === null && reports.every((report) => findRefusal(report) === null);
  const icon = isWhole ? '✅' : '⚠️';
  return String(
    blocks(
      gfm`### ${icon} Scan Gate recheck: ${renderSentence(toHeadline(reports))}`,
      renderRows(news, serverUrl),
      failed.length > 0 && [
        gfm`**Not looked at**`,
        renderList(failed.map(({ repository, fault }) => renderOf(repository, fault === null ? '' : toWhat(fault)))),
      ],
      notes.length > 0 && renderList(notes),
    ),
  );
}

/** The result is such as `12 gates judged again, 1 run started again, 2 left alone`. */
export function toHeadline(reports: readonly RepositoryReport[]): string {
  const outcomes = reports.flatMap(({ news }) => news.map(({ outcome }) => outcome));
  const count = (kind: GateOutcome['kind']): number => outcomes.filter((each) => each.kind === kind).length;
  const checked = sum(reports.map((report) => report.checked));
  const [started, dry, skipped] = [count('rerun'), count('would-rerun'), count('skipped')];
  const waiting = outcomes.filter((each) => each.kind === 'skipped' && each.isWaiting === true).length;
  // Nobody knows whether the rest stands.
  const isAllRead = checked > 0 && reports.every(({ fault }) => fault === null);
  const parts = compact([
    `${countOf(checked, 'gate', 'gates')} judged again`,
    started + dry + skipped === 0 && isAllRead && 'every verdict stands',
    started > 0 && `${countOf(started, 'run', 'runs')} started again`,
    dry > 0 && `${countOf(dry, 'run', 'runs')} would be started again`,
    skipped > waiting && `${formatCount(skipped - waiting)} left alone`,
    waiting > 0 && `${formatCount(waiting)} waiting for the next run${toRunsLeft(waiting, started + dry)}`,
  ]);
  return parts.join(', ');
}

/** Says how many runs it takes if each does as much. Silent if one is enough, or this one did nothing. */
function toRunsLeft(waiting: number, done: number): string {
  return waiting <= done || done === 0 ? '' : ` (about ${Math.ceil(waiting / done)} more runs)`;
}

const HEAD = ['Repository', { right: 'Pull request' }, 'Was → now', 'What was done'];

/** The result is such as `red (4 security bugs) → green`. */
export function toChange({ was, now }: Pick<GateNews, 'was' | 'now'>): string {
  return `${was?.words ?? 'not known'} → ${now?.words ?? 'not judged'}`;
}

function renderRows(news: readonly GateNews[], serverUrl: string): Pieces {
  if (news.length === 0) return null;
  const rows = news.slice(0, MAX_ROWS).map((each) => renderRow(each, serverUrl));
  const more = news.length - rows.length;
  return [renderTable(HEAD, rows), more > 0 && renderSentence(`${formatCount(more)} more are in the log.`)];
}

function renderRow({ repository, pullRequest, runId, was, now, outcome }: GateNews, serverUrl: string) {
  const page = `${serverUrl}/${repository}`;
  const run = runId === 0 ? 'run' : renderLink('run', `${page}/actions/runs/${runId}`);
  return [
    renderText(repository, 200),
    pullRequest === null ? gfm`several` : renderLink(String(pullRequest), `${page}/pull/${pullRequest}`),
    renderText(toChange({ was, now }), 160),
    outcome.kind === 'skipped' ? renderText(outcome.why.replaceAll('`', ''), 400) : gfm`${run} ${DONE[outcome.kind]}`,
  ];
}

const DONE = { rerun: 'started again', 'would-rerun': 'would be started again' } as const;

function renderOf(repository: string, sentence: string): Markdown {
  return gfm`${renderText(repository, 200)}: ${renderSentence(sentence)}`;
}
