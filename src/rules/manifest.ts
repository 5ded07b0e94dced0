// The manifest beside the rules' files says what we wrote, so that we never delete any other file. Pure.
import * as v from 'valibot';
import { findKeyFault, findPathFault, findRuleFault, type System } from '../client/rule-files.ts';
import { compareText } from '../judgement/finding.ts';

export interface ManifestRule {
  readonly id: string;
  readonly name: string;
  /** They are relative to the output folder, and sorted. */
  readonly files: readonly string[];
}

export interface Manifest {
  /** They are sorted by ID. */
  readonly rules: readonly ManifestRule[];
}

export const MANIFEST_FILE = 'manifest.json';
const VERSION = 1;

const Content = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ version: v.literal(VERSION), rules: v.array(v.unknown()) }),
);
const Rule = v.object({ id: v.string(), name: v.string(), files: v.array(v.unknown()) });

/** The manifest has no times, so the same rules give the same bytes. */
export function renderManifest({ rules }: Manifest): string {
  const sorted = [...rules].sort((a, b) => compareText(a.id, b.id));
  const plain = sorted.map(({ id, name, files }) => ({ id, name, files }));
  return `${JSON.stringify({ version: VERSION, rules: plain }, undefined, 2)}\n`;
}

/** Null: it is not ours. Paths that we would not have written are left out, since the checkout is not trusted. */
export function parseManifest(text: string, system: System): Manifest | null {
  const read = v.safeParse(Content, text);
  return read.success ? { rules: read.output.rules.flatMap((rule) => parseRule(rule, system) ?? []) } : null;
}

function parseRule(value: unknown, system: System): ManifestRule | null {
  if (!v.is(Rule, value) || findRuleFault(value.id, system) !== null) return null;
  const { id, name, files } = value;
  const isOurs = (file: unknown): file is string =>
    typeof file === 'string' &&
    file.startsWith(`${id}/`) &&
    findKeyFault(file.slice(id.length + 1)) === null &&
    findPathFault(file, system) === null;
  return { id, name, files: files.filter(isOurs) };
}

/** The manifest has the known files that are in `kept`, and the written ones. A rule's newer name wins. */
export function mergeManifests(known: Manifest, written: readonly ManifestRule[], kept: ReadonlySet<string>): Manifest {
  const rules = new Map<string, ManifestRule>();
  const add = (rule: ManifestRule): void => {
    const before = rules.get(rule.id)?.files ?? [];
    const files = [...new Set([...before, ...rule.files])].sort(compareText);
    rules.set(rule.id, { ...rule, files });
  };
  for (const rule of known.rules) {
    const files = rule.files.filter((file) => kept.has(file));
    if (files.length > 0) add({ ...rule, files });
  }
  written.forEach(add);
  return { rules: [...rules.values()].sort((a, b) => compareText(a.id, b.id)) };
}
