// The input `paths`: the files whose findings count.
import { compileGlobs } from './globs.ts';

/** Whether a path passes. A null path passes only if there are no patterns. */
export type PathFilter = (path: string | null) => boolean;

const everything: PathFilter = () => true;

/** Our own limit, of memory: answers that a filter remembers. */
const MAX_ANSWERS = 20_000;

/**
 * Compiles patterns, in which `*`, `**` and `?` are special; `!` at the start excludes, and the order does not matter.
 * Everything else is itself, brackets and parentheses too. Without patterns everything passes; with exclusions only,
 * everything else passes. Patterns start at the root, with or without `./` or `/`. A pattern that ends with `/` means
 * everything in that folder. In doubt a path passes, so that no finding is missed: a pattern includes whatever the case and
 * excludes only the very same case; `src/**` includes `src`, which may be a submodule, and excludes only what is below;
 * `**.ts` includes a file in any folder, as for GitHub, and excludes only `*.ts`, as for most other tools; one reading of a
 * path is enough; and a path that cannot be compared passes.
 */
export function toPathFilter(patterns: readonly string[]): PathFilter {
  if (patterns.length === 0) return everything;
  const toInclude = patterns.filter((pattern) => !pattern.startsWith('!')).map(toRootPattern);
  const toExclude = patterns.filter((pattern) => /^!./.test(pattern)).map((pattern) => toRootPattern(pattern.slice(1)));
  const matchesIncluded = compileGlobs(toInclude.map((pattern) => foldText(toVisible(pattern))));
  const matchesExcluded = compileGlobs(toExclude.map(toNarrowPattern));
  const isIncluded = (path: string): boolean => toInclude.length === 0 || toFoldedReadings(path).some(matchesIncluded);
  const decide = (given: string): boolean => {
    const readings = toReadings(given);
    if (readings?.every(isRegularPath) !== true) return true;
    return readings.some((path) => isIncluded(path) && !matchesExcluded(Array.from(path)));
  };
  const answers = new Map<string, boolean>();
  return (path) => {
    if (path === null) return false;
    const answer = answers.get(path) ?? decide(path);
    if (answers.size < MAX_ANSWERS) answers.set(path, answer);
    return answer;
  };
}

/** Our own limits: they bound what a path can take. */
export const MAX_PATTERNS = 64;
export const MAX_PATTERN_CHARACTERS = 256;

/** Other tools, shells and YAML read these in another way; here they would silently match nothing, which makes a green. */
const FOREIGN_SIGNS = /[\\{}"'`“”‘’\s]|\$[A-Z]|.!/u;

/** A template writes these where there is no value, and other inputs call everything or nothing so. */
const FOREIGN_WORD = /^!?(?:all|none|null|undefined)$/i;

/** Whether a pattern means what it says, and some path in a repository can match it. */
export function isPattern(text: string): boolean {
  const segments = text.replace(/^!?(?:\.\/)?/, '').split('/');
  return (
    text.length <= MAX_PATTERN_CHARACTERS &&
    !FOREIGN_SIGNS.test(text) &&
    !FOREIGN_WORD.test(text) &&
    !segments.some((segment) => segment === '.' || segment === '..')
  );
}

function toRootPattern(pattern: string): string {
  return toRepositoryPath(pattern.normalize('NFC').replace(/\/$/, '/**'));
}

/** The pattern, of which `**` at the end is not nothing, and beside other characters no more than `*`, as other tools have it. */
function toNarrowPattern(pattern: string): string {
  const segments = pattern.split('/').map((segment) => (segment === '**' ? segment : segment.replace(/\*+/g, '*')));
  return segments.join('/').replace(/\/\*\*$/, '/**/*');
}

function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase();
}

/** Equal for all cases and Unicode forms of a text. */
function foldText(text: string): string {
  return foldCase(text).normalize('NFC');
}

/** The letters of a path, in which a `?` may stand for one that has several capitals, such as ß, or for one of them. */
function toFoldedReadings(path: string): readonly (readonly string[])[] {
  return [path, toVisible(path)].flatMap((text) => [Array.from(text, foldCase), Array.from(foldText(text))]);
}

