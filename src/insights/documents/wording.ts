// The sentences and words of the report: what page, summary and log say alike. Plain text.
import { formatDate } from '../../judgement/day.ts';
import { compareText, type FindingKind } from '../../judgement/finding.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import { type History, sumKinds } from '../../judgement/history.ts';
import type { EpochMs } from '../../judgement/identifiers.ts';
import { compact } from '../../judgement/lists.ts';
import { DAY_MS } from '../../judgement/time.ts';
import type { GateFigures } from '../gate-facts.ts';
import type { Figures, InsightsReport, UnreadRepository } from '../report.ts';

/** The answer in one sentence: `In 90 days 41 bugs were found, 52 resolved, 9 dismissed; 118 are pending.` */
export function toAnswer({ history }: Figures, days: number): string {
  const { found, resolved, dismissed } = history.flow;
  const pending = sumKinds(history.pending);
  return [
    `In ${countOf(days, 'day', 'days')} ${countOf(found, 'bug was', 'bugs were')} found,`,
    `${formatCount(resolved)} resolved, ${formatCount(dismissed)} dismissed;`,
    `${formatCount(pending)} ${pending === 1 ? 'is' : 'are'} pending.`,
  ].join(' ');
}

/** What else there is to say, a sentence each. */
export function toMoreAnswers({ history, gates }: Figures): readonly string[] {
  return compact([toKindSentence(history), ...toResolutionSentences(history), gates && toGateSentence(gates)]);
}

/** Null where nothing is pending. */
function toKindSentence({ pending }: History): string | null {
  const { security, unclassified } = pending;
  if (sumKinds(pending) === 0) return null;
  const known = `${security === 0 ? 'none' : formatCount(security)} ${security > 1 ? 'are security bugs' : 'is a security bug'}`;
  const unknown = `${formatCount(unclassified)} ${unclassified === 1 ? 'is' : 'are'} not classified`;
  return `Of the pending ones ${unclassified === 0 ? known : `${known} and ${unknown}`}.`;
}

/** Security bugs first; too few of them are named only where nothing else is known. */
function toResolutionSentences({ resolution, securityResolution }: History): readonly string[] {
  const { resolved, medianMs } = securityResolution;
  const few = `${countOf(resolved, 'security bug was', 'security bugs were')} resolved, too few to say how long that takes.`;
  if (resolution.medianMs === null) return resolved === 0 ? [] : [few];
  const all = `${countOf(resolution.resolved, 'bug', 'bugs')} resolved, half took at most ${formatDays(resolution.medianMs)}.`;
  if (medianMs === null) return [`Of ${all}`];
  const security = `Of ${countOf(resolved, 'security bug', 'security bugs')} resolved, half took at most ${formatDays(medianMs)}.`;
  return resolution.resolved === resolved ? [security] : [security, `Of all ${all}`];
}

function toGateSentence({ merged, open }: GateFigures): string {
  const { stopped, overridden } = merged;
  const blocked = open.failed + open.unverified;
  const past = `${countOf(stopped, 'pull request was', 'pull requests were')} stopped and then fixed, ${formatCount(overridden)} merged against the gate.`;
  const none = 'No pull request was stopped, and none was merged against the gate.';
  const now = `${countOf(blocked, 'open pull request is', 'open pull requests are')} blocked.`;
  return `${stopped + overridden === 0 ? none : past} ${blocked === 0 ? 'None is blocked now.' : now}`;
}

/** Such as `6 days`, `1 day`, `2.5 days`. */
function formatDays(ms: number): string {
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
    'Only the last review of a bug is known. A bug that was opened again, or reviewed again, counts as pending until then, so the next report may show another past.',
  ]);
}

export const BY_NOTE =
  'Who dismissed a bug is what the note says. Anybody who may review bugs in the service can type it.';

export const GATES_NOTE =
  'Counted from the comments of the gates. A gate need not be a required check, and whoever can edit the comments of the bot can change what they say.';

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
