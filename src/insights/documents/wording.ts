// The sentences and words of the report: what page, summary and log say alike. Plain text.
import { cut, toVisibleLine } from '../../documents/markdown.ts';
import { formatDate } from '../../judgement/day.ts';
import { compareText, type FindingKind } from '../../judgement/finding.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import type { EpochMs } from '../../judgement/identifiers.ts';
import { compact, sum } from '../../judgement/lists.ts';
import { DAY_MS } from '../../judgement/time.ts';
import type { GateFigures } from '../gate-facts.ts';
import { type History, sumKinds } from '../history.ts';
import type { Figures, InsightsReport, UnreadRepository } from '../report.ts';
import type { ShownBug } from '../shown-bug.ts';
import type { Through, Way } from '../through.ts';

/** The answer in one sentence: `Pending security bugs fell from 14 to 11 in 90 days, all pending bugs from 129 to 118.` */
export function toAnswer({ history }: Figures, days: number): string {
  const { pending, pendingBefore } = history;
  const all = sumKinds(pending);
  if (pendingBefore === null) {
    if (all === 0) return 'No bug is pending.';
    return `${countOf(pending.security, 'security bug is', 'security bugs are')} pending, of ${countOf(all, 'pending bug', 'pending bugs')} in all.`;
  }
  const security = toMove(pendingBefore.security, pending.security);
  const both = toMove(sumKinds(pendingBefore), all);
  const rest =
    both.verb === security.verb ? `, all pending bugs ${both.way}` : `; all pending bugs ${both.verb} ${both.way}`;
  return `Pending security bugs ${security.verb} ${security.way} in ${countOf(days, 'day', 'days')}${rest}.`;
}

interface Move {
  readonly verb: 'fell' | 'rose' | 'stayed';
  /** Such as `from 14 to 11`, `at 11`. */
  readonly way: string;
}

function toMove(from: number, to: number): Move {
  if (from === to) return { verb: 'stayed', way: `at ${formatCount(to)}` };
  return { verb: to < from ? 'fell' : 'rose', way: `from ${formatCount(from)} to ${formatCount(to)}` };
}

/** What else there is to say, a sentence each, what is pending and not known last. */
export function toMoreAnswers({ history, gates, through }: Figures, days: number): readonly string[] {
  const { unclassified } = history.pending;
  return compact([
    toFlowSentence(history, days),
    toResolutionSentence(history),
    gates && toGateSentence(gates),
    through && toEscapedSentence(through),
    gates && toBlockedSentence(gates),
    unclassified > 0 && `${countOf(unclassified, 'pending bug is', 'pending bugs are')} not classified yet.`,
  ]);
}

function toFlowSentence({ flow, before }: History, days: number): string {
  const { found, resolved, dismissed } = flow;
  const past =
    before === null ? '' : ` (${formatCount(before.flow.found)} in the ${countOf(days, 'day', 'days')} before)`;
  return `${countOf(found, 'bug was', 'bugs were')} found${past}, ${formatCount(resolved)} resolved and ${formatCount(dismissed)} dismissed.`;
}

/** Null where they were too few to say. */
function toResolutionSentence({ resolution: { medianMs } }: History): string | null {
  return medianMs === null ? null : `Median time to resolve: ${formatDays(medianMs)}.`;
}

function toGateSentence({ merged, unread }: GateFigures): string {
  const { stopped, overridden } = merged;
  const rest = toUnreadWords(unread.merged, 'merged pull request');
  if (stopped + overridden === 0) {
    return rest === null
      ? 'No pull request was stopped, and none was merged despite a red check.'
      : `No pull request is known to have been stopped, or merged despite a red check; ${rest}.`;
  }
  const first = `${countOf(stopped, 'pull request was', 'pull requests were')} stopped at first and passed later`;
  const both = `${first}; ${formatCount(overridden)} ${overridden === 1 ? 'was' : 'were'} merged despite a red check`;
  return `${both}${rest === null ? '' : `; ${rest}`}.`;
}

