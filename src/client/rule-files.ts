// The plan which files of the rules may be written, and where. Pure, never throws.
import { compareText } from '../judgement/finding.ts';

interface RuleFiles {
  readonly id: string;
  /** File contents by path or name, as the service wrote it. */
  readonly files: Readonly<Record<string, string>>;
}

export interface RuleText extends RuleFiles {
  readonly name: string;
}

/** A file that may be written. */
export interface PlannedFile {
  readonly rule: string;
  /** The service wrote it so. */
  readonly key: string;
  /** The path from the output folder, with slashes: `<rule id>/<key>`, without empty and `.` segments. */
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

/** Common file systems take names of at most so many bytes. */
const MAX_SEGMENT_BYTES = 255;
/** A path of so many characters fits below any checkout on any system. */
const MAX_PATH_CHARACTERS = 512;

/** Decides which files may be written, and why the others may not. If two conflict, the first by ID and key is written. */
export function decideFilePlan(rules: readonly RuleFiles[], system: System): FilePlan {
  const places = { files: new Map<string, PlannedFile>(), folders: new Set<string>(), system };
  const refused: RefusedFile[] = [];
  for (const { id, key, text } of toSorted(rules)) {
    const file = { rule: id, key, path: `${id}/${toPlainPath(key)}`, text };
    const why =
      findRuleFault(id, system) ?? findKeyFault(key) ?? findPathFault(file.path, system) ?? findClash(file, places);
    if (why === null) place(file, places);
    else refused.push({ rule: id, key, why });
  }
  const files = [...places.files.values()].sort((a, b) => compareText(a.path, b.path));
  return { files, refused };
}

function toSorted(rules: readonly RuleFiles[]) {
  return rules
    .flatMap(({ id, files }) => Object.entries(files).map(([key, text]) => ({ id, key, text })))
    .sort((a, b) => compareText(a.id, b.id) || compareText(a.key, b.key));
}

/** Removes empty and `.` segments: `./a//b` becomes `a/b`. */
export function toPlainPath(key: string): string {
  return key
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

/** Why a rule's identifier cannot be a folder name; null if it can. */
export function findRuleFault(id: string, system: System): string | null {
  if (!id.startsWith('rule_')) return 'the ID of its rule does not begin with rule_';
  return id.includes('/') ? 'the ID of its rule has a slash' : findPathFault(id, system);
}

/** Why a key is not a path below its rule's folder on any system; null if it is. `findPathFault` checks the resulting path. */
export function findKeyFault(key: string): string | null {
  if (key.startsWith('/')) return 'it is absolute';
  if (/^[a-z]:/i.test(toPlainPath(key))) return 'it begins with a drive';
  return /(?:^|\/)\.?$/.test(key) ? 'it names no file' : null;
}

/** Why a path below the output folder may not be written or deleted; null if it may. */
export function findPathFault(path: string, system: System): string | null {
  if (path.length > MAX_PATH_CHARACTERS) return 'it is too long';
  if (path.includes('\\')) return 'it has a backslash';
  if (/(?!\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(path) || !path.isWellFormed()) {
    return 'it has control or invisible characters';
  }
  const faults = path.split('/').map((segment) => findSegmentFault(segment, system));
  return faults.find((fault) => fault !== null) ?? null;
}

/** Windows reads it with dots, spaces or the name of a stream behind it, and in its short form, too. */
const DOT_GIT = /^(?:\.git|git~\d+)[. ]*(?::|$)/i;

function findSegmentFault(segment: string, system: System): string | null {
  if (segment === '') return 'it is absolute or has an empty part';
  if (segment === '.' || segment === '..') return 'it has a . or .. part';
  if (DOT_GIT.test(segment)) return 'it leads into .git';
  if (new TextEncoder().encode(segment).length > MAX_SEGMENT_BYTES) return 'a part of it is too long';
  return system === 'windows' ? findWindowsFault(segment) : null;
}

/** Device names, with or without an extension; Windows treats superscript digits as digits. */
const RESERVED_NAME = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³]) *(?:\.|$)/i;

/** Why Windows would write another file, or none; null if the name is fine there. */
function findWindowsFault(segment: string): string | null {
  if (/[\t:*?"<>|]/.test(segment)) return 'it has a character that Windows does not allow';
  if (/[. ]$/.test(segment)) return 'a part of it ends with a dot or a space';
  return RESERVED_NAME.test(segment) ? 'a part of it is a name that Windows reserves' : null;
}

interface TakenPaths {
  readonly files: Map<string, PlannedFile>;
  /** Folded paths. */
  readonly folders: Set<string>;
  readonly system: System;
}

function place(file: PlannedFile, { files, folders, system }: TakenPaths): void {
  const folded = toFolded(file.path, system);
  files.set(folded, file);
  for (const folder of toFolders(folded)) folders.add(folder);
}

/** Why a file conflicts with an earlier one: the same path, or a file where another path has a folder. */
function findClash(file: PlannedFile, { files, folders, system }: TakenPaths): string | null {
  const folded = toFolded(file.path, system);
  const other = files.get(folded);
  if (other !== undefined) return isSame(file, other) ? null : toClash(file.path, other.path);
  const isNested = folders.has(folded) || toFolders(folded).some((folder) => files.has(folder));
  return isNested ? 'another file needs the same name as a folder' : null;
}

/** The service may list a rule twice. */
function isSame(one: PlannedFile, other: PlannedFile): boolean {
  return one.path === other.path && one.key === other.key && one.text === other.text;
}

function toClash(path: string, other: string): string {
  const same = `it is the same as ${other}`;
  return path === other ? same : `${same} where case does not matter`;
}

/** Every parent folder of a path. */
function toFolders(path: string): readonly string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
}

/** Folds paths that a usual file system may take for the same. One direction of letter case alone misses some. */
function toFolded(path: string, system: System): string {
  if (system === 'linux') return path;
  return path.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}

/** Systems differ in which file names they allow: Windows allows the fewest, and macOS and Windows ignore case. */
export type System = (typeof SYSTEMS)[number];

export const SYSTEMS = ['linux', 'macos', 'windows'] as const;

/** Reads Node's `process.platform`; anything but Windows and macOS counts as Linux. */
export function toSystem(platform: string): System {
  if (platform === 'win32') return 'windows';
  return platform === 'darwin' ? 'macos' : 'linux';
}
