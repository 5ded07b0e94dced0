// Owns the writing of rules into the checkout: what is planned is written, what is not ours is left alone.
import type { Runner } from '../runner/runner.ts';
import { decideFilePlan, type RefusedFile, type RuleText } from './files.ts';
import {
  MANIFEST_FILE,
  mergeManifests,
  parseManifest,
  renderManifest,
  type Manifest,
  type ManifestRule,
} from './manifest.ts';

export interface RulesTarget {
  /** Below the workspace. */
  readonly outputDir: string;
  readonly prune: boolean;
  /** Whether `rules` are all that there are, so that a rule which is not among them is gone. */
  readonly complete: boolean;
}

export interface WrittenRules {
  /** Below the workspace, sorted: every file of the rules, also where it had the same text already. */
  readonly files: readonly string[];
  readonly changed: boolean;
  readonly refused: readonly RefusedFile[];
}

/** Writes the files that differ, deletes stale ones when asked to, and brings the manifest up to date. */
export async function writeRules(
  runner: Runner,
  rules: readonly RuleText[],
  target: RulesTarget,
): Promise<WrittenRules> {
  const at = (path: string): string => `${target.outputDir}/${path}`;
  const known = await readManifest(runner, at(MANIFEST_FILE));
  const plan = decideFilePlan(rules);
  const outcome = { written: [] as string[], refused: [...plan.refused], changed: false };
  for (const { path, text } of plan.files) {
    try {
      outcome.changed = (await writeIfDifferent(runner, at(path), text)) || outcome.changed;
      outcome.written.push(path);
    } catch (error) {
      outcome.refused.push({ ...split(path), why: toMessage(error) });
    }
  }
  const stale = findStale(known, { rules, written: outcome.written, complete: target.complete });
  const removed = target.prune ? await removeAll(runner, stale, at) : [];
  const kept = new Set(
    known.rules.flatMap((rule) => rule.files).filter((file) => !removed.includes(file)),
  );
  const manifest = mergeManifests(known, toManifestRules(rules, outcome.written), kept);
  const listed = await writeIfDifferent(runner, at(MANIFEST_FILE), renderManifest(manifest));
  return {
    files: outcome.written.map(at),
    changed: outcome.changed || removed.length > 0 || listed,
    refused: outcome.refused,
  };
}

/** A manifest that is none of ours says nothing about files of ours. */
async function readManifest(runner: Runner, path: string): Promise<Manifest> {
  const text = await runner.read(path);
  return (text === null ? null : parseManifest(text)) ?? { rules: [] };
}

async function writeIfDifferent(runner: Runner, path: string, text: string): Promise<boolean> {
  if ((await runner.read(path)) === text) return false;
  await runner.write(path, text);
  return true;
}

/** What the manifest knows of these rules, or of rules that are gone, and nobody has written now. */
function findStale(
  known: Manifest,
  now: {
    readonly rules: readonly RuleText[];
    readonly written: readonly string[];
    readonly complete: boolean;
  },
): readonly string[] {
  const ids = new Set(now.rules.map(({ id }) => id));
  return known.rules
    .filter(({ id }) => now.complete || ids.has(id))
    .flatMap(({ files }) => files)
    .filter((file) => !now.written.includes(file));
}

async function removeAll(
  runner: Runner,
  files: readonly string[],
  at: (path: string) => string,
): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const file of files) {
    try {
      await runner.remove(at(file));
      removed.push(file);
    } catch (error) {
      runner.warning(`Could not delete ${at(file)}: ${toMessage(error)}.`);
    }
  }
  return removed;
}

function toManifestRules(
  rules: readonly RuleText[],
  written: readonly string[],
): readonly ManifestRule[] {
  return rules.map(({ id, name }) => ({
    id,
    name,
    files: written.filter((path) => path.startsWith(`${id}/`)),
  }));
}

function split(path: string): { readonly rule: string; readonly key: string } {
  const [rule = '', ...key] = path.split('/');
  return { rule, key: key.join('/') };
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
