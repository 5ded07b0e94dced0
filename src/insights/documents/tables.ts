// The tables of the report, whatever document they are in: titles, sentences, columns and cells. Plain text, untrusted in part.
import { toBugUrl } from '../../documents/links.ts';
import { toVisibleLine } from '../../documents/markdown.ts';
import { formatDay } from '../../judgement/day.ts';
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
  formatDays,
  formatWholeDays,
  GATES_NOTE,
  HEALTH_NOTE,
  KIND_WORDS,
  toChangeSentence,
  toCompareNote,
  toReasonWords,
  toSourceWords,
  toBridge,
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
  readonly isCode?: boolean;
  /** The text is the word of this kind. */
  readonly kind?: FindingKind;
  /** Whether it is a part of the row above. */
  readonly isPart?: boolean;
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
  /** What it is about, in a sentence or two above it; null: nothing. */
  readonly lead?: string | null;
  /** What to know when reading it, a sentence each. */
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

/** The tables in the order of every document: `first` stands before what got through, `last` after it. */
export interface Tables {
  readonly first: readonly Table[];
  readonly through: Table | null;
  /** The period beside the one before it, which only the page has room for. */
  readonly compare: Table;
  readonly last: readonly Table[];
  /** Of one repository what its scans say, a sentence each. */
  readonly scans: readonly string[];
}

export function toTables(report: InsightsReport): Tables {
  const { isSeveral, repositories, days } = report;
  const [only] = repositories;
  return {
    first: compact([isSeveral && toRepositoryTable(report), toPendingSecurityTable(report)]),
    through: toThroughTable(report),
    compare: toCompareTable(report),
    last: compact([
      toHealthTable(report),
      toPullTable(report),
      toDismissedTable(report),
      toLookAgainTable(report),
      toEndingTable(report),
      toTrustTable(report),
    ]),
    scans: isSeveral || only === undefined ? [] : toScanSentences(only, days),
  };
}

/** One row a repository, worst first; those that could not be read are apart. */
function toRepositoryTable({ repositories, serverUrl, now }: InsightsReport): Table {
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
        of: ({ gates }) => text(gates === null ? 'not known' : toAtLeast(gates.blocked.length, gates.unread.open)),
      },
      { title: 'Newest full scan', of: ({ scans }) => text(scans.newest && formatDay(scanEndMs(scans.newest))) },
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
  const overridden = known.flatMap((figures) => figures.overridden);
  const blocked = known.flatMap((figures) => figures.blocked);
  const leftOut = sum(known.map((figures) => figures.leftOut));
  const isUnread = known.some(({ unread }) => unread.open + unread.merged > 0);
  return toTable<ShownPull>(
    {
      title: 'Pull requests',
      notes: compact([
        gates === null && 'It is not known how many pull requests the gates stopped in all.',
        known.length > 0 && GATES_NOTE,
        leftOut > 0 && `${countOf(leftOut, 'more pull request was', 'more pull requests were')} not looked at.`,
        blocked.length > 0 &&
          `${countOf(blocked.length, 'open one is', 'open ones are')} blocked: the gate makes the job red.`,
      ]),
      ...(gates && { counts: toGateCounts(gates, days) }),
      none:
        gates === null ? '' : isUnread ? NONE_KNOWN : 'None is blocked now, and none was merged despite a red check.',
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
    [...overridden, ...blocked],
  );
}

const NONE_KNOWN = 'None is known to be blocked now, or to have been merged despite a red check.';

