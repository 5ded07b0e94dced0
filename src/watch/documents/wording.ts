// The phrases that the documents of a watch share, as plain text.
import { formatCount } from '../../judgement/format.ts';
import { MAX_WATCHED_SCANS } from '../watched-scans.ts';

/** How many of the bugs are security bugs, as the end of a phrase; empty for none. */
export function toShare(all: number, security: number): string {
  if (security === 0) return '';
  if (security < all) {
    return security === 1
      ? ', 1 of them a security bug'
      : `, ${formatCount(security)} of them security bugs`;
  }
  return all === 1 ? ', a security bug' : ', all of them security bugs';
}

/** What a run did not look at. */
export const CUT_SENTENCES = `Only the newest ${MAX_WATCHED_SCANS} scans are read, and all of them are newer than the last run. Any older scans since then were not looked at: what only they found is listed as open, but not as new. Run this action more often.`;

/** Numbers of pull requests as a sentence has them, ascending, in words that make no reference; at most 100. */
export function toPullNames(numbers: readonly number[]): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  const shown = sorted.slice(0, MAX_NAMES).join(', ');
  const more = numbers.length - MAX_NAMES;
  const noun = numbers.length === 1 ? 'pull request' : 'pull requests';
  return `${noun} ${shown}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

const MAX_NAMES = 100;