/** Such as `of 2 more open pull requests it is not known what the gates said`; null: of none. */
function toUnreadWords(count: number, what: string): string | null {
  return count === 0
    ? null
    : `of ${countOf(count, `more ${what}`, `more ${what}s`)} it is not known what the gates said`;
}

/** Never `none` of what was not read. */
function toEscapedSentence({ escaped, ways, unread }: Through): string {
  const { pendingSecurity: open } = unread;
  const them = open === 1 ? 'its pull request' : 'their pull requests';
  const why = `is not known: not everything could be read about ${them}`;
  const some = countOf(escaped, 'security bug', 'security bugs');
  if (escaped > 0) {
    const rest = open === 0 ? '' : `; whether ${formatCount(open)} more did, ${why}`;
    return `${some} got through unseen and ${escaped === 1 ? 'is' : 'are'} still pending${rest}.`;
  }
  if (open > 0)
    return `Whether ${countOf(open, 'pending security bug', 'pending security bugs')} got through unseen ${why}.`;
  if (unread.security > 0) return 'No security bug that is known to have got through unseen is still pending.';
  const isAny = ways.some(({ way, security }) => security > 0 && way !== 'stopped');
  return isAny ? 'No security bug that got through unseen is still pending.' : 'No security bug got through.';
}

function toBlockedSentence({ blocked, unread }: GateFigures): string {
  const { length } = blocked;
  const rest = toUnreadWords(unread.open, 'open pull request');
  if (length === 0) {
    return rest === null ? 'No open pull request is blocked.' : `No open pull request is known to be blocked; ${rest}.`;
  }
  const some = `${countOf(length, 'open pull request is', 'open pull requests are')} blocked`;
  return `${some}${rest === null ? '' : `; ${rest}`}.`;
}

/** From this age on a pending security bug is called old. */
const OLD_DAYS = 90;

/** Where to look first: the oldest pending security bug, or the repository that has most of them. Never a person. */
function toLookSentence(report: InsightsReport): string {
  const { total, pendingSecurity, now } = report;
  const { pending } = total.history;
  const [oldest] = pendingSecurity;
  if (oldest === undefined) {
    const { unclassified } = pending;
    if (unclassified === 0) return 'No security bug is pending.';
    return `No security bug is pending, but ${countOf(unclassified, 'pending bug is', 'pending bugs are')} not classified yet.`;
  }
  const all = pendingSecurity.length;
  const old = pendingSecurity.filter(({ shown }) => now - shown.foundAt > OLD_DAYS * DAY_MS).length;
  const open = pendingSecurity.filter(({ isOpen }) => isOpen).length;
  const rest = compact([
    old > 0 && `${formatCount(old)} ${old === 1 ? 'has' : 'have'} been pending for more than ${OLD_DAYS} days`,
    open > 0 && `${formatCount(open)} ${open === 1 ? 'is' : 'are'} in a pull request that is still open`,
  ]);
  const first = report.isSeveral ? toWorstWords(report) : toBugWords(oldest.shown, now);
  const many = all === 1 ? '' : ` Of the ${formatCount(all)} pending security bugs, ${rest.join(', and ')}.`;
  return `${first}.${rest.length === 0 ? '' : many}`;
}

function toWorstWords({ repositories, now }: InsightsReport): string {
  const [worst] = repositories;
  const oldestAt = worst?.oldestSecurityAt ?? null;
  if (worst === undefined || oldestAt === null) return '';
  const { security } = worst.history.pending;
  const oldest = `${security === 1 ? '' : 'the oldest of them '}found ${formatWholeDays(now - oldestAt)} ago`;
  return `${worst.repository}, with ${countOf(security, 'pending security bug', 'pending security bugs')}, ${oldest}`;
}

/** Of a title, in a sentence. */
const MAX_TITLE_CHARACTERS = 120;

