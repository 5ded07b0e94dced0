// What a sweep says of each repository while it goes on, and which ones have failed, in the words of every action.
import { toWhatAndAdvice } from '../documents/causes.ts';
import type { Unverified } from '../judgement/unverified.ts';
import type { Runner } from '../runner/runner.ts';
import type { Visit } from './sweep.ts';

/** How a look at a repository went. */
export interface Looked {
  /** `owner/name`. */
  readonly repository: string;
  /** Why it could not be read completely; null: it could. */
  readonly fault: Unverified | null;
}

/** Says it of the last one that was looked at. */
export function sayFault(runner: Pick<Runner, 'error'>, looked: readonly Looked[]): void {
  const last = looked.at(-1);
  if (last?.fault) runner.error(`${last.repository}: ${toFaultWords(last.fault)}`);
}

/** What happened and what to do. */
export function toFaultWords(fault: Unverified): string {
  return toWhatAndAdvice(fault, ' ');
}

/** Such as `acme/app (3 of 200)`. */
export function toPlace({ repository, position, total }: Pick<Visit, 'repository' | 'position' | 'total'>): string {
  return `${repository.fullName} (${position} of ${total})`;
}

/** Entries of a list in an output, ours: a job has room for 1 MB. */
const MAX_ENTRIES = 1_000;

/** A list as an output, cut where it is too long. */
export function toList(entries: readonly unknown[]): string {
  return JSON.stringify(entries.slice(0, MAX_ENTRIES));
}

export function toFailed(looked: readonly Looked[]): string {
  return toList(looked.filter(({ fault }) => fault !== null).map(({ repository }) => repository));
}

/** The runner for one of many repositories: each line, notice and warning begins with its name. */
export function toNamedRunner(runner: Runner, repository: string): Runner {
  const toNamed = (say: 'info' | 'notice' | 'warning') => (text: string) => {
    runner[say](`${repository}: ${text}`);
  };
  return { ...runner, info: toNamed('info'), notice: toNamed('notice'), warning: toNamed('warning') };
}