/** Open ones and merged ones, each in all and by what became of them; of nothing there is no row. */
function toGateCounts({ open, merged, reasons, before, unread }: GateFigures, days: number): Grid {
  const why = toReasonList(reasons);
  const past = before?.merged;
  const sumOf = (counts: GateFigures['open'] | GateFigures['merged'] | undefined): number | null =>
    counts === undefined ? null : sum(Object.values(counts));
  const parts = [
    toRow('Passed', open.passed),
    toRow('Failed', open.failed),
    toRow(`Could not be judged${why === '' ? '' : ` (${why})`}`, open.unverified),
    toRow('No verdict yet', open.unjudged),
    toRow('Not read', unread.open),
  ];
  const mergedParts = [
    toRow('Stopped at first, passed later', merged.stopped, past?.stopped),
    toRow('Merged despite a red check', merged.overridden, past?.overridden),
    toRow('Passed at once', merged.passed, past?.passed),
    toRow('The gate only warned', merged.warned, past?.warned),
    toRow('No verdict', merged.unjudged, past?.unjudged),
    toRow('Not read', unread.merged),
  ];
  const toParts = (rows: readonly CompareRow[]): readonly CompareRow[] =>
    rows.filter(({ now, before: earlier }) => now !== 0 || (earlier ?? 0) !== 0).map(toPart);
  return toCompareGrid('Pull requests', days, [
    toRow('Open now', (sumOf(open) ?? 0) + unread.open),
    ...toParts(parts),
    toRow('Merged', (sumOf(merged) ?? 0) + unread.merged, sumOf(past)),
    ...toParts(mergedParts),
  ]);
}

/** What is counted, and in the period before; null: not known, or there is no such number. */
interface CompareRow {
  readonly what: string;
  readonly now: number | string | null;
  readonly before: number | string | null;
  /** Whether it is a part of a row above. */
  readonly isPart?: boolean;
}

function toRow<Now extends CompareRow['now']>(
  what: string,
  now: Now,
  before: Now | null = null,
): CompareRow & { readonly now: Now; readonly before: Now | null } {
  return { what, now, before };
}

/** What was counted, where more may belong to it that was not read: such as `5 or more`. */
function toAtLeast(count: number, unread: number): number | string {
  if (unread === 0) return count;
  return count === 0 ? 'not known' : `${formatCount(count)} or more`;
}

function toPart<Row extends CompareRow>(row: Row): Row {
  return { ...row, isPart: true };
}

/** The second column is there only if something is known of the period before. */
function toCompareGrid(title: string, days: number, rows: readonly CompareRow[]): Grid {
  const isAny = rows.some(({ before }) => before !== null);
  const fields: readonly (Field<CompareRow> | false)[] = [
    { title, of: toWhatCell },
    { title: toPeriodTitle(days), isNumber: true, of: ({ now }) => text(now) },
    isAny && { title: toBeforeTitle(days), isNumber: true, of: ({ before }) => text(before) },
  ];
  return toGrid(compact(fields), rows);
}

function toWhatCell({ what, isPart = false }: CompareRow): Cell {
  return { text: what, isPart };
}

function toPeriodTitle(days: number): string {
  return `These ${countOf(days, 'day', 'days')}`;
}

function toBeforeTitle(days: number): string {
  return `The ${countOf(days, 'day', 'days')} before`;
}

/** Such as `2 no scan, 1 stale scan`. */
function toReasonList(reasons: readonly ReasonCount[]): string {
  return reasons.map(({ reason, count }) => `${formatCount(count)} ${toVerdictWords(reason)}`).join(', ');
}

