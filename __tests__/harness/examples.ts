// GitHub's own examples of the payloads of events, and changes to them.
import { createRequire } from 'node:module';
import * as v from 'valibot';

export type Json = Readonly<Record<string, unknown>>;

const payload = v.record(v.string(), v.unknown());
const catalogue = v.parse(
  v.array(v.object({ name: v.string(), examples: v.array(payload) })),
  createRequire(import.meta.url)('@octokit/webhooks-examples'),
);

/** GitHub's examples of an event's payload. Throws when it has none. */
export function examplesOf(name: string): readonly Json[] {
  const found = catalogue.find((event) => event.name === name)?.examples ?? [];
  if (found.length === 0) throw new Error(`GitHub gives no example of ${name}`);
  return found;
}

/** Objects are merged key by key; everything else is replaced. */
export function merge(base: Json, changes: Json): Json {
  const merged = Object.entries(changes).map(([key, change]): [string, unknown] => {
    const old = base[key];
    return [key, isObject(old) && isObject(change) ? merge(old, change) : change];
  });
  return { ...base, ...Object.fromEntries(merged) };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
