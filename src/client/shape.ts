// The check of what a caller passes, and the words for the first thing wrong: the compiler sees what TypeScript passes,
// and JavaScript may pass anything.
import * as v from 'valibot';
import { toShortLine } from '../net/network-cause.ts';

/** What each field of an object must be. An object all of whose fields may be undefined may be undefined too. */
export interface Shape {
  readonly [field: string]: v.GenericSchema | Shape;
}

/** A shape that has every field of a type. */
export type ShapeOf<T> = { readonly [Field in keyof T]-?: v.GenericSchema | Shape };

/** A schema whose words complete "must be". */
export function mustBe<T>(words: string, fits: (value: unknown) => boolean): v.GenericSchema<T> {
  return v.custom<T>(fits, words);
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

const isString = (value: unknown): boolean => typeof value === 'string';
export const string = mustBe<string>('a string', isString);
export const strings = v.array(string, 'a list of strings');
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
  /** What the whole of it must be. */
  readonly takes: Shape;
  readonly call: string;
  /** Shows a string or a number in a message; what may be secret it only describes. */
  readonly quote: (value: string | number, path: string) => string;
}

/** Says in one line what is wrong with a value, and what to write instead; null where it fits. */
export function findFault(value: unknown, given: Given): string | null {
  return findFieldFault({ value, path: '', is: given.takes }, given);
}

interface Field {
  readonly value: unknown;
  /** `query.repoId`; empty for the whole. */
  readonly path: string;
  readonly is: v.GenericSchema | Shape;
}

function findFieldFault(field: Field, given: Given): string | null {
  const { value, path, is } = field;
  if (isSchema(is)) return findMismatch({ value, path, is }, given);
  if (value === undefined && isOptional(is)) return null;
  if (!isPlainObject(value)) return toFault(field, 'an object', given);
  const stranger = Object.keys(value).find((name) => value[name] !== undefined && !Object.hasOwn(is, name));
  if (stranger !== undefined) return toUnknown({ path, is, name: stranger }, given);
  for (const [name, part] of Object.entries(is)) {
    const fault = findFieldFault({ value: value[name], path: join(path, name), is: part }, given);
    if (fault !== null) return fault;
  }
  return null;
}

function isSchema(is: v.GenericSchema | Shape): is is v.GenericSchema {
  return typeof is['~run'] === 'function';
}

function isOptional(is: v.GenericSchema | Shape): boolean {
  return isSchema(is) ? v.is(is, undefined) : Object.values(is).every(isOptional);
}

/** Not a list, nor a signal, a date or a promise that stands where an object of settings is meant. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return toTag(value) === 'Object';
}

function toTag(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}

function findMismatch({ value, path, is }: Field & { readonly is: v.GenericSchema }, given: Given): string | null {
  const [issue] = v.safeParse(is, value, { abortEarly: true }).issues ?? [];
  if (issue === undefined) return null;
  const index = issue.path?.map(({ key }) => `[${String(key)}]`).join('') ?? '';
  return toFault({ value: issue.input, path: path + index }, issue.message, given);
}

function toFault({ value, path }: Omit<Field, 'is'>, words: string, given: Given): string {
  const name = path === '' ? `the argument of ${given.call}` : path.replace(/^(\w+)Id$/, '$1 ID');
  if (value === undefined) return `${name} is missing: it must be ${words}`;
  return `${name} must be ${words}, not ${describe(value, (each) => given.quote(each, path))}`;
}

function describe(value: unknown, quote: (value: string | number) => string): string {
  if (value === '') return 'an empty string';
  if (typeof value === 'string' || typeof value === 'number') return quote(value);
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value !== 'object' || value === null) return String(value);
  const tag = toTag(value);
  if (tag === 'Object') return 'an object';
  return `${/^[AEIO]/.test(tag) ? 'an' : 'a'} ${toShortLine(tag, 40)}`;
}

/** Says why something is no answer of `fetch`; null if it is one. */
export function findAnswerFault(answer: unknown): string | null {
  const { status, headers, body } = (answer ?? {}) as Readonly<Record<string, unknown>>;
  const { get } = (headers ?? {}) as Readonly<Record<string, unknown>>;
  const isAnswer = typeof status === 'number' && typeof get === 'function' && typeof body === 'object';
  if (isAnswer) return null;
  const given = describe(answer, (value) => `a ${typeof value}`);
  return `fetch must return a Response, or what has its status, headers and body; the one that you passed returned ${given}`;
}

/** A name that the shape does not have: it may be misspelt, or belong in another argument. */
interface Stranger {
  readonly path: string;
  readonly name: string;
  readonly is: Shape;
}

function toUnknown({ path, name, is }: Stranger, { takes, call }: Given): string {
  const unknown = `${join(path, toShortLine(name, 100))} is unknown`;
  const near = findNearest(name, listPaths(takes));
  if (near === undefined) {
    return `${unknown}: ${path === '' ? 'allowed are' : `${path} may have`} ${Object.keys(is).join(', ')}`;
  }
  const [argument = '', field = ''] = near.split('.');
  const isElsewhere = path !== argument && near === `${argument}.${field}`;
  if (!isElsewhere) return `${unknown}. Did you mean ${near}?`;
  const args = Object.keys(takes).map((each) => (each === argument ? `{ ${field} }` : each));
  return `${unknown}. Did you mean ${near}, as in ${call}(${args.join(', ')})?`;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function listPaths(shape: Shape, above = ''): readonly string[] {
  return Object.entries(shape).flatMap(([name, is]) => {
    const path = join(above, name);
    return isSchema(is) ? [path] : [path, ...listPaths(is, path)];
  });
}

/** The path whose last name is most like this one; undefined if none is. */
function findNearest(name: string, paths: readonly string[]): string | undefined {
  const ranked = paths.map((path) => ({ path, distance: distanceOf(name, path.slice(path.lastIndexOf('.') + 1)) }));
  ranked.sort((a, b) => a.distance - b.distance);
  const [first] = ranked;
  return first !== undefined && first.distance < Infinity ? first.path : undefined;
}

/** How far a name is from a known one; infinite where nobody would take one for the other. */
function distanceOf(name: string, known: string): number {
  if (name === known) return 0;
  const [a = '', b = ''] = [name, known].map((each) => each.slice(0, 40).toLowerCase().replace(/[_-]/g, ''));
  const edits = countEdits(a, b);
  if (edits <= Math.min(2, Math.max(a.length, b.length) / 3)) return edits + 0.5;
  const isPart = Math.min(a.length, b.length) >= 3 && (a.includes(b) || b.includes(a));
  return isPart ? 3 : Infinity;
}

/** How many letters must be added, removed or replaced to make one of the other (Levenshtein). */
function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [line, letter] of Array.from(a).entries()) {
    let left = line + 1;
    const next = [left];
    for (const [index, other] of Array.from(b).entries()) {
      left = Math.min(left + 1, (row[index + 1] ?? 0) + 1, (row[index] ?? 0) + (letter === other ? 0 : 1));
      next.push(left);
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