/** Without backticks, which would make code of what stands between them. */
function toBugWords({ id, details, foundAt }: ShownBug, now: EpochMs): string {
  const letters = (given: string): string => cut(toVisibleLine(given.replaceAll('`', '’')), MAX_TITLE_CHARACTERS);
  const title = letters(details?.title ?? '');
  const path = letters(details?.path ?? '');
  const name = title === '' ? id : `“${title}”`;
  const age = formatWholeDays(now - foundAt);
  return `the oldest pending security bug, found ${age} ago: ${name}${path === '' ? '' : ` in ${path}`}`;
}

/** What to change in the gate, so that less gets through. */
function toAdvice({ gates, through }: Figures): string {
  if (gates === null || through === null) return 'It is not known what the gates did.';
  const change = toChangeSentence(through);
  if (change !== null) return change;
  const { bugs } = through.unread;
  if (bugs > 0) {
    const them = bugs === 1 ? 'the pull request' : 'the pull requests';
    return `Not known: not everything could be read about ${them} of ${countOf(bugs, 'bug', 'bugs')} of these days.`;
  }
  return through.bugs === 0
    ? 'Nothing: no bug of these days is known to have come in with a merged pull request.'
    : 'Nothing: no other setting of the gate would have stopped what got through.';
}

export interface CopyLine {
  readonly question: string;
  readonly answer: string;
}

/** The answer as three lines to copy into a message, by the three questions of whoever reads it. */
export function toCopyLines(report: InsightsReport, title: string): readonly CopyLine[] {
  const { total, days, period } = report;
  const { history, gates, through } = total;
  const known = gates !== null && through !== null;
  return [
    {
      question: `What changed in ${title}, ${formatPeriod(period)}`,
      answer: `${toAnswer(total, days)} ${toFlowSentence(history, days)}`,
    },
    { question: LOOK_QUESTION, answer: toLookSentence(report) },
    {
      question: CHANGE_QUESTION,
      answer: `${toAdvice(total)}${known ? ` ${toGateSentence(gates)} ${toEscapedSentence(through)}` : ''}`,
    },
  ];
}

const LOOK_QUESTION = 'Where to look first';
const CHANGE_QUESTION = 'What to change in the gate';

/** What changed, where to look and what to change, a sentence or two each. */
export function toAllAnswers(report: InsightsReport): readonly string[] {
  const { total, days } = report;
  return [toAnswer(total, days), ...toMoreAnswers(total, days), toLookLine(report), toAdviceLine(total)];
}

/** Such as `Where to look first: the oldest pending security bug, …`. It may name a bug. */
export function toLookLine(report: InsightsReport): string {
  return `${LOOK_QUESTION}: ${toLookSentence(report)}`;
}

/** Such as `What to change in the gate: 5 of the 7 bugs …`. */
export function toAdviceLine(figures: Figures): string {
  return `${CHANGE_QUESTION}: ${toAdvice(figures)}`;
}

/** Such as `6 days`, `1 day`, `2.5 days`. */
export function formatDays(ms: number): string {
  const days = Number(toTenths(ms / DAY_MS));
  return `${formatCount(days)} ${days === 1 ? 'day' : 'days'}`;
}

/** Such as `251 days`, rounded down; never negative. */
export function formatWholeDays(ms: number): string {
  return countOf(Math.max(0, Math.floor(ms / DAY_MS)), 'day', 'days');
}

/** One decimal, as the output has it: `6.0`. */
export function toTenths(value: number): string {
  return (Math.round(value * 10) / 10).toFixed(1);
}

/** Such as `2026-08-23 to 2026-11-20`. */
export function formatPeriod({ first, last }: InsightsReport['period']): string {
  return `${formatDate(first)} to ${formatDate(last)}`;
}

export const KIND_WORDS: Readonly<Record<FindingKind, string>> = {
  security: 'Security',
  bug: 'Bug',
  unclassified: 'Not classified',
};

