// Changes fields of a body by their paths: takes them out, gives them another type, sets them. Pure.
import type { Effect } from './rule.ts';

/** Gives a body with the field of an effect changed, and whether there was anything to change. */
export function withField(
  original: unknown,
  effect: Effect<'omit' | 'wrong-type' | 'set'>,
): { readonly body: unknown; readonly isTouched: boolean } {
  const body: unknown = structuredClone(original);
  const found = findPlaces(body, toSegments(effect.field));
  // Only `set` makes a field that is not there.
  const places = found.filter(({ parent, key }) => effect.kind === 'set' || key in parent);
  // It starts from the back, so that taking an element out of a list does not move the others.
  for (const { parent, key } of places.toReversed()) {
    if (effect.kind === 'omit') removeAt(parent, key);
    else write(parent, key, effect.kind === 'set' ? effect.value : wrongFor(read(parent, key)));
  }
  return { body, isTouched: places.length > 0 };
}

type Container = Record<string, unknown> | unknown[];

interface Place {
  readonly parent: Container;
  readonly key: string;
}

/** The object or list that holds the last field must be there, the field itself need not. */
function findPlaces(value: unknown, [segment, ...rest]: readonly string[]): Place[] {
  if (segment === undefined || !isContainer(value)) return [];
  const keys = segment === '*' ? Object.keys(value) : [segment];
  if (rest.length > 0) return keys.flatMap((key) => findPlaces(read(value, key), rest));
  return keys.map((key) => ({ parent: value, key }));
}

function toSegments(path: string): string[] {
  if (!path.startsWith('/')) return path.split('.');
  const segments = path.slice(1).split('/');
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isContainer(value: unknown): value is Container {
  return isRecord(value) || Array.isArray(value);
}

function read(parent: Container, key: string): unknown {
  return Array.isArray(parent) ? parent[Number(key)] : parent[key];
}

function write(parent: Container, key: string, value: unknown): void {
  if (Array.isArray(parent)) parent[Number(key)] = value;
  else parent[key] = value;
}

function removeAt(parent: Container, key: string): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
}

function wrongFor(value: unknown): unknown {
  return typeof value === 'string' ? 42 : 'of the wrong type';
}
