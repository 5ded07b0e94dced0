// The events besides `pull_request`: GitHub's own examples, with our numbers and SHAs in them.
import { createRequire } from 'node:module';
import * as v from 'valibot';
import type { PlayOptions } from '../../sandbox/runner/runner.ts';

type Json = Readonly<Record<string, unknown>>;

const record = v.record(v.string(), v.unknown());
const catalogue = v.array(v.object({ name: v.string(), examples: v.array(record) }));

/** An example of an event whose fields in `parts` are changed, object by object. The repository is private. */
export function exampleEvent(
  name: string,
  parts: Readonly<Record<string, unknown>>,
): PlayOptions['event'] {
  const all = v.parse(catalogue, createRequire(import.meta.url)('@octokit/webhooks-examples'));
  const [example] = all.find((event) => event.name === name)?.examples ?? [];
  if (!example) throw new Error(`GitHub gives no example of ${name}`);
  const payload: Record<string, unknown> = { ...example };
  const changes = { repository: { private: true, visibility: 'private' }, ...parts };
  for (const [key, change] of Object.entries(changes)) {
    const old = payload[key];
    payload[key] = isObject(old) && isObject(change) ? { ...old, ...change } : change;
  }
  return { name, payload };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