const REASON_WORDS: ReadonlyMap<string, string> = new Map([
  ['not_a_bug', 'not a bug'],
  ['wont_fix', 'won’t fix'],
]);

/** Why a bug was dismissed; an unknown reason as the service wrote it. */
export function toReasonWords(reason: string | null): string {
  return reason === null ? '' : (REASON_WORDS.get(reason) ?? reason);
}

const SOURCE_WORDS: ReadonlyMap<string, string> = new Map([
  ['linear', 'in Linear'],
  ['jira', 'in Jira'],
  ['asana', 'in Asana'],
  ['github_issue', 'in a GitHub issue'],
  ['bug_fix_check', 'by a check of the fix'],
]);

/** Where a bug was reviewed; an unknown source as the service wrote it. */
export function toSourceWords(source: string | null, serviceName: string): string {
  if (source === 'review') return `in ${serviceName}`;
  return source === null ? '' : (SOURCE_WORDS.get(source) ?? source);
}

/** What cannot be known of the past, beside the chart. */
export function toPastNotes({ history }: Figures, { period }: Pick<InsightsReport, 'period'>): readonly string[] {
  const [first] = history.days;
  if (first === undefined) {
    return ['No full scan has completed, so it is not known how many bugs were pending on a day.'];
  }
  return compact([
    first.day > period.first && `The chart begins on ${formatDate(first.day)}, the day of the first full scan.`,
    'The service keeps only the last review of a bug. One that was reopened or reviewed again counts as pending until that day, so a later report may show a different history.',
  ]);
}

export const BY_NOTE = 'Names come from the review note, which any reviewer can edit.';

export const GATES_NOTE =
  'Counted from the comments of the gates. A gate need not be a required check, and anybody who can edit the bot’s comments can change what they say.';

/** Why a bug got through, as a label. */
export const WAY_WORDS: Readonly<Record<Way, string>> = {
  'no-gate': 'No gate judged it',
  'could-not-judge': 'Gate could not judge',
  seen: 'Seen, merged anyway',
  stopped: 'Stopped before the merge',
  dismissed: 'Dismissed later',
  'no-full-scan': 'Commit had no full scan',
  'found-later': 'Found after the verdict',
  paths: 'Left out by paths',
  'gate-on': 'Left out by gate-on',
  'found-since': 'Left out by found-since',
  limit: 'Within a limit',
  unknown: 'Not known',
};

/**
 * How the bugs of a way came in, and what to set so that they are stopped; null where no setting would. `them` is one or many.
 * None names a set-up: which one is safe depends on who may open a pull request, and the doctor knows that.
 */
const CHANGE_WORDS: Readonly<Record<Way, readonly [how: (them: string) => string, change: string] | null>> = {
  'no-gate': [
    () => 'without the verdict of a gate',
    'run the gate with the workflow that the doctor shows, and require the check',
  ],
  'could-not-judge': [() => 'while the gate could not judge', 'set `on-unverified: fail`, and require the check'],
  seen: [(them) => `although the gate had seen ${them}`, 'set `mode: enforce`, and require the check'],
  stopped: null,
  dismissed: null,
  'no-full-scan': [
    () => 'on commits without a full scan',
    'let the service scan pull requests, and use the workflow that the doctor shows',
  ],
  'found-later': null,
  paths: [(them) => `because \`paths\` left ${them} out`, 'add the files to `paths`'],
  'gate-on': [(them) => `because \`gate-on\` left ${them} out`, 'add `introduced` to `gate-on`'],
  'found-since': [(them) => `because \`found-since\` left ${them} out`, 'set an earlier day, or remove `found-since`'],
  limit: [() => 'within a limit', 'lower `max-security-bugs` or `max-bugs`'],
  unknown: null,
};

