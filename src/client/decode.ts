// The check of an answer against its schema, and the description of a mismatch. Pure.
import * as v from 'valibot';
import type { Body } from '../net/body.ts';
import type { Schema } from './schemas.ts';

/** A checked value, or what is wrong with the body, with the path of the field (`bugs[3].title: missing`). */
export type Decoded<T> =
  { readonly kind: 'value'; readonly value: T } | { readonly kind: 'fault'; readonly fault: string };

/** Checks a body against a schema. The fault names a field and types, never a value. Never throws. */
export function decode<T>(body: Exclude<Body, { kind: 'too-large' }>, schema: Schema<T>): Decoded<T> {
  if (body.kind === 'text') {
    const isEmpty = body.text.trim() === '';
    return { kind: 'fault', fault: isEmpty ? 'an empty body' : 'a body that is not JSON' };
  }
  const result = v.safeParse(schema, body.value, { abortEarly: true });
  if (result.success) return { kind: 'value', value: result.output };
  return { kind: 'fault', fault: describe(result.issues[0]) };
}

function describe(issue: v.BaseIssue<unknown>): string {
  const path = readPath(issue.path ?? []);
  const last = issue.path?.at(-1);
  // valibot reports a missing key as the key that was expected.
  if (last !== undefined && issue.input === undefined) return `${path}: missing`;
  const expected = issue.type === 'custom' ? issue.message : (issue.expected ?? issue.type);
  return `${path}: expected ${expected.toLowerCase()}, got ${typeName(issue.input)}`;
}

function readPath(path: readonly v.IssuePathItem[]): string {
  const text = path.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return text === '' ? 'the body' : text.replace(/^\./, '');
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'string' ? 'a text' : typeof value;
}
