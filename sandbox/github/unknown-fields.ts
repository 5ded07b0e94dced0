// The search for fields that GitHub's description does not know: GitHub ignores them in silence, and never sends them.
import { fieldOf, itemsOf } from '../json.ts';

/** Follows a reference; anything else is returned as it is. */
type Resolve = (schema: unknown) => unknown;

/**
 * The place of each unknown field, at any depth: `/body/owner/name`. A schema without properties takes anything.
 * `resolve` follows the references in the schema; default: there are none.
 */
export function unknownFields(schema: unknown, value: unknown, resolve: Resolve = (whole) => whole): string[] {
  return fieldsIn(schema, value, resolve).map((place) => `/body${place}`);
}

/** The places begin at the value: their text is put together on the way back, for most values have none. */
function fieldsIn(schema: unknown, value: unknown, resolve: Resolve): string[] {
  const places: string[] = [];
  const add = (name: string | number, below: readonly string[]): void => {
    for (const place of below) places.push(`/${name}${place}`);
  };
  if (Array.isArray(value)) {
    const items = fieldOf(resolve(schema), 'items');
    for (const [index, item] of value.entries()) add(index, fieldsIn(items, item, resolve));
  } else if (typeof value === 'object' && value !== null) {
    const known = knownProperties(resolve(schema), resolve);
    for (const [name, field] of known.size === 0 ? [] : Object.entries(value)) {
      if (!known.has(name)) add(name, ['']);
      else if (typeof field === 'object') add(name, fieldsIn(known.get(name), field, resolve));
    }
  }
  return places;
}

type Properties = ReadonlyMap<string, unknown>;

// Lists have many items of one schema.
const cache = new WeakMap<object, Properties>();

function knownProperties(schema: unknown, resolve: Resolve): Properties {
  if (typeof schema !== 'object' || schema === null) return new Map();
  const known = cache.get(schema) ?? readProperties(schema, resolve);
  cache.set(schema, known);
  return known;
}

function readProperties(schema: object, resolve: Resolve): Properties {
  const alternatives = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => itemsOf(schema, key));
  const inherited = new Map<string, unknown>();
  for (const [name, field] of alternatives.flatMap((each) => [...knownProperties(resolve(each), resolve)])) {
    // A field of several alternatives may have what any of them has, as the parameters of a rule.
    inherited.set(name, inherited.has(name) ? { anyOf: [inherited.get(name), field] } : field);
  }
  const own = fieldOf(schema, 'properties') ?? {};
  // The schema's own properties are the full ones; those of alternatives only narrow them.
  return new Map<string, unknown>([...inherited, ...Object.entries(own)]);
}
