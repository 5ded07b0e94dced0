// The check of what a caller passes, and the words for what is wrong: the compiler sees what TypeScript passes, and JavaScript
// may pass anything.
import * as v from 'valibot';

/** A schema for each field of a type. */
export type EntriesOf<T> = { readonly [Field in keyof T]-?: v.GenericSchema };

/** A schema of the objects with these fields and no other. */
export function strict(entries: v.ObjectEntries): v.GenericSchema {
  const names = Object.keys(entries).join(', ');
  return v.strictObject(entries, ({ expected }) =>
    expected === 'never' ? `is unknown: allowed are ${names}` : 'an object',
  );
}

/** A schema whose words complete "must be". */
export function mustBe<T>(words: string, fits: (value: unknown) => boolean): v.GenericSchema<T> {
  return v.custom<T>(fits, words);
}

/** A schema of these words; `more` goes on after the last of them in the message. */
export function oneOf(words: readonly string[], more = ''): v.GenericSchema {
  const choice = `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
  return mustBe(choice + more, (value) => words.some((word) => word === value));
}

/** A schema of the numbers between two limits, both included. */
export function whole(min: number, max: number = Number.MAX_SAFE_INTEGER): v.GenericSchema<number> {
  const limit = max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`;
  const fits = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return mustBe(`a whole number from ${min}${limit}`, fits);
}

export const string = mustBe<string>('a string', (value) => typeof value === 'string');
export const strings = v.array(string, 'a list of strings');
/** A function, whatever it takes. */
export const functionSchema = mustBe('a function', (value) => typeof value === 'function');
export const boolean = mustBe('true or false', (value) => typeof value === 'boolean');
/** A signal of any platform is an object that says whether it is aborted. */
export const signal = mustBe(
  'an AbortSignal',
  (value) => typeof value === 'object' && value !== null && 'aborted' in value,
);

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How a value is checked, and how a message names it. */
export interface ValueCheck {
  readonly takes: v.GenericSchema;
  readonly call: string;
  /** Shows a string or a number in a message; what may be secret it only describes. */
  readonly quote: (value: string | number, path: string) => string;
}

/** Says in one line what is wrong with a value; null where it fits. */
export function describeFault(value: unknown, { takes, call, quote }: ValueCheck): string | null {
  const { issues = [] } = v.safeParse(takes, value);
  // A name that is misspelt says more than that the right one is missing.
  const issue = issues.find(({ expected }) => expected === 'never') ?? issues[0];
  if (issue === undefined) return null;
  const { input, message, received, kind, expected } = issue;
  const path = v.getDotPath(issue) ?? '';
  const name = path === '' ? `the argument of ${call}` : path;
  if (kind === 'validation' || expected === 'never') return `${name} ${message}`;
  if (input === undefined) return `${name} is missing`;
  return `${name} must be ${message}, not ${typeof input === 'string' || typeof input === 'number' ? quote(input, path) : received}`;
}
