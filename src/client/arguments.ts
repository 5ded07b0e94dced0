// The checks of what a call is given: the compiler sees what TypeScript passes, and JavaScript may pass anything.
import { ServiceClientError } from './client-error.ts';

interface KindOfValue {
  /** Completes "must be". */
  readonly name: string;
  readonly fits: (value: unknown) => boolean;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isListOfTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

const KINDS = {
  object: { name: 'an object', fits: isObject },
  text: { name: 'a text', fits: isText },
  texts: { name: 'a list of texts', fits: isListOfTexts },
  words: { name: 'a text or a list of texts', fits: (value) => isText(value) || isListOfTexts(value) },
  function: { name: 'a function', fits: (value) => typeof value === 'function' },
  boolean: { name: 'true or false', fits: (value) => typeof value === 'boolean' },
  signal: { name: 'an AbortSignal', fits: (value) => isObject(value) && 'aborted' in value },
} satisfies Readonly<Record<string, KindOfValue>>;

/** What an argument can be asked to be. */
export type Kind = keyof typeof KINDS;

/** A value and its name in the call, such as `query.repoId`. */
export interface Argument {
  readonly name: string;
  readonly value: unknown;
}

/** Says what is wrong with an argument, but never its value, which may be a secret; null where it fits. */
export function findArgumentFault({ name, value }: Argument, kind: Kind): string | null {
  const { name: wanted, fits } = KINDS[kind];
  if (fits(value)) return null;
  return value === undefined
    ? `${name} is missing: it must be ${wanted}`
    : `${name} must be ${wanted}, not ${describe(value)}`;
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** @throws {ServiceClientError} Unless the argument is of this kind. */
export function checkArgument(argument: Argument, kind: Kind): void {
  const fault = findArgumentFault(argument, kind);
  if (fault !== null) throw new ServiceClientError(fault);
}

/** The fields of an object, each with its kind: those that must be there, and those that may be undefined. */
export interface Shape {
  readonly needs?: Readonly<Record<string, Kind>>;
  readonly mayHave?: Readonly<Record<string, Kind>>;
}

/** @throws {ServiceClientError} Unless the argument is an object of this shape; other fields are not looked at. */
export function checkShape({ name, value }: Argument, { needs = {}, mayHave = {} }: Shape): void {
  checkArgument({ name, value }, 'object');
  const fields = value as Readonly<Record<string, unknown>>;
  for (const [field, kind] of Object.entries(needs))
    checkArgument({ name: `${name}.${field}`, value: fields[field] }, kind);
  for (const [field, kind] of Object.entries(mayHave)) {
    if (fields[field] !== undefined) checkArgument({ name: `${name}.${field}`, value: fields[field] }, kind);
  }
}

/** @throws {ServiceClientError} Unless the query names a repository. */
export function checkRepoQuery(value: unknown): void {
  checkShape({ name: 'query', value }, { needs: { repoId: 'text' } });
}

/** @throws {ServiceClientError} Unless the options of a call are an object of this shape or undefined. */
export function checkOptions(value: unknown, mayHave: Shape['mayHave'] = {}): void {
  if (value !== undefined) checkShape({ name: 'options', value }, { mayHave: { signal: 'signal', ...mayHave } });
}
