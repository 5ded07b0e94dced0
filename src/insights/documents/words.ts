// Words and numbers as every document of the report says them. Plain text.
import { formatDate } from '../../judgement/day.ts';
import type { FindingKind } from '../../judgement/finding.ts';
import { countOf } from '../../judgement/format.ts';
import { DAY_MS } from '../../judgement/time.ts';
import type { InsightsReport } from '../report.ts';

/** Says, for example, `6 days`, `1 day`, `2.5 days`. */
export function formatDays(ms: number): string {
  const days = Number(toTenths(ms / DAY_MS));
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}

/** Rounds down to, for example, `251 days`, and is never negative. */
export function formatWholeDays(ms: number): string {
  return countOf(Math.max(0, Math.floor(ms / DAY_MS)), 'day', 'days');
}

/** Gives one decimal, such as `6.0`. */
export function toTenths(value: number): string {
  return (Math.round(value * 10) / 10).toFixed(1);
}

export function formatPeriod({ first, last }: InsightsReport['period']): string {
  return `${formatDate(first)} to ${formatDate(last)}`;
}

export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
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

/** Says where a bug was reviewed; an unknown source stays as the service wrote it. */
export function toSourceWords(source: string | null, serviceName: string): string {
  if (source === 'review') return `in ${serviceName}`;
  return source === null ? 'by whom is not known' : (SOURCE_WORDS.get(source) ?? source);
}
