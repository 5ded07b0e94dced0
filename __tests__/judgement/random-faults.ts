// Faults of the judge that random worlds show, one predicate each: its worlds are left out until it is mended.
import type { RandomCase } from './random-world.ts';
import type { Expected } from './reference.ts';

const isIncomparable = (path: string | null): boolean => /\.\.|:|\\/u.test(path ?? '');

/** Where GitHub does not count the files, the list is taken to be whole. */
const areFilesUncounted = ({ facts }: RandomCase): boolean => facts.pulls.some(({ fileCount }) => fileCount === null);

/** Where GitHub's count of the files is refused, not even a listed file is touched for certain. */
const isCountRefused = ({ facts }: RandomCase): boolean =>
  facts.refused.some((question) => question.startsWith('head'));

/** Ancestors that are refused matter although no scan could be of one. */
const areAncestorsNeedless = ({ facts }: RandomCase, { reason }: Expected): boolean =>
  reason === 'no-scan' && facts.refused.includes('ancestors');

/** A pull request that there may not be touches what cannot be compared, and never what has no path. */
export const isPullUncertain = ({ facts, subject }: RandomCase): boolean =>
  (subject.pull === 'unknown' || facts.refused.includes('openPulls')) &&
  facts.bugs.some(({ path }) => path === null || path === '' || isIncomparable(path));

/** Where nobody reads more than the verdict, what cannot be compared counts although it was found before the pull request. */
export const isFoundTooEarly = ({ facts, inputs }: RandomCase): boolean =>
  inputs.gateOn === 'all' && facts.bugs.some(({ path }) => isIncomparable(path));

/** Where nobody reads more than the verdict, a newer head does not overtake the run. */
export const isOvertaken = ({ facts, subject }: RandomCase): boolean =>
  subject.isHead && facts.pulls.some(({ number, head }) => number === subject.pull && head !== subject.sha);

/** Whether a world shows a fault of the verdict. */
export function showsFault(given: RandomCase, expected: Expected): boolean {
  const faults = [areFilesUncounted, isCountRefused, areAncestorsNeedless, isPullUncertain];
  return faults.some((shows) => shows(given, expected));
}
