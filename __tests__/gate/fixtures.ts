// The builders of the gate's tests: events, and GitHub's own payloads with our numbers in them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as v from 'valibot';
import { parse } from 'yaml';
import { type ActionEvent, parseEvent } from '../../src/github/event.ts';
import type { CommitSha } from '../../src/judgement/identifiers.ts';

export const headSha = 'a'.repeat(40) as CommitSha;
/** What GITHUB_SHA is: on a pull request the merge commit, which nobody may judge. */
export const workflowSha = 'f'.repeat(40) as CommitSha;

const ActionFile = v.object({
  inputs: v.record(v.string(), v.object({ default: v.optional(v.string(), '') })),
  outputs: v.record(v.string(), v.unknown()),
});

/** An action.yml, by default the gate's. */
export function readActionFile(path = 'action.yml'): v.InferOutput<typeof ActionFile> {
  const file = new URL(`../../${path}`, import.meta.url);
  return v.parse(ActionFile, parse(readFileSync(file, 'utf8')));
}

type Json = Readonly<Record<string, unknown>>;

const Payload = v.record(v.string(), v.unknown());
const Catalogue = v.array(v.object({ name: v.string(), examples: v.array(Payload) }));
const catalogue = v.parse(
  Catalogue,
  createRequire(import.meta.url)('@octokit/webhooks-examples/api.github.com/index.json'),
);

/** GitHub's own examples of an event's payload. Throws when it has none. */
export function examplesOf(name: string): readonly Json[] {
  const found = catalogue.find((event) => event.name === name)?.examples ?? [];
  if (found.length === 0) throw new Error(`no example of ${name}`);
  return found;
}

/** GitHub's first example with `patch` merged in, property by property. */
export function payloadOf(name: string, patch: Json = {}): Json {
  return merge(examplesOf(name)[0] ?? {}, patch);
}

function merge(base: Json, patch: Json): Json {
  const merged = Object.entries(patch).map(([key, value]): [string, unknown] => {
    const old = base[key];
    return [key, isObject(old) && isObject(value) ? merge(old, value) : value];
  });
  return { ...base, ...Object.fromEntries(merged) };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The event that a run would see with this payload. */
export function eventOf(name: string, payload: unknown, parts: Partial<ActionEvent> = {}): ActionEvent {
  return {
    name,
    data: parseEvent(name, payload),
    workflowSha,
    repository: { owner: 'acme', repo: 'storefront' },
    visibility: 'private',
    serverUrl: 'https://github.com',
    workflow: 'Scan Gate',
    job: 'gate',
    runId: 1,
    runNumber: 1,
    runAttempt: 1,
    triggeringActor: null,
    ...parts,
  };
}
