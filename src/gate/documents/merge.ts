// Every document says in the same sentence what the check means for the merge.
import type { Report } from '../../judgement/report.ts';

export const RED: Readonly<Record<Report['isRequired'], string>> = {
  required: 'This check is required: you cannot merge until it is green.',
  'not-required': 'This check is not required, so it does not block the merge.',
  unknown: 'This check blocks the merge if it is required.',
};

export const ONLY_WARNS = 'This check only warns, so it does not block the merge.';
/** The run for the newer commit has a check of its own. */
const SUPERSEDED = 'This run does not block the merge: the pull request has newer commits.';

/** Gives null if nothing can be merged, or nothing would keep anybody from it. */
export function toMergeSentence({ verdict, job, isRequired, pullRequest, ending }: Report): string | null {
  if (pullRequest === null || ending !== null || verdict.kind === 'passed') return null;
  if (verdict.reason === 'superseded') return SUPERSEDED;
  return job === 'red' ? RED[isRequired] : ONLY_WARNS;
}