/** The change that would have stopped most, such as `5 of the 7 bugs that got through …`; null where there is none. */
export function toChangeSentence({ change, unread }: Pick<Through, 'change' | 'unread'>): string | null {
  const words = change && CHANGE_WORDS[change.way];
  if (change === null || words === null) return null;
  const { bugs, of } = change;
  const [how, what] = words;
  const known = of === 1 ? 'that is known to have got through' : 'that are known to have got through';
  const which = unread.bugs === 0 ? 'that got through' : known;
  return `${toPartOfBugs(bugs, of)} ${which} came in ${how(bugs === 1 ? 'it' : 'them')}: ${what}.`;
}

/** Such as `5 of the 7 bugs`, `All 7 bugs`, `The one bug`. */
function toPartOfBugs(some: number, all: number): string {
  if (some < all) return `${formatCount(some)} of the ${formatCount(all)} bugs`;
  return all === 1 ? 'The one bug' : `All ${formatCount(all)} bugs`;
}

/** How what got through follows from what was found, and what is left of it: from all bugs to those that are still pending. */
export function toBridge({ history, through }: Pick<Figures, 'history' | 'through'>, days: number): string | null {
  if (through === null || through.bugs === 0) return null;
  const { bugs, ways, unread } = through;
  const stopped = ways.find(({ way }) => way === 'stopped')?.bugs ?? 0;
  const pending = sum(ways.map((way) => way.pendingSecurity));
  const found = `${toPartOfBugs(bugs, history.flow.found)} found in these ${countOf(days, 'day', 'days')}`;
  return compact([
    `${found} came in with ${bugs === 1 ? 'a merged pull request' : 'merged pull requests'}.`,
    unread.elsewhere > 0 &&
      `Of ${formatCount(unread.elsewhere)} more it could not be read whether ${unread.elsewhere === 1 ? 'it' : 'they'} did.`,
    stopped > 0 && `${toPartOf(stopped, bugs)} ${stopped === 1 ? 'was' : 'were'} stopped before the merge.`,
    toSecuritySentence(through, pending),
    toUnreadSentence(through),
    toOthersSentence(history.pending.security, pending),
  ]).join(' ');
}

/** Such as `2 of the 9`, `All 9`, `It`. */
function toPartOf(some: number, all: number): string {
  if (some < all) return `${formatCount(some)} of the ${formatCount(all)}`;
  return all === 1 ? 'It' : `All ${formatCount(all)}`;
}

/** Of how many that came in it is not known whether a gate stopped or saw them. */
function toUnreadSentence({ bugs, unread }: Through): string | null {
  const some = unread.bugs - unread.elsewhere;
  if (some === 0) return null;
  const them = some === 1 ? 'its pull request' : 'their pull requests';
  return `What the gates said of ${bugs === 1 ? 'it' : `${formatCount(some)} of the ${formatCount(bugs)}`} is not known: not all comments of ${them} could be read.`;
}

/** How many that came in are security bugs, and what is left of these: what is pending was either seen, or escaped. */
function toSecuritySentence({ bugs, ways, escaped, unread }: Through, pending: number): string {
  const security = sum(ways.map((way) => way.security));
  if (security === 0) return bugs === 1 ? 'It is no security bug.' : 'None of them is a security bug.';
  if (security === 1) return `${toPartOf(1, bugs)} is a security bug, ${toOneLeftWords(pending, escaped, unread)}.`;
  const some = formatCount(pending);
  const areLeft = `${some} of these ${pending === 1 ? 'is' : 'are'} still pending`;
  const left =
    escaped === pending
      ? `${areLeft}, and no gate stopped or saw ${pending === 1 ? 'it' : 'them'}`
      : `${areLeft}, and no gate stopped or saw ${formatCount(escaped)} of the ${some}`;
  const words = pending === 0 ? 'none of these is still pending' : left;
  return `${toPartOf(security, bugs)} are security bugs; ${words}.`;
}

