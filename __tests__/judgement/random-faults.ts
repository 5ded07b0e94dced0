// Faults of the judge that random worlds show, one predicate each: its worlds are left out until it is mended.
import type { RandomCase } from './random-world.ts';

/** Where nobody knows whether there is a pull request, a path that cannot be compared counts with one and without, and yet not for certain. */
export const isSelectedAnyway = ({ facts, inputs, subject }: RandomCase): boolean =>
  subject.pull === 'unknown' &&
  inputs.gateOn !== 'all' &&
  inputs.gateOn.includes('touched') &&
  facts.bugs.some(({ path }) => /\.\.|:|\\/u.test(path ?? ''));

/** Where nobody reads more than the verdict, a newer head does not overtake the run. */
export const isOvertaken = ({ facts, subject }: RandomCase): boolean =>
  subject.isHead && facts.pulls.some(({ number, head }) => number === subject.pull && head !== subject.sha);
