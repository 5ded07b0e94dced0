// The notes beside the numbers say what cannot be known, what could not be read, and what is withheld. Plain text.
import { formatDate } from '../../judgement/day.ts';
import { compareText } from '../../judgement/finding.ts';
import { countOf, formatCount } from '../../judgement/format.ts';
import { compact } from '../../judgement/lists.ts';
import type { Figures, InsightsReport, UnreadRepository } from '../report.ts';
import { joinWords } from './words.ts';

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

/** Says from which day on the numbers are known; null where everything has a number to compare with. */
export function toCompareNote(
  { history: { before, knownFrom } }: Pick<Figures, 'history'>,
  days: number,
): string | null {
  if (before !== null) return null;
  const why = knownFrom === null ? 'no full scan has completed' : `the first full scan was on ${formatDate(knownFrom)}`;
  return `Not everything is known of the ${countOf(days, 'day', 'days')} before: ${why}.`;
}

/** Says how many pull requests are in no number, and what would let them be read; null where all were read. */
export function toUnreadSentence({ total: { gates } }: InsightsReport): string | null {
  if (gates === null || gates.unread === 0) return null;
  const some = countOf(gates.unread, 'pull request', 'pull requests');
  return `${some} could not be read, and no number here counts ${gates.unread === 1 ? 'it' : 'them'}; a run with fewer \`days\` may read more.`;
}

/** Names the repositories whose gates are not known, with what would help; null where there is none, or only one repository. */
export function toUnknownSentence(report: InsightsReport): string | null {
  const { repositories, isSeveral } = report;
  const unknown = repositories.filter(({ gatesFault }) => gatesFault !== null);
  if (!isSeveral || unknown.length === 0) return null;
  const [refused = [], others = []] = [true, false].map((isRefused) =>
    unknown
      .filter(({ gatesFault }) => (gatesFault?.cause.kind === 'lacks-permission') === isRefused)
      .map(({ repository }) => repository)
      .toSorted(compareText),
  );
  const what = 'What the gates did is not known for';
  if (refused.length === 0) return `${what} ${joinWords(others)}.`;
  const rest = others.length === 0 ? '' : ` Nor is it known for ${joinWords(others)}.`;
  return `${what} ${joinWords(refused)}: give the app \`pull-requests: read\`.${rest}`;
}

export function toWithheldNote({ withheld, repositories }: InsightsReport): string | null {
  if (withheld === 0) return null;
  const which =
    withheld === repositories.length
      ? 'Titles'
      : `In ${formatCount(withheld)} of ${countOf(repositories.length, 'repository', 'repositories')}, titles`;
  return `${which}, files, notes and authors of security bugs, and of bugs that are not classified yet, are left out here, and so are the names of people.`;
}

interface UnreadGroup {
  readonly title: string;
  readonly faults: readonly UnreadRepository[];
}

export function toMissing({ unread, repositories }: InsightsReport): readonly UnreadGroup[] {
  const gates = repositories
    .flatMap(({ repository, gatesFault: fault }) => (fault === null ? [] : [{ repository, fault }]))
    .toSorted((a, b) => compareText(a.repository, b.repository));
  return [
    { title: 'Could not be read, and not counted', faults: unread },
    { title: 'Pull requests could not be read', faults: gates },
  ].filter(({ faults }) => faults.length > 0);
}
