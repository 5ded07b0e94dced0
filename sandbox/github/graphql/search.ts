// GitHub's search of pull requests: the words of a query, and what they find.
import type { PullData } from '../data.ts';
import { dates } from '../shapes/pull.ts';
import type { GitHubState } from '../state.ts';
import { FieldRefusal } from './field-refusal.ts';

/** GitHub gives this many, whatever it finds. */
export const MAX_RESULTS = 1000;

const DAY = /^\d{4}-\d\d-\d\d$/;

type Word = (pull: PullData, state: GitHubState) => boolean;

const WORDS: Readonly<Record<string, (value: string) => Word | undefined>> = {
  repo: (name) => (_, state) => `${state.owner}/${state.name}`.toLowerCase() === name.toLowerCase(),
  is: (value) => STATES[value],
  created: (value) => readRange(value, (pull) => dates(pull).created_at),
  merged: (value) => readRange(value, (pull) => dates(pull).merged_at),
};

const STATES: Readonly<Record<string, Word>> = {
  pr: () => true,
  open: ({ state }) => state === 'open',
  closed: ({ state }) => state === 'closed',
  merged: ({ merged }) => merged === true,
};

/** Every word of a query. Throws for one that the local GitHub does not emulate; all searches are for pull requests. */
export function readSearch(query: string): readonly Word[] {
  const texts = query.split(' ').filter((text) => text !== '');
  if (!texts.includes('is:pr')) throw new FieldRefusal('NOT_EMULATED', 'The local GitHub searches only for `is:pr`.');
  return texts.map((text) => {
    const [, name = '', value = ''] = /^([^:]*):(.*)$/.exec(text) ?? [];
    const word = WORDS[name]?.(value);
    if (word === undefined) throw new FieldRefusal('NOT_EMULATED', `The local GitHub does not search for \`${text}\`.`);
    return word;
  });
}

/** Whether all words of a query mean a pull request. */
export function isFound(words: readonly Word[], state: GitHubState, pull: PullData): boolean {
  return words.every((word) => word(pull, state));
}

// `>=from` or `from..to`, each a day (UTC) or a time, and `*` for any.
function readRange(value: string, timeOf: (pull: PullData) => string | null): Word | undefined {
  const [from = '', to = '', ...more] = value.startsWith('>=') ? [value.slice(2), '*'] : value.split('..');
  const least = from === '*' ? -Infinity : Date.parse(from);
  const most = to === '*' ? Infinity : Date.parse(DAY.test(to) ? `${to}T23:59:59.999Z` : to);
  if (more.length > 0 || Number.isNaN(least) || Number.isNaN(most)) return undefined;
  return (pull) => {
    const time = timeOf(pull);
    return time !== null && least <= Date.parse(time) && Date.parse(time) <= most;
  };
}