/** Normalises a path relative to the root, so that two can be compared. Keeps `..` and backslashes. */
export function toRepositoryPath(path: string): string {
  return path.replace(/\/(?:\.?\/)+/g, '/').replace(/^\.?\//, '');
}

/** Of an absolute path on Windows. */
const DRIVE = /^[a-z]:/i;

/** Of an address: `file:///home/…`, `https://github.com/…`, or that without its beginning. */
const ADDRESS = /^(?:[a-z][a-z\d+.-]*:|github\.com)\//i;

/** Of an absolute path on the machine that scanned. A slash before anything else is the root of the repository. */
const MACHINE =
  /^\/+(?:(?:home|Users)\/+[^/]+|root|tmp|private|var\/+(?:folders|lib|tmp)|github\/+workspace|workspaces?|__w|builds)\//;

/** Whether an absolute path is of the machine that scanned, so that its first slash says something. */
export function isOfMachine(path: string): boolean {
  return MACHINE.test(path);
}

/** Characters of a path, our own limit: a longer one cannot be compared. */
const MAX_PATH_CHARACTERS = 1_024;

/** A backslash separates folders on one system and is part of a name on another; the others stand for what could not be read. */
const AMBIGUOUS = /[\\\p{Cc}\p{Cs}\ufffd]/u;

/** Relative to the root, in one normal form; null for a path that cannot be compared, because it may lead anywhere. */
function toComparablePath(path: string): string | null {
  if (path.length > MAX_PATH_CHARACTERS || AMBIGUOUS.test(path) || isOfMachine(path)) return null;
  const relative = toRepositoryPath(path);
  if (DRIVE.test(relative) || ADDRESS.test(relative) || relative.split('/').includes('..')) return null;
  return relative.normalize('NFC');
}

/** A place in a file, as tools write it behind its path: `:12`, `:12:5`, `:L12-L20`, `#L12`, `(12,5)`, ` (line 12)`. */
const POSITION =
  /(?::L?\d{1,9}(?:[-:]L?\d{1,9}){0,3}:?|#L\d{1,9}(?:C\d{1,9})?(?:-L?\d{1,9}(?:C\d{1,9})?)?| ?\((?:line )?\d{1,9}(?:,\d{1,9})?\))$/i;

/**
 * What the service's path of a file may stand for, each relative to the root, in one normal form: what is written, and that
 * without a place in the file behind it. Null: it cannot be compared, or not without what nobody sees.
 */
export function toReadings(path: string): readonly string[] | null {
  if (toComparablePath(toVisible(path)) === null) return null;
  const readings = [...new Set([path, path.replace(POSITION, '')])].map(toComparablePath);
  return readings.every((reading) => reading !== null) ? readings : null;
}

/** What a path of the service is compared by with what pull requests change. */
export interface PathKeys {
  /** Whether it can be compared; else it may be any path. */
  readonly isComparable: boolean;
  /** Its readings, folded, each once; where it cannot be compared, that of what is written. */
  readonly folded: readonly string[];
}

export function toPathKeys(path: string): PathKeys {
  const readings = toReadings(path);
  return { isComparable: readings !== null, folded: [...new Set((readings ?? [path]).map(foldPath))] };
}

/** Without characters that nobody sees, such as a zero-width space: one of two names of a file may have lost them. */
function toVisible(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

/** Whether a link to a path leads to what has that name. */
export function isLinkable(path: string): boolean {
  return isRegularPath(path) && toComparablePath(path) !== null;
}

/** Equal for forms that are compared alike: whatever the letter case and, where it can be compared, Unicode form and what nobody sees. */
export function foldPath(path: string): string {
  return foldText(toComparablePath(toVisible(path)) ?? path);
}

/** Whether a repository can have it: no empty, `.` or `..` segment, which would lead elsewhere, nor control or separator characters. */
export function isRegularPath(path: string): boolean {
  const segments = path.split('/');
  return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(path) && segments.every((segment) => !/^\.{0,2}$/.test(segment));
}
