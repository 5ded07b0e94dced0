// The answers to a question about a bug, what GitHub did not say among them, and how several are joined.
import { isUnverified, type Unverified } from './unverified.ts';

/** `cut-off`: it may be so behind the end of a list that GitHub cuts off, and counts as yes. `Unverified`: nobody knows, and why. */
export type Answer = 'yes' | 'cut-off' | 'no' | Unverified;

/** Whether any is so: the most certain of them. Of several that nobody knows the first says why; of none: no. */
export function or(...answers: readonly Answer[]): Answer {
  if (answers.includes('yes')) return 'yes';
  if (answers.includes('cut-off')) return 'cut-off';
  return answers.find(isUnverified) ?? 'no';
}

/** Whether all are so: the least certain of them. Of several that nobody knows the first says why; of none: yes. */
export function and(...answers: readonly Answer[]): Answer {
  if (answers.includes('no')) return 'no';
  return answers.find(isUnverified) ?? (answers.includes('cut-off') ? 'cut-off' : 'yes');
}

/** Whether it is known to be so, or counts as if it were. */
export function isCertain(answer: Answer): boolean {
  return answer === 'yes' || answer === 'cut-off';
}
