// An answer about a bug may be one that GitHub did not give. Several are joined here.
import { isUnverified, type Unverified } from './unverified.ts';

/** `cut-off` counts as yes: it may be so behind the end of a list that GitHub cuts off. `Unverified` says why nobody knows. */
export type Answer = 'yes' | 'cut-off' | 'no' | Unverified;

/** The most certain answer wins. Without any it is no; of several that nobody knows the first says why. */
export function or(...answers: readonly Answer[]): Answer {
  if (answers.includes('yes')) return 'yes';
  if (answers.includes('cut-off')) return 'cut-off';
  return answers.find(isUnverified) ?? 'no';
}

/** The least certain answer wins. Without any it is yes; of several that nobody knows the first says why. */
export function and(...answers: readonly Answer[]): Answer {
  if (answers.includes('no')) return 'no';
  return answers.find(isUnverified) ?? (answers.includes('cut-off') ? 'cut-off' : 'yes');
}

export function isCertain(answer: Answer): boolean {
  return answer === 'yes' || answer === 'cut-off';
}
