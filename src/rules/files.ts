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

/** Plans the files of rules: each that may be written, and why each other may not. */
export function decideFilePlan(rules: readonly RuleText[]): FilePlan {
  const files = new Map<string, PlannedFile>();
  const refused: RefusedFile[] = [];
  for (const { id, files: texts } of rules) {
    for (const [key, text] of Object.entries(texts)) {
      const path = `${id}/${key}`;
      const why = findPathFault(path) ?? findClash(path, files);
      if (why === null) files.set(toFolded(path), { path, text });
      else refused.push({ rule: id, key, why });
    }
  }
  const sorted = [...files.values()].sort((a, b) => compareText(a.path, b.path));
  return { files: sorted, refused };
}

/** Why a path below the output folder may not be written or deleted; null when it may. */
export function findPathFault(path: string): string | null {
  if (path.length > MAX_PATH_CHARACTERS) return 'it is too long';
  if (path.includes('\\')) return 'it has a backslash';
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(path) || !path.isWellFormed()) {
    return 'it has control or invisible characters';
  }
  const [, ...segments] = ['', ...path.split('/')];
  return segments.map(findSegmentFault).find((fault) => fault !== null) ?? null;
}

function findSegmentFault(segment: string): string | null {
  if (segment === '') return 'it is absolute or has an empty part';
  if (segment === '.' || segment === '..') return 'it has a . or .. part';
  if (/[:*?"<>|]/.test(segment)) return 'it has a drive or a character that not every system takes';
  if (/[. ]$/.test(segment)) return 'a part of it ends with a dot or a space';
  if (/^(?:\.git|git~\d+)$/i.test(segment)) return 'it leads into .git';
  if (/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(segment)) {
    return 'a part of it is a name that Windows reserves';
  }
  return Buffer.byteLength(segment) > MAX_SEGMENT_BYTES ? 'a part of it is too long' : null;
}

/** A file where another path has a folder, or the same path in other letters, would be lost on some systems. */
function findClash(path: string, files: ReadonlyMap<string, PlannedFile>): string | null {
  const folded = toFolded(path);
  const other = files.get(folded);
  if (other !== undefined) return `it is the same as ${other.path} where case does not matter`;
  const nested = [...files.keys()].some(
    (known) => known.startsWith(`${folded}/`) || folded.startsWith(`${known}/`),
  );
  return nested ? 'another file needs the same name as a folder' : null;
}

function toFolded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
