// The tables of the report, whatever document they are in: titles, sentences, columns and cells. Plain text, untrusted in part.
import { toBugUrl } from '../../documents/links.ts';
import { toVisibleLine } from '../../documents/markdown.ts';
import type { FindingKind } from '../../judgement/finding.ts';
import { countOf, formatCount, formatDuration } from '../../judgement/format.ts';
import { sumKinds } from '../../judgement/history.ts';
import { compact, sum } from '../../judgement/lists.ts';
import { scanEndMs } from '../../judgement/scan.ts';
import { type FalseShare, formatShare, type Trust } from '../../judgement/trust.ts';
import type { UnverifiedReason } from '../../judgement/verdict.ts';
import { SOON_DAYS } from '../dismissals.ts';
import type { GateFigures, ShownPull } from '../gate-facts.ts';
import type { InsightsReport, RepositoryReport } from '../report.ts';
import type { ScanFacts } from '../scan-facts.ts';
import type { ShownBug } from '../shown-bug.ts';
import {
  BY_NOTE,
  formatDayOf,
  formatWholeDays,
  GATES_NOTE,
  KIND_WORDS,
  toReasonWords,
  toSourceWords,
} from './wording.ts';

/** What a cell shows; an empty text leaves it empty. */
export interface Cell {
  readonly text: string;
  /** Made by our code from an input or an address of GitHub; null: no link. */
  readonly url?: string | null;
  /** A second, smaller line. */
  readonly below?: string | null;
  /** Whether that line is not broken. */
  readonly isBelowShort?: boolean;
  /** Whether the text is an identifier. */
  readonly isCode?: boolean;
  /** The text is the word of this kind. */
  readonly kind?: FindingKind;
}

export interface Column {
  readonly title: string;
  /** Of numbers, which are aligned at their end. */
  readonly isNumber?: boolean;
  /** Of dates and the like, which are not broken. */
  readonly isShort?: boolean;
}

