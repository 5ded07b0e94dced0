// Writes the planned files of rules into the checkout, and leaves alone what is not ours.
import {
  decideFilePlan,
  findRuleFault,
  type PlannedFile,
  type RefusedFile,
  type RuleText,
  type System,
} from '../client/rule-files.ts';
import { type Runner, toFileFault } from '../runner/runner.ts';
import {
  type Manifest,
  MANIFEST_FILE,
  type ManifestRule,
  mergeManifests,
  parseManifest,
  renderManifest,
} from './manifest.ts';

export interface RulesTarget {
  /** It is absolute, or below the workspace, or `.` for the workspace itself. */
  readonly outputDir: string;
  readonly prune: boolean;
  /** If `rules` are all rules, any other is gone. */
  readonly complete: boolean;
}

export interface WrittenRules {
  /** Every file of the rules is here, even if it already had the same text. Paths begin like `outputDir`, and are sorted. */
  readonly files: readonly string[];
  readonly changed: boolean;
  readonly refused: readonly RefusedFile[];
  readonly manifestFault: string | null;
}

/** Never rejects: an error with one file becomes its refusal, and the others are written. */
export async function writeRules(
  runner: Runner,
  rules: readonly RuleText[],
  target: RulesTarget,
): Promise<WrittenRules> {
  const folder = openFolder(runner, target.outputDir);
  const { known, ...found } = await findManifest(runner, folder);
  // A repository is for all systems, and Windows takes the fewest names.
  const plan = decideFilePlan(rules, 'windows');
  const stale = findStale(known, { rules, planned: plan.files, complete: target.complete });
  // Stale files go first: one may be where a folder is needed, or differ from a new one only in case.
  const removed = target.prune ? await removeAll(runner, folder, stale) : new Set<string>();
  const { written, refused, changed } = await writeAll(folder, plan.files);
  const kept = known.rules.flatMap(({ files }) => files).filter((file) => !removed.has(file));
  const now = toManifestRules(rules, written, runner.system);
  const manifest = mergeManifests(known, now, new Set(kept));
  const listed = found.isOurs ? await writeManifest(folder, manifest) : { changed: false, fault: found.fault };
  return {
    files: written.map((path) => folder.at(path)),
    changed: changed || removed.size > 0 || listed.changed,
    refused: [...plan.refused, ...refused],
    manifestFault: listed.fault,
  };
}

type Folder = ReturnType<typeof openFolder>;

/** `at` gives the path for messages and outputs. */
function openFolder(runner: Runner, outputDir: string) {
  const start = outputDir === '.' ? '' : outputDir.replace(/\/?$/, '/');
  const at = (path: string): string => `${start}${path}`;
  return {
    at,
    findText: (path: string) => runner.findText(at(path), outputDir),
    write: (path: string, text: string) => runner.write(at(path), text, outputDir),
    remove: (path: string) => runner.remove(at(path), outputDir),
  };
}

interface FoundManifest {
  /** It is empty if it is not ours, so that nothing is deleted. */
  readonly known: Manifest;
  /** It may be written: it is ours, or there is none yet. */
  readonly isOurs: boolean;
  readonly fault: string | null;
}

async function findManifest(runner: Runner, folder: Folder): Promise<FoundManifest> {
  const none: Manifest = { rules: [] };
  const path = folder.at(MANIFEST_FILE);
  try {
    const text = await folder.findText(MANIFEST_FILE);
    if (text === null) return { known: none, isOurs: true, fault: null };
    const known = parseManifest(text, runner.system);
    if (known !== null) return { known, isOurs: true, fault: null };
    runner.warning(
      `${path} is not a manifest of this action: it was not changed, and nothing is deleted. Use another output-dir, or delete it if nobody needs it.`,
    );
    return { known: none, isOurs: false, fault: null };
  } catch (error) {
    const fault = `${path} could not be read: ${toFileFault(error)}. It was not changed, and nothing is deleted.`;
    return { known: none, isOurs: false, fault };
  }
}

async function writeManifest(
  folder: Folder,
  manifest: Manifest,
): Promise<Pick<WrittenRules, 'changed'> & Pick<FoundManifest, 'fault'>> {
  try {
    const changed = await writeIfDifferent(folder, MANIFEST_FILE, renderManifest(manifest));
    return { changed, fault: null };
  } catch (error) {
    return {
      changed: false,
      fault: `${folder.at(MANIFEST_FILE)} could not be written: ${toFileFault(error)}.`,
    };
  }
}

interface WrittenFiles {
  /** They are relative to the output folder. */
  readonly written: readonly string[];
  readonly refused: readonly RefusedFile[];
  readonly changed: boolean;
}

async function writeAll(folder: Folder, files: readonly PlannedFile[]): Promise<WrittenFiles> {
  const written: string[] = [];
  const refused: RefusedFile[] = [];
  let changed = false;
  for (const { rule, key, path, text } of files) {
    try {
      changed = (await writeIfDifferent(folder, path, text)) || changed;
      written.push(path);
    } catch (error) {
      refused.push({ rule, key, why: toFileFault(error) });
    }
  }
  return { written, refused, changed };
}

async function writeIfDifferent(folder: Folder, path: string, text: string): Promise<boolean> {
  if ((await folder.findText(path)) === text) return false;
  await folder.write(path, text);
  return true;
}

/** A stale file is in the manifest for one of these rules, or for a rule that is gone, and no rule has it now. */
function findStale(
  known: Manifest,
  now: Pick<RulesTarget, 'complete'> & {
    readonly rules: readonly RuleText[];
    readonly planned: readonly PlannedFile[];
  },
): readonly string[] {
  const ids = new Set(now.rules.map(({ id }) => id));
  const planned = new Set(now.planned.map(({ path }) => path));
  return known.rules
    .filter(({ id }) => now.complete || ids.has(id))
    .flatMap(({ files }) => files)
    .filter((file) => !planned.has(file));
}

async function removeAll(runner: Runner, folder: Folder, files: readonly string[]): Promise<ReadonlySet<string>> {
  const removed = new Set<string>();
  for (const file of files) {
    try {
      await folder.remove(file);
      removed.add(file);
    } catch (error) {
      runner.warning(`Could not delete ${folder.at(file)}: ${toFileFault(error)}.`);
    }
  }
  return removed;
}

/** A rule whose identifier cannot be a folder name has no files. */
function toManifestRules(
  rules: readonly RuleText[],
  written: readonly string[],
  system: System,
): readonly ManifestRule[] {
  return rules
    .filter(({ id }) => findRuleFault(id, system) === null)
    .map(({ id, name }) => ({
      id,
      name,
      files: written.filter((path) => path.startsWith(`${id}/`)),
    }));
}
