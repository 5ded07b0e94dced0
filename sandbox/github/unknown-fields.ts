// The search for fields that GitHub's description does not know: GitHub ignores them in silence, and never sends them.
import { fieldOf, itemsOf } from '../json.ts';

/** How to read a schema, and where its value is. */
export interface UnknownFieldsOptions {
  /** Follows a reference; default: there are none. */
  readonly resolve?: (schema: unknown) => unknown;
  /** Default: `/body`. */
  readonly place?: string;
}

/** One sentence for each unknown field, at any depth. A schema without properties takes anything. */
export function unknownFields(
  schema: unknown,
  value: unknown,
  { resolve = (whole) => whole, place = '/body' }: UnknownFieldsOptions = {},
): string[] {
  if (Array.isArray(value)) {
    const items = fieldOf(resolve(schema), 'items');
    return value.flatMap((item, index) =>
      unknownFields(items, item, { resolve, place: `${place}/${index}` }),
    );
  }
  if (typeof value !== 'object' || value === null) return [];
  const known = knownProperties(resolve(schema), resolve);
  if (known.size === 0) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    known.has(name)
      ? unknownFields(known.get(name), field, { resolve, place: `${place}/${name}` })
      : [`${place} has an unknown field: ${name}`],
  );
}

type Properties = ReadonlyMap<string, unknown>;

// Lists have many items of one schema.
const cache = new WeakMap<object, Properties>();

function knownProperties(schema: unknown, resolve: (schema: unknown) => unknown): Properties {
  if (typeof schema !== 'object' || schema === null) return new Map();
  const known = cache.get(schema) ?? readProperties(schema, resolve);
  cache.set(schema, known);
  return known;
}

function readProperties(schema: object, resolve: (schema: unknown) => unknown): Properties {
  const alternatives = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => itemsOf(schema, key));
  const inherited = alternatives.flatMap((alternative) => [
    ...knownProperties(resolve(alternative), resolve),
  ]);
  const own = fieldOf(schema, 'properties') ?? {};
  // The schema's own properties are the full ones; those of alternatives only narrow them.
  return new Map<string, unknown>([...inherited, ...Object.entries(own)]);
}