export interface Grid {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface Table extends Grid {
  readonly title: string;
  /** What to know before reading it, a sentence each. */
  readonly notes: readonly string[];
  /** Numbers that stand before all else. */
  readonly counts?: Grid;
  /** What is said instead of a table without rows. */
  readonly none: string;
}

/** A column with the cell of each thing in it. */
type Field<Item> = Column & { readonly of: (item: Item) => Cell };

function toTable<Item>(table: Omit<Table, keyof Grid>, fields: readonly Field<Item>[], items: readonly Item[]): Table {
  return { ...table, ...toGrid(fields, items) };
}

function toGrid<Item>(fields: readonly Field<Item>[], items: readonly Item[]): Grid {
  return { columns: fields, rows: items.map((item) => fields.map(({ of }) => of(item))) };
}

const text = (given: string | number | null): Cell => ({
  text: typeof given === 'number' ? formatCount(given) : (given ?? ''),
});

/** One row a repository, worst first; those that could not be read are apart. */
export function toRepositoryTable({ repositories, serverUrl, now }: InsightsReport): Table {
  const number = (title: string, of: (report: RepositoryReport) => number | null): Field<RepositoryReport> => ({
    title,
    isNumber: true,
    of: (report) => text(of(report)),
  });
  return toTable<RepositoryReport>(
    { title: 'Repositories', notes: [], none: 'No repository could be read.' },
    [
      { title: 'Repository', of: ({ repository }) => ({ text: repository, url: `${serverUrl}/${repository}` }) },
      number('Pending security bugs', ({ history }) => history.pending.security),
      {
        title: 'Oldest of them',
        isNumber: true,
        of: ({ oldestSecurityAt: at }) => text(at === null ? '' : formatWholeDays(now - at)),
      },
      number('All pending', ({ history }) => sumKinds(history.pending)),
      number('Found', ({ history }) => history.flow.found),
      number('Resolved', ({ history }) => history.flow.resolved),
      number('Dismissed', ({ history }) => history.flow.dismissed),
      {
        title: 'Pull requests blocked now',
        isNumber: true,
        of: ({ gates }) => text(gates === null ? 'not known' : gates.open.failed + gates.open.unverified),
      },
      { title: 'Newest full scan', of: ({ scans }) => text(scans.newest && formatDayOf(scanEndMs(scans.newest))) },
    ],
    repositories,
  );
}

/** Such as `no scan`. */
function toVerdictWords(reason: UnverifiedReason | null): string {
  return reason === null ? 'for another reason' : reason.replaceAll('-', ' ');
}

/** Pull requests that a gate blocks now, or that were merged against one. */
export function toPullTable({ total, repositories, isSeveral, serverUrl, days }: InsightsReport): Table {
  const { gates } = total;
  // Where those of one repository are not known, the others are shown all the same.
  const known = gates === null ? compact(repositories.map((report) => report.gates)) : [gates];
  const pulls = [...known.flatMap(({ overridden }) => overridden), ...known.flatMap(({ blocked }) => blocked)];
  const leftOut = sum(known.map((figures) => figures.leftOut));
  return toTable<ShownPull>(
    {
      title: 'Pull requests',
      notes: compact([
        gates === null && 'It is not known how many pull requests the gates stopped in all.',
        known.length > 0 && GATES_NOTE,
        leftOut > 0 && `${countOf(leftOut, 'more pull request was', 'more pull requests were')} not looked at.`,
      ]),
      ...(gates && { counts: toGateCounts(gates, days) }),
      none: gates === null ? '' : 'None is blocked now, and none was merged against the gate.',
    },
    [
      {
        title: 'Pull request',
        of: ({ repository, number, title }) => ({
          text: String(number),
          url: `${serverUrl}/${repository}/pull/${number}`,
          below: compact([isSeveral && repository, title]).join(' · '),
        }),
      },
      { title: 'State', of: (pull) => text(toPullState(pull)) },
    ],
    pulls,
  );
}

function toGateCounts({ open, merged, reasons }: GateFigures, days: number): Grid {
  const why = reasons.map(({ reason, count }) => `${formatCount(count)} ${toVerdictWords(reason)}`).join(', ');
  const inDays = `Merged in these ${formatCount(days)} days`;
  const counts: readonly (readonly [what: string, count: number])[] = [
    ['Open, the gate passed', open.passed],
    ['Open, the gate failed', open.failed],
    [`Open, could not be judged${why === '' ? '' : ` (${why})`}`, open.unverified],
    ['Open, no verdict yet', open.unjudged],
    [`${inDays}, stopped and then fixed`, merged.stopped],
    [`${inDays}, against the gate`, merged.overridden],
    [`${inDays}, without a verdict`, merged.unjudged],
    [`${inDays}, all others`, merged.passed],
  ];
  return toGrid(
    [
      { title: 'Pull requests', of: ([what]) => text(what) },
      { title: 'How many', isNumber: true, of: ([, count]) => text(count) },
    ],
    counts,
  );
}

function toPullState({ mergedAt, verdict, reason }: ShownPull): string {
  const word = verdict === 'failed' ? 'the gate failed' : `could not be judged (${toVerdictWords(reason)})`;
  return mergedAt === null ? `open, ${word}` : `merged on ${formatDayOf(mergedAt)}, ${word}`;
}

/** What was dismissed in the period, newest first. */
export function toDismissedTable(report: InsightsReport): Table {
  return toTable<ShownBug>(
    {
      title: `Dismissed in these ${formatCount(report.days)} days`,
      notes: [BY_NOTE],
      none: 'Nothing was dismissed.',
    },
    [
      ...toBugFields(report),
      {
        title: 'Reason',
        of: (bug) => ({
          text: toReasonWords(bug.review?.reason ?? null),
          below: toUntilWords(bug),
          isBelowShort: true,
        }),
      },
      NOTE,
      toDismissedField(report),
    ],
    report.total.dismissals.dismissed,
  );
}

/** Security bugs that were dismissed without a word. */
export function toLookAgainTable(report: InsightsReport): Table {
  return toTable<ShownBug>(
    {
      title: 'To look at again',
      notes: ['Security bugs that were dismissed in these days without any note.'],
      none: 'None: every dismissal of a security bug has a note.',
    },
    [...toBugFields(report), REASON, toDismissedField(report)],
    report.total.dismissals.toLookAtAgain,
  );
}

/** Acceptances that have ended, or will soon. */
export function toEndingTable(report: InsightsReport): Table {
  const { ending, unreadable } = report.total.dismissals;
  const days = new Map(ending.map(({ shown, day, isOver }) => [shown, `${day}${isOver ? ', over' : ''}`]));
  const notes = countOf(unreadable, 'note begins', 'notes begin');
  return toTable<ShownBug>(
    {
      title: 'Acceptances that end',
      notes: compact([
        `Dismissals that were good until a day which is over, or comes within ${SOON_DAYS} days.`,
        unreadable > 0 && `${notes} with “until” and no date that can be read.`,
      ]),
      none: `None has ended, and none ends within ${SOON_DAYS} days.`,
    },
    [
      ...toBugFields(report),
      { title: 'Good until', isShort: true, of: (bug) => text(days.get(bug) ?? '') },
      REASON,
      NOTE,
      toDismissedField(report),
    ],
    ending.map(({ shown }) => shown),
  );
}

type NamedShare = FalseShare & { readonly name: string };

/** How often people dismissed a bug as none: by folder, or of several repositories by repository. */
export function toTrustTable({ total, repositories, isSeveral, serviceName }: InsightsReport): Table {
  const { trust } = total;
  return toTable<NamedShare>(
    {
      title: `May we trust ${serviceName}?`,
      notes: ['Of the bugs that people have reviewed at any time, the share that they dismissed as not a bug.'],
      none: 'Fewer than twenty bugs have been reviewed: too few to say.',
    },
    [
      { title: isSeveral ? 'Repository' : 'Folder', of: ({ name }) => text(name) },
      { title: 'Not a bug', isNumber: true, of: (share) => text(formatShare(share)) },
    ],
    trust === null ? [] : [{ name: 'All', ...trust }, ...(isSeveral ? toShares(repositories) : toFolders(trust))],
  );
}

function toFolders({ folders }: Trust): readonly NamedShare[] {
  return folders.map(({ folder, ...share }) => ({ name: folder, ...share }));
}

function toShares(repositories: readonly RepositoryReport[]): readonly NamedShare[] {
  return repositories.flatMap(({ repository, trust }) => (trust === null ? [] : [{ name: repository, ...trust }]));
}

/** What the scans of one repository say, a sentence each. */
export function toScanSentences({ newest, intervalMs, ended, failed }: ScanFacts): readonly string[] {
  return compact([
    newest === null
      ? 'No full scan has completed.'
      : `The newest full scan ended on ${formatDayOf(scanEndMs(newest))}.`,
    intervalMs !== null && `Full scans were ${formatDuration(intervalMs)} apart (median).`,
    ended > 0 && `${formatCount(failed)} of the ${countOf(ended, 'scan', 'scans')} that ended in these days failed.`,
  ]);
}

/** The bug, its repository where there are several, and its kind. */
function toBugFields({ isSeveral, bugUrl }: InsightsReport): readonly Field<ShownBug>[] {
  return [
    {
      title: 'Bug',
      of: ({ repository, id, details }) => ({
        text: details === null || toVisibleLine(details.title) === '' ? id : details.title,
        url: bugUrl === null ? null : toBugUrl(bugUrl, id),
        isCode: details === null,
        below: compact([isSeveral && repository, details?.path]).join(' · '),
      }),
    },
    { title: 'Kind', isShort: true, of: ({ kind }) => ({ text: KIND_WORDS[kind], kind }) },
  ];
}

const REASON: Field<ShownBug> = { title: 'Reason', of: ({ review }) => text(toReasonWords(review?.reason ?? null)) };
const NOTE: Field<ShownBug> = { title: 'Note', of: ({ details }) => text(details?.note ?? null) };

/** The day, and a name in the note, else where it was reviewed. */
function toDismissedField({ serviceName }: InsightsReport): Field<ShownBug> {
  return {
    title: 'Dismissed',
    of: ({ review, details }) => {
      const by = details?.by ?? null;
      const where = toSourceWords(review?.source ?? null, serviceName);
      return { text: review === null ? '' : formatDayOf(review.at), below: by === null ? where : `by ${by}` };
    },
  };
}

function toUntilWords({ review }: ShownBug): string | null {
  const until = review?.until ?? null;
  if (until === 'unreadable') return 'until an unknown day';
  return until && `until ${until.day}`;
}
