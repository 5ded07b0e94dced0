// Says how a sweep goes on, and which repositories have failed, in the words of every action.
import { toWhatAndAdvice } from '../documents/causes.ts';
import type { Unverified } from '../judgement/unverified.ts';
import type { Runner } from '../runner/runner.ts';
import type { Visit } from './sweep.ts';

export interface Looked {
  readonly repository: string;
  /** The reason why it could not be read completely; null if it could. */
  readonly fault: Unverified | null;
}

/** Only the last one is new. */
export function sayFault(runner: Pick<Runner, 'error'>, looked: readonly Looked[]): void {
  const last = looked.at(-1);
  if (last?.fault) runner.error(`${last.repository}: ${toFaultWords(last.fault)}`);
}

export function toFaultWords(fault: Unverified): string {
  return toWhatAndAdvice(fault, ' ');
}

/** The result is such as `acme/app (3 of 200)`. */
export function toPlace({ repository, position, total }: Pick<Visit, 'repository' | 'position' | 'total'>): string {
  return `${repository.fullName} (${position} of ${total})`;
}

/** We cut lists in outputs: a job has room for 1 MB. */
const MAX_ENTRIES = 1_000;

export function toList(entries: readonly unknown[]): string {
  return JSON.stringify(entries.slice(0, MAX_ENTRIES));
}

export function toFailed(looked: readonly Looked[]): string {
  return toList(looked.filter(({ fault }) => fault !== null).map(({ repository }) => repository));
}

/** Each line, notice and warning begins with the name of the repository. */
export function toNamedRunner(runner: Runner, repository: string): Runner {
  const toNamed = (say: 'info' | 'notice' | 'warning') => (text: string) => {
    runner[say](`${repository}: ${text}`);
  };
  return { ...runner, info: toNamed('info'), notice: toNamed('notice'), warning: toNamed('warning') };
}
