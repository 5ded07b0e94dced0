// Owns which file of a rule may be written where. Pure, never throws.
import { compareText } from '../domain/finding.ts';

export interface RuleText {
  /** `rule_…` */
  readonly id: string;
  readonly name: string;
  /** From a path or name, as the service wrote it, to the text of the file. */
  readonly files: Readonly<Record<string, string>>;
}

/** A file that may be written. */
export interface PlannedFile {
  /** Below the output folder, with slashes: `<rule id>/<key>`. */
  readonly path: string;
  readonly text: string;
}

export interface RefusedFile {
  readonly rule: string;
  readonly key: string;
  readonly why: string;
}

export interface FilePlan {
  /** Sorted by path. */
  readonly files: readonly PlannedFile[];
  readonly refused: readonly RefusedFile[];
}

/** Bytes of a name: what the usual file systems take. */
const MAX_SEGMENT_BYTES = 255;
/** Characters of a whole path: ours, so that it fits below any checkout on any system. */
const MAX_PATH_CHARACTERS = 512;

/**
 * Plans the files of rules: each that may be written, and why each other may not. Of two that cannot stand beside
 * each other the first by id and key is written, in whatever order they came.
 */
export function decideFilePlan(rules: readonly RuleText[]): FilePlan {
  const places = { files: new Map<string, PlannedFile>(), folders: new Set<string>() };
  const refused: RefusedFile[] = [];
  for (const { id, key, text } of toSorted(rules)) {
    const file = { path: `${id}/${key}`, text };
    const why = findRuleFault(id) ?? findPathFault(file.path) ?? findClash(file, places);
    if (why === null) place(file, places);
    else refused.push({ rule: id, key, why });
  }
  const files = [...places.files.values()].sort((a, b) => compareText(a.path, b.path));
  return { files, refused };
}

function toSorted(rules: readonly RuleText[]) {
  return rules
    .flatMap(({ id, files }) => Object.entries(files).map(([key, text]) => ({ id, key, text })))
    .sort((a, b) => compareText(a.id, b.id) || compareText(a.key, b.key));
}

/** Why the files of a rule have no folder of their own; null when its identifier is one. */
export function findRuleFault(id: string): string | null {
  if (!id.startsWith('rule_')) return 'its rule is none by its identifier';
  return id.includes('/') ? 'its rule has a slash in its identifier' : findPathFault(id);
}

/** Why a path below the output folder may not be written or deleted; null when it may. */
export function findPathFault(path: string): string | null {
  if (path.length > MAX_PATH_CHARACTERS) return 'it is too long';
  if (path.includes('\\')) return 'it has a backslash';
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(path) || !path.isWellFormed()) {
    return 'it has control or invisible characters';
  }
  const faults = path.split('/').map(findSegmentFault);
  return faults.find((fault) => fault !== null) ?? null;
}

/** Names of devices, also with an extension; Windows reads the small raised digits as digits. */
const RESERVED_NAME = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³]) *(?:\.|$)/i;

function findSegmentFault(segment: string): string | null {
  if (segment === '') return 'it is absolute or has an empty part';
  if (segment === '.' || segment === '..') return 'it has a . or .. part';
  if (/[:*?"<>|]/.test(segment)) return 'it has a drive or a character that not every system takes';
  if (/[. ]$/.test(segment)) return 'a part of it ends with a dot or a space';
  if (/^(?:\.git|git~\d+)$/i.test(segment)) return 'it leads into .git';
  if (RESERVED_NAME.test(segment)) {
    return 'a part of it is a name that Windows reserves';
  }
  return Buffer.byteLength(segment) > MAX_SEGMENT_BYTES ? 'a part of it is too long' : null;
}

interface Places {
  /** By folded path. */
  readonly files: Map<string, PlannedFile>;
  /** Folded paths. */
  readonly folders: Set<string>;
}

function place(file: PlannedFile, { files, folders }: Places): void {
  const folded = toFolded(file.path);
  files.set(folded, file);
  for (const folder of toFolders(folded)) folders.add(folder);
}

/** A file where another path has a folder, or the same path in other letters, would be lost on some systems. */
function findClash({ path, text }: PlannedFile, { files, folders }: Places): string | null {
  const folded = toFolded(path);
  const other = files.get(folded);
  // A rule that the service lists twice is still one rule.
  if (other?.path === path && other.text === text) return null;
  if (other !== undefined) return `it is the same as ${other.path} where case does not matter`;
  const isNested = folders.has(folded) || toFolders(folded).some((folder) => files.has(folder));
  return isNested ? 'another file needs the same name as a folder' : null;
}

/** Every folder on the way to a path. */
function toFolders(path: string): readonly string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
}

/** Equal for paths that a file system may take for the same one; down and up again, as one way alone misses some. */
function toFolded(path: string): string {
  return path.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}