/** Every number of the period beside that of the one before it. */
export function toCompareTable({ total, days }: InsightsReport): Table {
  const { history, gates, through } = total;
  const { before, pendingBefore, flow, resolution, securityResolution } = history;
  const toMedian = ({ medianMs }: Resolution): string => (medianMs === null ? 'too few' : formatDays(medianMs));
  const rows: readonly (CompareRow | false)[] = [
    toRow('Pending at the end', sumKinds(history.pending), pendingBefore && sumKinds(pendingBefore)),
    toPart(toRow('Security bugs', history.pending.security, pendingBefore?.security)),
    toRow('Found', flow.found, before?.flow.found),
    toRow('Resolved', flow.resolved, before?.flow.resolved),
    toRow('Dismissed', flow.dismissed, before?.flow.dismissed),
    toRow('Median time to resolve', toMedian(resolution), before && toMedian(before.resolution)),
    toPart(toRow('Security bugs', toMedian(securityResolution), before && toMedian(before.securityResolution))),
    gates !== null &&
      toRow(
        'Pull requests stopped at first, passed later',
        toAtLeast(gates.merged.stopped, gates.unread.merged),
        gates.before?.merged.stopped,
      ),
    gates !== null &&
      toRow(
        'Pull requests merged despite a red check',
        toAtLeast(gates.merged.overridden, gates.unread.merged),
        gates.before?.merged.overridden,
      ),
    through !== null &&
      toRow(
        'Bugs that came in with merged pull requests',
        toAtLeast(through.bugs, through.unread.elsewhere),
        through.before?.bugs,
      ),
    through !== null &&
      toRow(
        'Security bugs that got through unseen, still pending',
        toAtLeast(through.escaped, through.unread.pendingSecurity),
        through.before?.escaped,
      ),
  ];
  const known = compact(rows);
  const isAny = known.some((row) => row.before !== null);
  const note = toCompareNote(total, days);
  return {
    title: `${toPeriodTitle(days)}${isAny ? ` and the ${countOf(days, 'day', 'days')} before` : ''}`,
    notes: compact([note, note !== null && isAny && 'A dash stands where a number is not known.']),
    none: '',
    ...toCompareGrid('Number', days, isAny ? known.map((row) => ({ ...row, before: row.before ?? '–' })) : known),
  };
}

/** Rows of a list that everybody sees: ten, or eleven rather than one that is hidden. */
export function countOpenRows(rows: number): number {
  return rows === 11 ? 11 : 10;
}

