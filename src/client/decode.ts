// Owns the way from the text of an answer to a checked value, and the words for what is wrong with it. Pure.

import * as v from 'valibot';
import { scrubValue } from '../secret/scrub-secret.ts';
import type { Schema } from './schemas.ts';

/** A checked value, or what is wrong with the text, with the path of the field. */
export type Decoded<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'fault'; readonly fault: string };

/** Reads a text as JSON; undefined when it is none (no JSON text means undefined). Never throws. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of the error quotes the text, which may hold the key in pieces.
    return undefined;
  }
}

/** Checks a text against a schema. The fault names a field and types, never a value. Never throws. */
export function decode<T>(
  text: string,
  schema: Schema<T>,
  scrub: (text: string) => string,
): Decoded<T> {
  const parsed = parseJson(text);
  if (parsed === undefined) {
    return {
      kind: 'fault',
      fault: text.trim() === '' ? 'an empty body' : 'a body that is not JSON',
    };
  }
  // Here, and not only where texts leave: what is cut or escaped on its way no longer looks like the key.
  const result = v.safeParse(schema, scrubValue(parsed, scrub), { abortEarly: true });
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
  const text = path
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('');
  return text === '' ? 'the body' : text.replace(/^\./, '');
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'string' ? 'a text' : typeof value;
}
