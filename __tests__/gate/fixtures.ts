// The builders of the gate's tests: events, and GitHub's own payloads with our numbers in them.
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { parse } from 'yaml';
import { type ActionEvent, parseEvent } from '../../src/github/event.ts';
import type { CommitSha } from '../../src/judgement/identifiers.ts';
import { examplesOf, type Json, merge } from '../harness/examples.ts';

export { examplesOf } from '../harness/examples.ts';

export const headSha = 'a'.repeat(40) as CommitSha;
/** What GITHUB_SHA is: on a pull request the merge commit, which nobody may judge. */
export const workflowSha = 'f'.repeat(40) as CommitSha;

const ActionFile = v.object({
  inputs: v.record(v.string(), v.object({ default: v.optional(v.string(), '') })),
  outputs: v.record(v.string(), v.unknown()),
});

export function readActionFile(path = 'action.yml'): v.InferOutput<typeof ActionFile> {
  const file = new URL(`../../${path}`, import.meta.url);
  return v.parse(ActionFile, parse(readFileSync(file, 'utf8')));
}

/** GitHub's first example with `patch` merged in, property by property. */
export function payloadOf(name: string, patch: Json = {}): Json {
  return merge(examplesOf(name)[0] ?? {}, patch);
}

/** The event that a run would see with this payload. */
export function eventOf(name: string, payload: unknown, parts: Partial<ActionEvent> = {}): ActionEvent {
  return {
    name,
    data: parseEvent(name, payload),
    workflowSha,
    repository: { owner: 'acme', repo: 'storefront' },
    repositoryId: null,
    isInFork: false,
    updatedAt: null,
    isByDependabot: false,
    visibility: 'private',
    serverUrl: 'https://github.com',
    workflow: 'Scan Gate',
    workflowRef: null,
    job: 'gate',
    runId: 1,
    runNumber: 1,
    runAttempt: 1,
    triggeringActor: null,
    ...parts,
  };
}