/** The pending security bugs, oldest first; of those whose details are withheld only which they are and how old. */
function toPendingSecurityTable(report: InsightsReport): Table {
  const { pendingSecurity, now, serverUrl } = report;
  const [bug] = toBugFields(report);
  return toTable<PendingSecurityBug>(
    {
      title: 'Pending security bugs',
      notes: [],
      none: 'No security bug is pending.',
      open: countOpenRows(pendingSecurity.length),
    },
    [
      ...(bug === undefined ? [] : [{ ...bug, of: ({ shown }: PendingSecurityBug) => bug.of(shown) }]),
      { title: 'Age', isShort: true, of: ({ shown }) => text(formatWholeDays(now - shown.foundAt)) },
      {
        title: 'Introduced',
        isShort: true,
        of: ({ shown: { repository, details }, pullRequest, isOpen }) => ({
          text: pullRequest === null ? '' : `in pull request ${pullRequest}${isOpen ? ', open' : ''}`,
          url: pullRequest === null ? null : `${serverUrl}/${repository}/pull/${pullRequest}`,
          below: toAuthorWords(details?.author ?? null),
        }),
      },
      {
        title: 'Gate verdict',
        isShort: true,
        of: ({ pullRequest, lastWord }) => text(pullRequest === null ? '' : LAST_WORDS[lastWord ?? 'unknown']),
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
  none: 'no verdict',
  unknown: 'not known',
};

/** Fewer than so many make no share. */
const LEAST_FOR_SHARE = 10;

/** Whole percent of each, which come to a hundred: what rounding down leaves goes to those that lost most by it. */
function toPercents(counts: readonly number[]): readonly number[] {
  const all = sum(counts);
  const exact = counts.map((count) => (100 * count) / all);
  const whole = exact.map(Math.floor);
  const lost = exact.map((percent, at) => ({ at, part: percent - Math.floor(percent) }));
  const next = lost.toSorted((a, b) => b.part - a.part || a.at - b.at).slice(0, 100 - sum(whole));
  return whole.map((percent, at) => percent + (next.some((each) => each.at === at) ? 1 : 0));
}

/** The share of each item in all of them; an item for which `of` gives null is a part of another, and has none. */
function toShareField<Item>(items: readonly Item[], of: (item: Item) => number | null): readonly Field<Item>[] {
  const counted = items.flatMap((item) => ({ item, count: of(item) })).filter(({ count }) => count !== null);
  const counts = counted.map(({ count }) => count ?? 0);
  if (sum(counts) < LEAST_FOR_SHARE) return [];
  const percents = toPercents(counts);
  const shares = new Map(counted.map(({ item }, at) => [item, `${percents[at] ?? 0} %`]));
  return [{ title: 'Share', isNumber: true, of: (item) => text(shares.get(item) ?? null) }];
}

/** Why the bugs of merged pull requests were not stopped. Null: that is not known. */
export function toThroughTable({ total, days }: InsightsReport): Table | null {
  const { through } = total;
  if (through === null) return null;
  const { before } = through;
  const past = before && new Map(before.ways.map(({ way, bugs }) => [way, bugs]));
  const ways = through.ways.filter(({ way, bugs }) => bugs > 0 || (past?.get(way) ?? 0) > 0);
  const fields: readonly (Field<WayCount> | false)[] = [
    { title: 'Why no gate stopped it', of: ({ way }) => text(WAY_WORDS[way]) },
    { title: 'Bugs', isNumber: true, of: ({ bugs }) => text(bugs) },
    ...toShareField<WayCount>(ways, ({ bugs }) => bugs),
    { title: 'Security bugs', isNumber: true, of: ({ security }) => text(security) },
    { title: 'Of these, pending', isNumber: true, of: ({ pendingSecurity }) => text(pendingSecurity) },
    past !== null && {
      title: `Bugs in the ${countOf(days, 'day', 'days')} before`,
      isNumber: true,
      of: ({ way }) => text(past.get(way) ?? 0),
    },
  ];
  return toTable<WayCount>(
    {
      title: 'What got through',
      lead: toBridge(total, days),
      notes: ways.length === 0 ? [] : toThroughNotes(through),
      none: 'No bug of these days is known to have come in with a merged pull request.',
      end: toChangeSentence(through),
    },
    compact(fields),
    ways,
  );
}

/** How the gates were. Null: that is not known. */
export function toHealthTable({ total, days }: InsightsReport): Table | null {
  const { gates } = total;
  if (gates === null) return null;
  const now = gates.health;
  const past = gates.before?.health ?? null;
  const toCount = ({ reasons }: GateHealth, wanted: ReasonCount['reason']): number =>
    reasons.find(({ reason }) => reason === wanted)?.count ?? 0;
  const reasons = [...new Set([...now.reasons, ...(past?.reasons ?? [])].map(({ reason }) => reason))];
  const rows: readonly HealthRow[] = [
    toRow('Passed', now.passed, past?.passed),
    toRow('Failed', now.failed, past?.failed),
    toRow('Could not judge', now.unverified, past?.unverified),
    ...reasons.map((reason) =>
      toPart(toRow(toVerdictWords(reason), toCount(now, reason), past && toCount(past, reason))),
    ),
  ];
  const isAny = rows.some((row) => row.now + (row.before ?? 0) > 0);
  const unread = sum(Object.values(gates.unread));
  const fields: readonly (Field<HealthRow> | false)[] = [
    { title: 'What the gate said last', of: toWhatCell },
    { title: toPeriodTitle(days), isNumber: true, of: (row) => text(row.now) },
    ...toShareField<HealthRow>(rows, (row) => (row.isPart === true ? null : row.now)),
    past !== null && { title: toBeforeTitle(days), isNumber: true, of: ({ before }) => text(before) },
  ];
  return toTable<HealthRow>(
    {
      title: 'Gate health',
      notes: compact([
        isAny && HEALTH_NOTE,
        unread > 0 &&
          `Of ${countOf(unread, 'pull request', 'pull requests')} the comments could not be read, or not all.`,
      ]),
      none: unread > 0 ? 'No comment of a gate was found.' : 'No gate has left a comment.',
    },
    compact(fields),
    isAny ? rows : [],
  );
}

interface HealthRow extends CompareRow {
  readonly now: number;
  readonly before: number | null;
}

function toPullState({ mergedAt, verdict, reason }: ShownPull): string {
  const word = verdict === 'failed' ? 'the gate failed' : `could not be judged (${toVerdictWords(reason)})`;
  return mergedAt === null ? `open, ${word}` : `merged on ${formatDay(mergedAt)}, ${word}`;
}

/** What was dismissed in the period, newest first. */
function toDismissedTable(report: InsightsReport): Table {
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
function toLookAgainTable(report: InsightsReport): Table {
  return toTable<ShownBug>(
    {
      title: 'Security bugs dismissed without a note',
      notes: [],
      none: 'None: every dismissal of a security bug has a note.',
    },
    [...toBugFields(report), REASON, toDismissedField(report)],
    report.total.dismissals.toLookAtAgain,
  );
}

/** Dismissals that have ended, or will soon. */
function toEndingTable(report: InsightsReport): Table {
  const { ending, unreadable } = report.total.dismissals;
  const days = new Map(ending.map(({ shown, day, isOver }) => [shown, `${isOver ? 'expired' : 'expires'} ${day}`]));
  const notes = countOf(unreadable, 'note begins', 'notes begin');
  return toTable<ShownBug>(
    {
      title: 'Expiring exceptions',
      notes: compact([
        `Bugs that were dismissed until a date that has passed or will pass within ${SOON_DAYS} days. An expired one still counts as dismissed here, until somebody reopens it.`,
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
  const parts = trust === null ? [] : isSeveral ? toShares(repositories) : toFolders(trust);
  return toTable<NamedShare>(
    {
      title: 'Can we trust the findings?',
      lead:
        trust &&
        `Of the ${formatCount(trust.reviewed)} bugs that people have reviewed at any time, they dismissed ${formatCount(trust.notABug)} as not a bug (${formatPercent(trust)}).`,
      notes: trust === null ? [] : ['Reviews by the service itself, such as after a fix, do not count.'],
      none: trust === null ? 'People have reviewed fewer than 20 bugs, too few to say.' : '',
    },
    [
      { title: isSeveral ? 'Repository' : 'Folder', of: ({ name }) => text(name) },
      { title: 'Not a bug, of those reviewed by people', isNumber: true, of: (share) => text(formatShare(share)) },
    ],
    parts,
  );
}

function formatPercent({ notABug, reviewed }: FalseShare): string {
  return `${Math.round((100 * notABug) / reviewed)} %`;
}

function toFolders({ folders }: Trust): readonly NamedShare[] {
  return folders.map(({ folder, ...share }) => ({ name: folder, ...share }));
}

function toShares(repositories: readonly RepositoryReport[]): readonly NamedShare[] {
  return repositories.flatMap(({ repository, trust }) => (trust === null ? [] : [{ name: repository, ...trust }]));
}

/** What the scans of one repository say, a sentence each. */
function toScanSentences(
  { scans, scansBefore: before }: Pick<RepositoryReport, 'scans' | 'scansBefore'>,
  days: number,
): readonly string[] {
  const { newest, intervalMs, ended, failed } = scans;
  const past =
    before === null || before.ended === 0
      ? ''
      : ` (${formatCount(before.failed)} of ${formatCount(before.ended)} in the ${countOf(days, 'day', 'days')} before)`;
  return compact([
    newest === null ? 'No full scan has completed.' : `The newest full scan ended on ${formatDay(scanEndMs(newest))}.`,
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
        url: toBugUrl(bugUrl, id),
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
      return { text: review === null ? '' : formatDay(review.at), below: by === null ? where : `by ${by}` };
    },
  };
}

function toUntilWords({ review }: ShownBug): string | null {
  const until = review?.until ?? null;
  if (until === 'unreadable') return 'until an unknown day';
  return until && `until ${until.day}`;
}
