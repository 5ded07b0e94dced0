// The sentences and words of the report: what page, summary and log say alike. Plain text.
import { formatDate } from '../../judgement/day.ts';
import { compareText, type FindingKind } from '../../judgement/finding.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import type { EpochMs } from '../../judgement/identifiers.ts';
import { compact } from '../../judgement/lists.ts';
import { DAY_MS } from '../../judgement/time.ts';
import type { GateFigures } from '../gate-facts.ts';
import { type History, type Resolution, sumKinds } from '../history.ts';
import type { Figures, InsightsReport, UnreadRepository } from '../report.ts';
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

/** What else there is to say, a sentence each; the numbers of the period before stand in parentheses. */
export function toMoreAnswers(figures: Figures, days: number): readonly string[] {
  const { history, gates, through } = figures;
  const { unclassified } = history.pending;
  return compact([
    unclassified > 0 && `${countOf(unclassified, 'pending bug is', 'pending bugs are')} not classified yet.`,
    toFlowSentence(history, days),
    ...toResolutionSentences(history, days),
    gates && toGateSentence(gates, days),
    through && toEscapedSentence(through, days),
    gates && toBlockedSentence(gates),
  ]);
}

function toBeforeWords(days: number): string {
  return `in the ${countOf(days, 'day', 'days')} before`;
}

function toFlowSentence({ flow, before }: History, days: number): string {
  const { found, resolved, dismissed } = flow;
  const past = before === null ? null : before.flow;
  const beside = (count: number | undefined, words = ''): string =>
    count === undefined ? '' : ` (${formatCount(count)}${words})`;
  return [
    `${countOf(found, 'bug was', 'bugs were')} found${beside(past?.found, ` ${toBeforeWords(days)}`)},`,
    `${formatCount(resolved)} resolved${beside(past?.resolved)},`,
    `${formatCount(dismissed)} dismissed${beside(past?.dismissed)}.`,
  ].join(' ');
}

/** Nothing where all were too few to say. */
function toResolutionSentences({ before, ...history }: History, days: number): readonly string[] {
  const { resolution, securityResolution } = history;
  const all = toResolutionWords(resolution);
  if (all === null) {
    const { resolved } = securityResolution;
    const few = `${countOf(resolved, 'security bug was', 'security bugs were')} resolved, too few to say how long that takes.`;
    return resolved === 0 ? [] : [few];
  }
  const past = before && toResolutionWords(before.resolution);
  const security = toResolutionWords(securityResolution);
  return compact([
    `Median time to resolve: ${all}${past === null ? '' : `; ${past} ${toBeforeWords(days)}`}.`,
    security !== null && securityResolution.resolved < resolution.resolved && `Of security bugs: ${security}.`,
  ]);
}

/** Such as `11 days (7 bugs)`; null where they were too few. */
function toResolutionWords({ resolved, medianMs }: Resolution): string | null {
  return medianMs === null ? null : `${formatDays(medianMs)} (${countOf(resolved, 'bug', 'bugs')})`;
}

function toGateSentence({ merged, before }: GateFigures, days: number): string {
  const { stopped, overridden } = merged;
  const past = before.merged;
  if (stopped + overridden + past.stopped + past.overridden === 0)
    return 'No pull request was stopped, and none was merged despite a red check.';
  return [
    `${countOf(stopped, 'pull request was', 'pull requests were')} stopped, then green (${formatCount(past.stopped)} ${toBeforeWords(days)}),`,
    `${formatCount(overridden)} merged despite a red check (${formatCount(past.overridden)}).`,
  ].join(' ');
}

function toEscapedSentence({ escaped, before }: Through, days: number): string {
  const past = `(${formatCount(before.escaped)} ${toBeforeWords(days)})`;
  if (escaped === 0)
    return before.escaped === 0 ? 'No security bug got through.' : `No security bug got through ${past}.`;
  return `${countOf(escaped, 'security bug', 'security bugs')} got through and ${escaped === 1 ? 'is' : 'are'} still pending ${past}.`;
}

function toBlockedSentence({ blocked }: GateFigures): string {
  const { length } = blocked;
  if (length === 0) return 'No open pull request is blocked.';
  return `${countOf(length, 'open pull request is', 'open pull requests are')} blocked.`;
}

