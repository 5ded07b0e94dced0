// The input `paths`: the files whose findings count.

/** Whether a path passes. A null path passes only if there are no patterns. */
export type PathFilter = (path: string | null) => boolean;

const everything: PathFilter = () => true;

/**
 * Compiles patterns, in which `*`, `**` and `?` are special; `!` at the start excludes, and the order does not matter.
 * Everything else is itself, brackets and parentheses too. Without patterns everything passes; with exclusions only,
 * everything else passes. Patterns start at the root, with or without `./` or `/`. A pattern that ends with `/` means
 * everything in that folder; an empty one is ignored. In doubt a path passes, so that no finding is missed: a pattern
 * includes whatever the case and excludes only the very same case; `src/**` includes `src`, which may be a submodule, and
 * excludes only what is below; and a path that cannot be compared passes. Takes time in proportion to the patterns times
 * the path.
 */
export function toPathFilter(patterns: readonly string[]): PathFilter {
  if (patterns.length === 0) return everything;
  const toExclude = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const toInclude = patterns.filter((pattern) => !pattern.startsWith('!'));
  const excluded = compile(toExclude.map(onlyBelow), (written) => written);
  const included = compile(toInclude, foldCase);
  return (given) => {
    if (given === null) return false;
    const path = toComparablePath(given);
    if (path === null || !isRegularPath(path)) return true;
    return included?.(path) !== false && excluded?.(path) !== true;
  };
}

/** What other tools read as alternatives or negations: here it would silently match nothing, which makes a green. */
const FOREIGN_SYNTAX = /[\\{}]|[!@+?*]\(/;

/** What YAML takes away elsewhere, and not from the text of an input: quotes around a pattern, the dash of a list, a comment. */
const YAML_SYNTAX = /^!?["'`“”‘’]|["'`“”‘’]$|^!?-\s|(?:^|\s)#\s/;

/** Whether a pattern means what it says, and some path in a repository can match it. */
export function isPattern(text: string): boolean {
  if (FOREIGN_SYNTAX.test(text) || YAML_SYNTAX.test(text)) return false;
  const pattern = toRepositoryPath(text.replace(/^!/, ''));
  return !DRIVE.test(pattern) && !pattern.split('/').some((segment) => /^\.{1,2}$/.test(segment));
}

/** The pattern, of which `**` at the end is not nothing. */
function onlyBelow(pattern: string): string {
  return pattern.replace(/\/(?:\*\*)?$/, '/**/*');
}

type Fold = (text: string) => string;

/** Equal for all cases of a text. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase();
}

/** Null if all patterns are empty. */
function compile(patterns: readonly string[], fold: Fold): ((path: string) => boolean) | null {
  const compiled = patterns
    .map((pattern) => toRepositoryPath(pattern.normalize('NFC')).replace(/\/$/, '/**'))
    .filter((pattern) => pattern !== '')
    .map((pattern) => pattern.split('/').map((segment) => (segment === '**' ? MANY : toGlob(segment, fold))));
  if (compiled.length === 0) return null;
  return (path) => {
    const segments = path.split('/').map((segment) => toSegment(segment, fold));
    return compiled.some((pattern) => isMatch(pattern, segments, isSegmentMatch));
  };
}

/** Part of a pattern: as many items as there are, or none. */
export const MANY = Symbol('many');
/** One item, whatever it is. */
const ONE = Symbol('one');

/** A segment of a path, for a pattern in which nothing is special as a whole, which most are. */
interface Segment {
  readonly text: string;
  readonly characters: readonly string[];
}

function toSegment(segment: string, fold: Fold): Segment {
  let characters: readonly string[] | undefined;
  return {
    text: fold(segment),
    get characters() {
      characters ??= Array.from(segment, fold);
      return characters;
    },
  };
}

/** A segment of a pattern: its text, or where something in it is special its parts. */
type Glob = string | readonly (string | typeof MANY | typeof ONE)[];

/** Beside other characters `**` is `*`. */
function toGlob(segment: string, fold: Fold): Glob {
  if (!/[*?]/.test(segment)) return fold(segment);
  return Array.from(segment.replace(/\*+/g, '*'), (written) => {
    if (written === '*') return MANY;
    return written === '?' ? ONE : fold(written);
  });
}

function isSegmentMatch(glob: Glob, segment: Segment): boolean {
  if (typeof glob === 'string') return glob === segment.text;
  return isMatch(glob, segment.characters, (part, character) => part === ONE || part === character);
}

/**
 * Whether a pattern matches a list as a whole, by an automaton: it reads each item once, and remembers which beginnings
 * of the pattern match what it has read. Asks `isOne` at most once for each part of the pattern and each item.
 */
export function isMatch<Part extends string | symbol | readonly unknown[], Item>(
  pattern: readonly (Part | typeof MANY)[],
  items: readonly Item[],
  isOne: (part: Part, item: Item) => boolean,
): boolean {
  /** Ascending lengths of those beginnings, each once. */
  let reached: number[] = [];
  const reach = (into: number[], length: number): void => {
    // Where many may come, none may come, too. What is there already is there with all that follows from it.
    for (let to = length; to > (into.at(-1) ?? -1); to += 1) {
      into.push(to);
      if (pattern[to] !== MANY) return;
    }
  };
  reach(reached, 0);
  for (const item of items) {
    const next: number[] = [];
    for (const length of reached) {
      const part = pattern[length];
      if (part === undefined) continue;
      if (part === MANY) reach(next, length);
      else if (isOne(part, item)) reach(next, length + 1);
    }
    if (next.length === 0) return false;
    reached = next;
  }
  return reached.at(-1) === pattern.length;
}

/** Normalises a path relative to the root, so that two can be compared. Keeps `..` and backslashes. */
export function toRepositoryPath(path: string): string {
  return path.replace(/\/(?:\.?\/)+/g, '/').replace(/^\.?\//, '');
}

/** Of an absolute path on Windows. */
const DRIVE = /^[a-z]:/i;

/** Characters of a path, our own limit: a longer one cannot be compared. */
const MAX_PATH_CHARACTERS = 1_024;

/**
 * Relative to the root, in one normal form; null for a path that cannot be compared, because it may lead anywhere. A
 * backslash separates folders on one system and is part of a name on another.
 */
export function toComparablePath(path: string): string | null {
  if (path.length > MAX_PATH_CHARACTERS || /[\\\p{Cc}]/u.test(path)) return null;
  const relative = toRepositoryPath(path);
  if (DRIVE.test(relative) || relative.split('/').includes('..')) return null;
  return relative.normalize('NFC');
}

/** Equal for all forms of a path that are compared alike: without regard to letter case and, where it can be compared, Unicode form. */
export function foldPath(path: string): string {
  return foldCase(toComparablePath(path) ?? path);
}

/**
 * Whether a path can exist in a repository: no empty, `.` or `..` segment, which in a link would point
 * elsewhere, and no control characters or line separators.
 */
export function isRegularPath(path: string): boolean {
  const segments = path.split('/');
  return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(path) && segments.every((segment) => !/^\.{0,2}$/.test(segment));
}
