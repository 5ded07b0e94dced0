// The job summary of the recheck action: a row for each gate that would say something else, and what became of it.
import { join, type Markdown, safe, toLink, toList, toSentence, toTable, toText } from '../../documents/markdown.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import type { Unverified } from '../../judgement/unverified.ts';
import type { GateNews, RepositoryReport } from '../report.ts';

/** Rows, ours: a summary has room for 1 MiB. */
const MAX_ROWS = 500;

/** Renders what a sweep did. One line where there was nothing to do. */
export function renderRecheckSummary(reports: readonly RepositoryReport[], serverUrl: string): string {
  const news = reports.flatMap((report) => report.news);
  const failed = reports.filter(({ fault }) => fault !== null);
  const notes = reports.flatMap(({ repository, notes: said }) => said.map((note) => toNote(repository, note)));
  return join(
    [
      safe`### ${toSentence(failed.length > 0 ? '⚠️' : '✅')} Scan Gate recheck: ${toSentence(toHeadline(reports))}`,
      ...toRows(news, serverUrl),
      ...(failed.length === 0 ? [] : [safe`**Not looked at**`, toList(failed.map(toFailure))]),
      ...(notes.length === 0 ? [] : [toList(notes)]),
    ],
    '\n\n',
  );
}

/** Renders why a sweep could not begin. */
export function renderFaultSummary({ reason, what, advice }: Unverified): string {
  return join(
    [
      safe`### ⚠️ Scan Gate recheck: ${toSentence(reason)}`,
      toSentence(what),
      ...(advice.length === 0 ? [] : [toList(advice.map(toSentence))]),
    ],
    '\n\n',
  );
}

/** Such as `12 gates judged again, 1 run started again, 2 left alone`. */
export function toHeadline(reports: readonly RepositoryReport[]): string {
  const outcomes = reports.flatMap(({ news }) => news.map(({ outcome }) => outcome.kind));
  const count = (kind: GateNews['outcome']['kind']): number => outcomes.filter((each) => each === kind).length;
  const checked = reports.reduce((sum, report) => sum + report.checked, 0);
  const [started, dry, skipped] = [count('rerun'), count('would-rerun'), count('skipped')];
  const parts = [
    `${countOf(checked, 'gate', 'gates')} judged again`,
    ...(started + dry + skipped === 0 ? ['every verdict stands'] : []),
    ...(started === 0 ? [] : [`${countOf(started, 'run', 'runs')} started again`]),
    ...(dry === 0 ? [] : [`${countOf(dry, 'run', 'runs')} would be started again`]),
    ...(skipped === 0 ? [] : [`${formatCount(skipped)} left alone`]),
  ];
  return parts.join(', ');
}

const HEAD = [
  { label: safe`Repository`, align: 'left' },
  { label: safe`Pull request`, align: 'right' },
  { label: safe`Was`, align: 'left' },
  { label: safe`Now`, align: 'left' },
  { label: safe`What was done`, align: 'left' },
] as const;

function toRows(news: readonly GateNews[], serverUrl: string): readonly Markdown[] {
  if (news.length === 0) return [];
  const rows = news.slice(0, MAX_ROWS).map((each) => toRow(each, serverUrl));
  const more = news.length - rows.length;
  return [toTable(HEAD, rows), ...(more === 0 ? [] : [toSentence(`${formatCount(more)} more are in the log.`)])];
}

function toRow(
  { repository, pullRequest, runId, was, now, outcome }: GateNews,
  serverUrl: string,
): readonly Markdown[] {
  const page = `${serverUrl}/${repository}`;
  const run = runId === 0 ? toText('run', 10) : toLink(safe`run`, `${page}/actions/runs/${runId}`);
  return [
    toText(repository, 200),
    toLink(toText(String(pullRequest), 20), `${page}/pull/${pullRequest}`),
    toText(was ?? 'not known', 80),
    toText(now ?? 'not judged', 80),
    outcome.kind === 'skipped' ? toCell(outcome.why) : safe`${run} ${toText(DONE[outcome.kind], 40)}`,
  ];
}

const DONE = { rerun: 'started again', 'would-rerun': 'would be started again' } as const;

/** A code span could end the cell. */
function toCell(sentence: string): Markdown {
  return toText(sentence.replaceAll('`', ''), 400);
}

function toFailure({ repository, fault }: RepositoryReport): Markdown {
  return safe`${toText(repository, 200)}: ${toSentence(fault?.what ?? '')}`;
}

function toNote(repository: string, note: string): Markdown {
  return safe`${toText(repository, 200)}: ${toSentence(note)}`;
}