function toOneLeftWords(pending: number, escaped: number, unread: Through['unread']): string {
  if (pending === 0) return 'which is no longer pending';
  if (unread.bugs > unread.elsewhere && escaped === 0) return 'which is still pending';
  return escaped === 0
    ? 'which is still pending, although a gate saw it'
    : 'which is still pending, and which no gate stopped or saw';
}

/** Why more security bugs are pending than that. */
function toOthersSentence(all: number, pending: number): string | null {
  if (all <= pending) return null;
  const others = countOf(all - pending, 'other pending security bug', 'other pending security bugs');
  const are = all - pending === 1 ? 'was found earlier, or is' : 'were found earlier, or are';
  return `The ${others} ${are} not known to have come in with a merged pull request.`;
}

/** What to know of what got through, beside its numbers. */
export function toThroughNotes({ ways, before, unread }: Through): readonly string[] {
  const isThere = (wanted: Way): boolean =>
    [...ways, ...(before?.ways ?? [])].some(({ way, bugs }) => way === wanted && bugs > 0);
  return compact([
    'The service says which pull request introduced a bug, and GitHub whether it was merged. Each bug is counted once, under the first reason that applies.',
    isThere('no-full-scan') &&
      `“${WAY_WORDS['no-full-scan']}”: the gate went by an older scan, which could not know the new code, so it may have passed.`,
    isThere('unknown') &&
      `“${WAY_WORDS.unknown}”: the gate’s comment does not list the bugs that it counted, as in older versions${unread.bugs > 0 ? ', or it could not be read' : ''}.`,
  ]);
}

export const HEALTH_NOTE =
  'What each gate said last about each pull request. Runs that left no comment are not counted.';

/** From which day on the numbers are known, where that leaves something without a number to compare with; null: nothing. */
export function toCompareNote(
  { history, gates, through }: Pick<Figures, 'history' | 'gates' | 'through'>,
  days: number,
): string | null {
  const { before, knownFrom } = history;
  const noHistory =
    knownFrom === null ? 'no full scan has completed' : `the first full scan was on ${formatDate(knownFrom)}`;
  const gatesFrom = gates?.knownFrom ?? null;
  const noGates = gatesFrom === null ? UNREAD_BEFORE : `the first comment of a gate is from ${formatDate(gatesFrom)}`;
  const noThrough = before !== null && gates?.before !== null && through?.before === null;
  const why = compact([before === null && noHistory, gates?.before === null && noGates, noThrough && UNREAD_BEFORE]);
  if (why.length === 0) return null;
  return `Not everything is known of the ${countOf(days, 'day', 'days')} before: ${why.join(', and ')}.`;
}

const UNREAD_BEFORE = 'not all pull requests of that time could be read';

/** Why details are missing; null: none are. */
export function toWithheldNote({ withheld, repositories }: InsightsReport): string | null {
  if (withheld === 0) return null;
  const kinds = 'security bugs, and of bugs that are not classified yet';
  if (withheld === repositories.length)
    return `Titles, files, notes and authors of ${kinds}, are left out here. So are the names of people.`;
  const which = `${formatCount(withheld)} of ${countOf(repositories.length, 'repository', 'repositories')}`;
  return `In ${which} titles, files, notes and authors of ${kinds}, are left out here, and the names of people.`;
}

interface Missing {
  readonly title: string;
  /** By name; never empty. */
  readonly faults: readonly UnreadRepository[];
}

/** What could not be read: whole repositories, and the gates of others. */
export function toMissing({ unread, repositories }: InsightsReport): readonly Missing[] {
  const gates = repositories
    .flatMap(({ repository, gatesFault: fault }) => (fault === null ? [] : [{ repository, fault }]))
    .toSorted((a, b) => compareText(a.repository, b.repository));
  return [
    { title: 'Could not be read, and not counted', faults: unread },
    { title: 'Pull requests could not be read', faults: gates },
  ].filter(({ faults }) => faults.length > 0);
}
