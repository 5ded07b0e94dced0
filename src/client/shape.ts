// The check of what a caller passes, and the words for what is wrong: the compiler sees what TypeScript passes, and JavaScript
// may pass anything.
import * as v from 'valibot';

/** A schema for each field of a type. */
export type EntriesOf<T> = { readonly [Field in keyof T]-?: v.GenericSchema };

/** A schema of the objects with these fields and no other. */
export function strict(entries: v.ObjectEntries): v.GenericSchema {
  const names = Object.keys(entries).join(', ');
  return v.strictObject(entries, ({ expected }) =>
    expected === 'never' ? `is unknown: allowed are ${names}` : 'must be an object',
  );
}

/** A schema whose words complete "must be". */
export function mustBe<T>(words: string, fits: (value: unknown) => boolean): v.GenericSchema<T> {
  return v.custom<T>(fits, `must be ${words}`);
}

/** `a, b or c`. */
export function toChoice(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

/** A schema of the numbers between two limits, both included. */
export function whole(min: number, max: number = Number.MAX_SAFE_INTEGER): v.GenericSchema<number> {
  const limit = max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`;
  const fits = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return mustBe(`a whole number from ${min}${limit}`, fits);
}

export const string = mustBe<string>('a string', (value) => typeof value === 'string');
export const strings = v.array(string, 'must be a list of strings');
/** A function, whatever it takes. */
export const functionSchema = mustBe('a function', (value) => typeof value === 'function');
export const boolean = mustBe('true or false', (value) => typeof value === 'boolean');
/** What every signal has, of whichever platform. */
export const signal = mustBe(
  'an AbortSignal',
  (value) => typeof value === 'object' && value !== null && 'aborted' in value,
);

/** What is known of a value that is checked. */
export interface Given {
  readonly takes: v.GenericSchema;
  readonly call: string;
  /** Shows a string or a number in a message; what may be secret it only describes. */
  readonly quote: (value: string | number, path: string) => string;
}

/** Says in one line what is wrong with a value; null where it fits. */
export function findFault(value: unknown, { takes, call, quote }: Given): string | null {
  const { issues = [] } = v.safeParse(takes, value);
  // A name that is misspelt says more than that the right one is missing.
  const issue = issues.find(({ expected }) => expected === 'never') ?? issues[0];
  if (issue === undefined) return null;
  const { input, message, received, kind, expected } = issue;
  const path = v.getDotPath(issue) ?? '';
  const name = path === '' ? `the argument of ${call}` : path;
  if (kind === 'validation' || expected === 'never') return `${name} ${message}`;
  if (input === undefined) return `${name} is missing`;
  return `${name} ${message}, not ${typeof input === 'string' || typeof input === 'number' ? quote(input, path) : received}`;
}