/** The answer as three lines to copy into a message. */
export function toCopyLines(
  { total, days, period }: Pick<InsightsReport, 'total' | 'days' | 'period'>,
  title: string,
): readonly string[] {
  const { history, gates, through } = total;
  return [
    `${title}, ${formatPeriod(period)}. ${toAnswer(total, days)}`,
    [toFlowSentence(history, days), ...toResolutionSentences(history, days)].join(' '),
    gates === null || through === null
      ? 'It is not known what the gates did.'
      : [toGateSentence(gates, days), toEscapedSentence(through, days)].join(' '),
  ];
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

/** The day of a moment: `2026-11-20`. */
export function formatDayOf(at: EpochMs): string {
  return formatDate(Math.floor(at / DAY_MS));
}

/** `2026-11-20T10:31:00.000Z`; null for a time that no calendar has. */
export function formatMoment(at: EpochMs): string | null {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
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
    first.day > period.first && `The chart begins on ${formatDate(first.day)}, the day of the oldest full scan.`,
    'Only the last review of a bug is known. A bug that was opened again, or reviewed again, counts as pending until then, so a later report may show a different history.',
  ]);
}

export const BY_NOTE = 'Names come from the review note, which any reviewer can edit.';

export const GATES_NOTE =
  'Counted from the comments of the gates. A gate need not be a required check, and anybody who can edit the bot’s comments can change what they say.';

/** Why a bug got through, as a label. */
export const WAY_WORDS: Readonly<Record<Way, string>> = {
  'no-gate': 'No gate',
  'could-not-judge': 'Gate could not judge',
  seen: 'Seen, merged anyway',
  stopped: 'Stopped',
  dismissed: 'Dismissed since',
  'no-full-scan': 'No full scan of the head',
  'found-later': 'Found later',
  paths: 'Left out by paths',
  'gate-on': 'Left out by gate-on',
  'found-since': 'Left out by found-since',
  limit: 'Within a limit',
  unknown: 'Not known',
};

/** What the bugs of a way have in common, and what would have stopped them; empty where no change would. */
const CHANGE_WORDS: Readonly<Record<Way, readonly [what: string, change: string] | null>> = {
  'no-gate': ['came in by pull requests that no gate judged', 'run the gate on every pull request'],
  'could-not-judge': ['came in while the gate could not judge', 'set `on-unverified: fail`, and require the check'],
  seen: ['were merged although the gate saw them', 'use `mode: enforce`, and require the check'],
  stopped: null,
  dismissed: null,
  'no-full-scan': ['came in on heads without a full scan', 'scan pull requests'],
  'found-later': null,
  paths: ['are in files that `paths` leaves out', 'let `paths` include them'],
  'gate-on': ['were left out by `gate-on`', 'add `introduced` to it'],
  'found-since': ['were left out by `found-since`', 'choose an earlier day, or remove it'],
  limit: ['were within a limit', 'lower `max-security-bugs` or `max-bugs`'],
  unknown: null,
};

/** Such as `5 of 7 came in on heads without a full scan: scan pull requests.` Null where no change would have stopped any. */
export function toChangeSentence({ change }: Pick<Through, 'change'>): string | null {
  const words = change && CHANGE_WORDS[change.way];
  if (change === null || words === null) return null;
  return `${formatCount(change.bugs)} of ${formatCount(change.of)} ${words[0]}: ${words[1]}.`;
}

/** What to know of what got through, beside its numbers. */
export function toThroughNotes({ bugs }: Through, days: number): readonly string[] {
  return [
    `${countOf(bugs, 'bug', 'bugs')} found in these ${countOf(days, 'day', 'days')} came in by a merged pull request, as the service says and GitHub confirms.`,
    'Each counts once, by the first reason that fits. Comments of older gates do not list the bugs that they counted, so some reasons are not known.',
  ];
}

export const HEALTH_NOTE =
  'By the last word of each gate on each pull request. A run that wrote no comment is not known.';

/** From which day on bugs are known, where that leaves no period to compare with; null: all of it is known. */
export function toCompareNote({ before, knownFrom }: History, days: number): string | null {
  if (before !== null) return null;
  const since =
    knownFrom === null ? 'No full scan has completed' : `The oldest full scan is of ${formatDate(knownFrom)}`;
  return `${since}, so not everything is known of the ${countOf(days, 'day', 'days')} before.`;
}

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
