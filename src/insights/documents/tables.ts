// The tables of the report, whatever document they are in: titles, sentences, columns and cells. Plain text, untrusted in part.
import { toBugUrl } from '../../documents/links.ts';
import { toVisibleLine } from '../../documents/markdown.ts';
import type { FindingKind } from '../../judgement/finding.ts';
import { countOf, formatCount, formatDuration } from '../../judgement/format.ts';
import { compact, sum } from '../../judgement/lists.ts';
import { scanEndMs } from '../../judgement/scan.ts';
import { type FalseShare, formatShare, type Trust } from '../../judgement/trust.ts';
import type { UnverifiedReason } from '../../judgement/verdict.ts';
import { SOON_DAYS } from '../dismissals.ts';
import type { GateFigures, GateHealth, ReasonCount, ShownPull } from '../gate-facts.ts';
import { type Resolution, sumKinds } from '../history.ts';
import type { PendingSecurityBug } from '../pending-security.ts';
import type { InsightsReport, RepositoryReport } from '../report.ts';
import type { ShownBug } from '../shown-bug.ts';
import type { WayCount } from '../through.ts';
import {
  BY_NOTE,
  formatDayOf,
  formatDays,
  formatWholeDays,
  GATES_NOTE,
  HEALTH_NOTE,
  KIND_WORDS,
  toChangeSentence,
  toCompareNote,
  toReasonWords,
  toSourceWords,
  toThroughNotes,
  WAY_WORDS,
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
  /** What it comes to, a sentence below it; null: nothing. */
  readonly end?: string | null;
  /** Rows that everybody sees, the rest being in a fold; absent: all. */
  readonly open?: number;
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
        of: ({ gates }) => text(gates === null ? 'not known' : gates.blocked.length),
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
      none: gates === null ? '' : 'None is blocked now, and none was merged despite a red check.',
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

function toGateCounts({ open, merged, reasons, blocked, before }: GateFigures, days: number): Grid {
  const why = toReasonList(reasons);
  const past = before.merged;
  const counts: readonly CompareRow[] = [
    ['Open, the gate passed', open.passed, ''],
    ['Open, the gate failed', open.failed, ''],
    [`Open, the gate could not judge${why === '' ? '' : ` (${why})`}`, open.unverified, ''],
    ['Open, no verdict yet', open.unjudged, ''],
    ['Blocked: open, and the gate makes its job red', blocked.length, ''],
    ['Merged: stopped, then green', merged.stopped, past.stopped],
    ['Merged despite a red check', merged.overridden, past.overridden],
    ['Merged: passed at once', merged.passed, past.passed],
    ['Merged: the gate only warned', merged.warned, past.warned],
    ['Merged without a verdict', merged.unjudged, past.unjudged],
  ];
  return toCompareGrid('Pull requests', days, counts);
}

type Counted = number | string | undefined;

/** What is counted, and in the period before; undefined: not known. An empty text: there is no such number. */
type CompareRow = readonly [what: string, now: Counted, before: Counted];

function toCompareGrid(title: string, days: number, rows: readonly CompareRow[]): Grid {
  const number = (given: Counted): Cell => text(given ?? 'not known');
  return toGrid<CompareRow>(
    [
      { title, of: ([what]) => text(what) },
      { title: `These ${countOf(days, 'day', 'days')}`, isNumber: true, of: ([, now]) => number(now) },
      { title: `The ${countOf(days, 'day', 'days')} before`, isNumber: true, of: ([, , before]) => number(before) },
    ],
    rows,
  );
}

/** Such as `2 no scan, 1 stale scan`. */
function toReasonList(reasons: readonly ReasonCount[]): string {
  return reasons.map(({ reason, count }) => `${formatCount(count)} ${toVerdictWords(reason)}`).join(', ');
}

/** Every number of the period beside that of the one before it. */
export function toCompareTable({ total, days }: InsightsReport): Table {
  const { history, gates, through } = total;
  const { before, pendingBefore, flow, resolution, securityResolution } = history;
  const toMedian = (given: Resolution | undefined): Counted => {
    if (given === undefined) return undefined;
    return given.medianMs === null ? 'too few' : formatDays(given.medianMs);
  };
  const rows: readonly (CompareRow | false)[] = [
    ['Pending at the end', sumKinds(history.pending), pendingBefore === null ? undefined : sumKinds(pendingBefore)],
    ['Security bugs among them', history.pending.security, pendingBefore?.security],
    ['Found', flow.found, before?.flow.found],
    ['Resolved', flow.resolved, before?.flow.resolved],
    ['Dismissed', flow.dismissed, before?.flow.dismissed],
    ['Median time to resolve', toMedian(resolution), toMedian(before?.resolution)],
    ['Median time to resolve a security bug', toMedian(securityResolution), toMedian(before?.securityResolution)],
    gates !== null && ['Pull requests stopped, then green', gates.merged.stopped, gates.before.merged.stopped],
    gates !== null && [
      'Pull requests merged despite a red check',
      gates.merged.overridden,
      gates.before.merged.overridden,
    ],
    through !== null && ['Bugs that came in by a merged pull request', through.bugs, through.before.bugs],
    through !== null && ['Security bugs that got through, still pending', through.escaped, through.before.escaped],
  ];
  return {
    title: `These ${countOf(days, 'day', 'days')} and the ${countOf(days, 'day', 'days')} before`,
    notes: compact([toCompareNote(history, days)]),
    none: '',
    ...toCompareGrid('Number', days, compact(rows)),
  };
}

/** The pending security bugs, oldest first; of those whose details are withheld only which they are and how old. */
export function toPendingSecurityTable(report: InsightsReport): Table {
  const { pendingSecurity, now, serverUrl } = report;
  const [bug] = toBugFields(report);
  return toTable<PendingSecurityBug>(
    { title: 'Pending security bugs', notes: [], none: 'No security bug is pending.', open: 10 },
    [
      ...(bug === undefined ? [] : [{ ...bug, of: ({ shown }: PendingSecurityBug) => bug.of(shown) }]),
      { title: 'Age', isShort: true, of: ({ shown }) => text(formatWholeDays(now - shown.foundAt)) },
      {
        title: 'Introduced',
        isShort: true,
        of: ({ shown: { repository, details }, pullRequest }) => ({
          text: pullRequest === null ? '' : `in pull request ${pullRequest}`,
          url: pullRequest === null ? null : `${serverUrl}/${repository}/pull/${pullRequest}`,
          below: toAuthorWords(details?.author ?? null),
        }),
      },
      {
        title: 'Last word of its gate',
        of: ({ shown: { details }, lastWord }) => text(details === null ? '' : LAST_WORDS[lastWord ?? 'unknown']),
      },
    ],
    pendingSecurity,
  );
}

function toAuthorWords(author: string | null): string | null {
  return author === null ? null : `by ${author}`;
}

const LAST_WORDS: Readonly<Record<NonNullable<PendingSecurityBug['lastWord']> | 'unknown', string>> = {
  passed: 'passed',
  failed: 'failed',
  unverified: 'could not judge',
  none: 'no gate',
  unknown: 'not known',
};

/** Fewer than so many make no share. */
const LEAST_FOR_SHARE = 10;

function toShareField<Item>(all: number, of: (item: Item) => number): readonly Field<Item>[] {
  if (all < LEAST_FOR_SHARE) return [];
  return [{ title: 'Share', isNumber: true, of: (item) => text(`${Math.round((100 * of(item)) / all)} %`) }];
}

/** Why the bugs of merged pull requests were not stopped. Null: that is not known. */
export function toThroughTable({ total, days }: InsightsReport): Table | null {
  const { through } = total;
  if (through === null) return null;
  const past = new Map(through.before.ways.map(({ way, bugs }) => [way, bugs]));
  return toTable<WayCount>(
    {
      title: 'What got through',
      notes: through.bugs === 0 ? [] : toThroughNotes(through, days),
      none: 'No bug of these days came in by a merged pull request, as far as the service says.',
      end: toChangeSentence(through),
    },
    [
      { title: 'Why no gate stopped it', of: ({ way }) => text(WAY_WORDS[way]) },
      { title: 'Bugs', isNumber: true, of: ({ bugs }) => text(bugs) },
      ...toShareField<WayCount>(through.bugs, ({ bugs }) => bugs),
      { title: 'Security', isNumber: true, of: ({ security }) => text(security) },
      { title: 'Of those, pending', isNumber: true, of: ({ pendingSecurity }) => text(pendingSecurity) },
      {
        title: `Bugs in the ${countOf(days, 'day', 'days')} before`,
        isNumber: true,
        of: ({ way }) => text(past.get(way) ?? 0),
      },
    ],
    through.ways.filter(({ way, bugs }) => bugs > 0 || (past.get(way) ?? 0) > 0),
  );
}

/** How the gates were. Null: that is not known. */
export function toHealthTable({ total, days }: InsightsReport): Table | null {
  const { gates } = total;
  if (gates === null) return null;
  const [now, past] = [gates.health, gates.before.health];
  const all = now.passed + now.failed + now.unverified;
  const toCount = ({ reasons }: GateHealth, wanted: ReasonCount['reason']): number =>
    reasons.find(({ reason }) => reason === wanted)?.count ?? 0;
  const reasons = [...new Set([...now.reasons, ...past.reasons].map(({ reason }) => reason))];
  const rows: readonly HealthRow[] = [
    { what: 'Passed', now: now.passed, before: past.passed },
    { what: 'Failed', now: now.failed, before: past.failed },
    { what: 'Could not judge', now: now.unverified, before: past.unverified },
    ...reasons.map((reason) => ({
      what: `Could not judge: ${toVerdictWords(reason)}`,
      now: toCount(now, reason),
      before: toCount(past, reason),
    })),
  ];
  const isAny = rows.some((row) => row.now + row.before > 0);
  return toTable<HealthRow>(
    { title: 'Gate health', notes: isAny ? [HEALTH_NOTE] : [], none: 'No gate has left a comment.' },
    [
      { title: 'Last word of the gate', of: ({ what }) => text(what) },
      { title: `These ${countOf(days, 'day', 'days')}`, isNumber: true, of: (row) => text(row.now) },
      ...toShareField<HealthRow>(all, (row) => row.now),
      { title: `The ${countOf(days, 'day', 'days')} before`, isNumber: true, of: ({ before }) => text(before) },
    ],
    isAny ? rows : [],
  );
}

interface HealthRow {
  readonly what: string;
  readonly now: number;
  readonly before: number;
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

/** Dismissals that have ended, or will soon. */
export function toEndingTable(report: InsightsReport): Table {
  const { ending, unreadable } = report.total.dismissals;
  const days = new Map(ending.map(({ shown, day, isOver }) => [shown, `${isOver ? 'expired' : 'expires'} ${day}`]));
  const notes = countOf(unreadable, 'note begins', 'notes begin');
  return toTable<ShownBug>(
    {
      title: 'Expiring exceptions',
      notes: compact([
        `Dismissals until a day that is over, or that comes within ${SOON_DAYS} days.`,
        unreadable > 0 && `${notes} with “until” and no date that can be read.`,
      ]),
      none: `None has expired, and none expires within ${SOON_DAYS} days.`,
    },
    [
      ...toBugFields(report),
      { title: 'Expires', isShort: true, of: (bug) => text(days.get(bug) ?? '') },
      REASON,
      NOTE,
      toDismissedField(report),
    ],
    ending.map(({ shown }) => shown),
  );
}

type NamedShare = FalseShare & { readonly name: string };

/** How often people dismissed a bug as none: by folder, or of several repositories by repository. */
export function toTrustTable({ total, repositories, isSeveral }: InsightsReport): Table {
  const { trust } = total;
  return toTable<NamedShare>(
    {
      title: 'Can we trust the findings?',
      notes: ['Of the bugs that people have reviewed at any time, the share that they dismissed as not a bug.'],
      none: 'People have reviewed fewer than 20 bugs: too few to say.',
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
export function toScanSentences(
  { scans, scansBefore: before }: Pick<RepositoryReport, 'scans' | 'scansBefore'>,
  days: number,
): readonly string[] {
  const { newest, intervalMs, ended, failed } = scans;
  const past =
    before.ended === 0
      ? ''
      : ` (${formatCount(before.failed)} of ${formatCount(before.ended)} in the ${countOf(days, 'day', 'days')} before)`;
  return compact([
    newest === null
      ? 'No full scan has completed.'
      : `The newest full scan ended on ${formatDayOf(scanEndMs(newest))}.`,
    intervalMs !== null && `Full scans were ${formatDuration(intervalMs)} apart (median).`,
    ended > 0 &&
      `${formatCount(failed)} of the ${countOf(ended, 'scan', 'scans')} that ended in these days failed${past}.`,
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
