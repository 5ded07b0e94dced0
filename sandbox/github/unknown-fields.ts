// The search for fields that GitHub's description does not know: GitHub ignores them in silence, and never sends them.
import { fieldOf, itemsOf } from './wire.ts';

/** One sentence for each unknown field, at any depth. A schema without properties takes anything. */
export function unknownFields(schema: unknown, value: unknown, place = '/body'): string[] {
  if (Array.isArray(value)) {
    const items = fieldOf(schema, 'items');
    return value.flatMap((item, index) => unknownFields(items, item, `${place}/${index}`));
  }
  if (typeof value !== 'object' || value === null) return [];
  const known = knownProperties(schema);
  if (known.size === 0) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    known.has(name)
      ? unknownFields(known.get(name), field, `${place}/${name}`)
      : [`${place} has an unknown field: ${name}`],
  );
}

function knownProperties(schema: unknown): Map<string, unknown> {
  const alternatives = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => itemsOf(schema, key));
  const inherited = alternatives.flatMap((alternative) => [...knownProperties(alternative)]);
  const own = fieldOf(schema, 'properties') ?? {};
  // The schema's own properties are the full ones; those of alternatives only narrow them.
  return new Map<string, unknown>([...inherited, ...Object.entries(own)]);
}
