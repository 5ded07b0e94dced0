// The job summary of the doctor for many repositories has one table, worst first, and the workflow of each set-up.
import { toWhat } from '../../documents/causes.ts';
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
import { renderCodeBlock } from '../../documents/untrusted-prose.ts';
import { formatDay } from '../../judgement/day.ts';
import { countOf, formatCount, formatDuration, withoutFullStop } from '../../judgement/format.ts';
import { compact } from '../../judgement/lists.ts';
import { toList } from '../check.ts';
import { toTotalLine } from '../log.ts';
import { toOriginWords } from '../recent-pulls.ts';
import { compareRows, isReady, type Row, toRedSentence } from '../row.ts';
import type { SetUpInput } from '../set-ups.ts';
import { CHECK_TITLES, REPLAY_METHOD } from '../wording.ts';
import { toWorkflow } from './workflow.ts';

export interface TableFrame {
  readonly serverUrl: string;
  /** The workflows to paste have this base address of the service. */
  readonly apiUrl: string;
}

/** The limit is ours: a summary has room for 1 MiB. */
const MAX_ROWS = 1_000;
const ROLL_OUT_PAGE =
  'https://github.com/scan-gate/scan-gate/blob/main/docs/operations.md#roll-out-to-two-hundred-repositories';

/** Renders the same text for the same rows. */
export function renderDoctorTable(rows: readonly Row[], frame: TableFrame): string {
  const sorted = rows.toSorted(compareRows);
  const more = rows.length - MAX_ROWS;
  const icon = rows.some(({ isHealthy }) => !isHealthy) ? '❌' : rows.every(isReady) ? '✅' : '⚠️';
  return String(
    blocks(
      gfm`### ${icon} Scan Gate doctor: ${renderSentence(toTotalLine(rows))}`,
      rows.length > 0 &&
        renderTable(
          HEAD,
          sorted.slice(0, MAX_ROWS).map((row) => renderRow(row, frame)),
        ),
      more > 0 && renderSentence(`${formatCount(more)} more are in the output \`report\`.`),
      rows.some(({ result }) => result !== null) && renderSentence(REPLAY_METHOD),
      rows.some(isReady) && gfm`Next: ${renderLink('roll it out with the output', ROLL_OUT_PAGE)} \`report\`.`,
      renderWorkflows(sorted, frame),
    ),
  );
}

/** A table of three columns can be read on a phone. */
const HEAD = ['Repository', 'Set-up', 'Notes'];

function renderRow(row: Row, { serverUrl }: TableFrame): readonly Piece[] {
  const { repository, recommendation, blocked } = row;
  const notes = compact([toRedSentence(row), toScans(row), ...toRemarks(row), toOrigins(row), row.publicNote]);
  return [
    renderLink(renderText(repository, 200), `${serverUrl}/${repository}`),
    recommendation,
    join(
      [
        blocked.length > 0 && gfm`❌`,
        blocked.map(({ id, what }) => gfm`**${CHECK_TITLES[id]}:** ${renderCell(what)}`),
        notes.map(renderCell),
      ],
      ' ',
    ),
  ];
}

/** Says nothing of a missing scan where something is blocked, which says why. */
function toScans({ scannedAt, isRead, readAt, intervalMs, isHealthy }: Row): string | null {
  if (scannedAt === null && !isHealthy) return null;
  if (scannedAt === null) return isRead ? 'No full scan.' : 'Scans not known.';
  const rhythm = intervalMs === null ? '' : `, every ${formatDuration(intervalMs)}`;
  return `Scanned ${formatDuration(Math.max(0, readAt - scannedAt))} ago${rhythm}.`;
}

function toRemarks({ result, tooLarge, unread, leftOut }: Row): readonly string[] {
  const { unverified, reasons } = result ?? { unverified: 0, reasons: [] };
  const [first] = unread;
  return compact([
    unverified > 0 && `${formatCount(unverified)} without a verdict: ${reasons.join(', ')}.`,
    leftOut > 0 && `${formatCount(leftOut)} not judged for lack of requests or time.`,
    tooLarge.length > 0 && `${formatCount(tooLarge.length)} not judged: too large.`,
    first && `${formatCount(unread.length)} not judged: ${withoutFullStop(toWhat(first.fault))}.`,
  ]);
}

function toOrigins({ origins }: Row): string | null {
  const words = origins === null ? '' : toOriginWords(origins);
  return words === '' ? null : `${words}.`;
}

/** Renders one for all repositories that it fits; where a set-up needs several, each names its repositories. */
function renderWorkflows(rows: readonly Row[], { apiUrl }: TableFrame): Pieces {
  const ready = rows.filter(isReady);
  const groups = [...Map.groupBy(ready, toWorkflowKey).values()];
  return groups.flatMap((group) => {
    const [first] = group;
    const setUp = first?.recommended;
    if (first === undefined || !setUp) return [];
    const name = first.recommendation;
    const isOneOfSeveral = ready.filter((row) => row.recommendation === name).length > group.length;
    const names = renderText(toList(group.map(({ repository }) => repository)), 5_000);
    const heading = gfm`The workflow for <b>${name}</b>, ${countOf(group.length, 'repository', 'repositories')}`;
    const inputs = [...toShared(group), ...toSinceOfEach(group)];
    const workflow = renderCodeBlock(toWorkflow({ ...setUp, inputs }, apiUrl), 'yaml');
    return renderFold(isOneOfSeveral ? gfm`${heading}: ${names}` : heading, [workflow]);
  });
}

/** Repositories that share a workflow may differ in these: the workflow takes the longest. */
const LONGEST = ['max-scan-age', 'wait-for-scan', 'wait-timeout'];

function toWorkflowKey({ recommendation, recommended }: Row): string {
  const inputs = recommended?.inputs.filter(({ name }) => name !== 'found-since' && !LONGEST.includes(name));
  return JSON.stringify([recommendation, recommended?.on, inputs]);
}

function toShared(rows: readonly Row[]): readonly SetUpInput[] {
  const all = rows.flatMap(({ repository, recommended }) =>
    (recommended?.inputs ?? []).map((input) => ({ ...input, repository })),
  );
  const named = [...Map.groupBy(all, ({ name }) => name)].filter(([name]) => name !== 'found-since');
  return named.flatMap(([, inputs]) => {
    const [longest] = inputs.toSorted((a, b) => Number.parseInt(b.value, 10) - Number.parseInt(a.value, 10));
    const [first] = inputs;
    if (first === undefined || longest === undefined) return [];
    const { repository, ...input } = LONGEST.includes(first.name) ? longest : first;
    const isOwn = rows.length > 1 && LONGEST.includes(input.name) && input.comment !== undefined;
    return isOwn ? { ...input, comment: `long enough for ${repository}` } : input;
  });
}

/** GitHub reads so many characters in one expression. */
const MAX_EXPRESSION_CHARACTERS = 21_000;

/** Writes one line for all, which is empty in a repository that needs no day. Only the table has the days of too many. */
function toSinceOfEach(rows: readonly Row[]): readonly SetUpInput[] {
  const days = rows.flatMap(({ repository, result }) =>
    result?.foundSince ? [[repository, formatDay(result.foundSince.day)]] : [],
  );
  if (days.length === 0) return [];
  const value = `\${{ fromJSON('${JSON.stringify(Object.fromEntries(days))}')[github.repository] }}`;
  if (value.length > MAX_EXPRESSION_CHARACTERS) return [];
  return [{ name: 'found-since', value, comment: 'leaves out what is pending today' }];
}
