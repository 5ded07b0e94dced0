// What a sweep says of each repository while it goes on, and which ones have failed, in the words of every action.
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

export interface Failed extends Looked {
  readonly fault: Unverified;
}

/** Says it of the last one that was looked at. */
export function sayFault(runner: Pick<Runner, 'error'>, looked: readonly Looked[]): void {
  const last = looked.at(-1);
  if (!last?.fault) return;
  runner.error(
    `${last.repository} could not be read completely: ${toFaultWords({ ...last, fault: last.fault }, looked)}`,
  );
}

/** What happened and what to do, or that it is the same as for one that was looked at before, of which it was said. */
export function toFaultWords(one: Failed, looked: readonly Looked[]): string {
  const first = looked.find((each) => isAlike(each, one));
  if (first !== undefined && first.repository !== one.repository) return toSameAs(first);
  return [one.fault.what, ...one.fault.advice].join(' ');
}

/** The same, where this machine's own network failed alike for several: what is wrong with it is said of the first alone. */
export function withoutRepeats<Each extends Looked>(looked: readonly Each[]): readonly Each[] {
  const firsts: Each[] = [];
  return looked.map((each) => {
    const first = firsts.find((one) => isAlike(one, each));
    if (first !== undefined && each.fault) return { ...each, fault: each.fault.with({ what: toSameAs(first) }) };
    if (each.fault?.surrounding !== undefined) firsts.push(each);
    return each;
  });
}

function toSameAs({ repository }: Looked): string {
  return `The same as for ${repository}.`;
}

/** Whether the same part of this machine's own network failed, on the way to the same. */
function isAlike(one: Looked, other: Looked): boolean {
  const surrounding = one.fault?.surrounding;
  if (surrounding === undefined) return false;
  return surrounding === other.fault?.surrounding && one.fault?.reason === other.fault.reason;
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
