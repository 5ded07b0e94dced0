// The input `paths`: the files whose findings count.
import { compileGlobs, type CountSteps, type Fold } from './globs.ts';

/** Whether a path passes. A null path passes only if there are no patterns. */
export type PathFilter = (path: string | null) => boolean;

const everything: PathFilter = () => true;

/** Our own limit, of memory: answers that a filter remembers. */
const MAX_ANSWERS = 20_000;

/**
 * Compiles patterns, in which `*`, `**` and `?` are special; `!` at the start excludes, and the order does not matter.
 * Everything else is itself, brackets and parentheses too. Without patterns everything passes; with exclusions only,
 * everything else passes. Patterns start at the root, with or without `./` or `/`. A pattern that ends with `/` means
 * everything in that folder; an empty one is ignored. In doubt a path passes, so that no finding is missed: a pattern
 * includes whatever the case and excludes only the very same case; `src/**` includes `src`, which may be a submodule, and
 * excludes only what is below; `**.ts` includes a file in any folder, as for GitHub, and excludes only `*.ts`, as for most other
 * tools; of the readings of a path one is enough; and a path that cannot be compared passes. Takes time in proportion to the patterns times
 * the path, mostly to the path alone; a path that was asked about before takes none.
 */
export function toPathFilter(patterns: readonly string[], countSteps: CountSteps = () => undefined): PathFilter {
  if (patterns.length === 0) return everything;
  const toExclude = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const toInclude = patterns.filter((pattern) => !pattern.startsWith('!'));
  const excluded = compile(toExclude.map(narrowed), (written) => written, countSteps);
  const included = compile([...toInclude, ...toInclude.map(toVisible)], foldLetter, countSteps);
  const isIncluded = (path: string): boolean =>
    included === null || [...new Set([path, toVisible(path)])].some(included);
  const decide = (given: string): boolean => {
    const readings = toReadings(given);
    if (readings?.every(isRegularPath) !== true) return true;
    return readings.some((path) => isIncluded(path) && excluded?.(path) !== true);
  };
  const answers = new Map<string, boolean>();
  return (path) => {
    if (path === null) return false;
    const answer = answers.get(path) ?? decide(path);
    if (answers.size < MAX_ANSWERS) answers.set(path, answer);
    return answer;
  };
}

/** The filters of many gates. */
export interface PathFilters {
  /** Gives the filter of patterns, whose answers all gates with the same patterns share. */
  readonly toFilter: (patterns: readonly string[]) => PathFilter;
  /** What all of them have taken so far: steps of the matcher, and one for each question. */
  readonly steps: () => number;
}

/** Our own limit, of memory. Gates of one workflow have the same patterns, so that a repository has few lists of them. */
const MAX_FILTERS = 32;

/** Makes the filters of a repository's gates. Each path is matched once with each list of patterns, however many gates have it. */
export function createPathFilters(): PathFilters {
  const filters = new Map<string, PathFilter>();
  let steps = 0;
  const compileFor = (key: string, patterns: readonly string[]): PathFilter => {
    if (filters.size >= MAX_FILTERS) filters.clear();
    const filter = toPathFilter(patterns, (more) => {
      steps += more;
    });
    filters.set(key, filter);
    return filter;
  };
  return {
    toFilter: (patterns) => {
      // No pattern of a list has a line break.
      const key = [...new Set(patterns)].toSorted().join('\n');
      return (path) => {
        steps += 1;
        return (filters.get(key) ?? compileFor(key, patterns))(path);
      };
    },
    steps: () => steps,
  };
}

/** What other tools read as alternatives or negations: here it would silently match nothing, which makes a green. */
const FOREIGN_SYNTAX = /[\\{}]|[!@+?*]\(/;

/** What YAML takes away elsewhere, and not from the text of an input: quotes around a pattern, a list in brackets, a comment. */
const YAML_SYNTAX = /^!?\[?["'`“”‘’]|["'`“”‘’]\]?$|^\[\]$|(?:^|\s)#\s|^[^*#]*\*[^#]*\s#/;

/** What stands before a pattern elsewhere: the dash of a list or of what is taken away, git's `:!`, the `^` of an expression. A name has `./` before it. */
const FOREIGN_SIGN = /^!?[-:^]/;

/** What a template writes where there is no value, and what other inputs, and Go, call everything. */
const NO_PATH = /^!?(?:(?:null|undefined|none|all)$|(?:.*\/)\.{3}$)/i;

/** The name of a list of patterns, or what kind of pattern it is. */
const NAMED = /^!?(?:[\w-]+:\s|(?:path|glob):)/i;

/** How other lists are written: a separator or bracket beside `**`, where no name has one; a `;` at the end; an address; what nobody sees around a pattern. */
const FOREIGN_LIST = /\*\*[\s;|\]]|[\s;|[]\*\*|^!?[a-z][a-z\d+.-]*:\/\/|^!?\p{Cf}|\p{Cf}[/*?]|[/*?]\p{Cf}|\p{Cf}$|;$/iu;

/** What a shell or a runner would put in front; `$lib` is a folder, `$SRC` a variable. */
const FOREIGN_START =
  /^!?(?:~\/|\$[A-Z_][A-Z\d_]*\/|%[A-Z_][A-Z\d_]*%\/|\/(?:home|Users)\/runner\/|\/github\/workspace\/|\/__w\/|\/(?:[^/]+\/)*_work\/)/u;

const FOREIGN = [FOREIGN_SYNTAX, YAML_SYNTAX, FOREIGN_SIGN, NO_PATH, NAMED, FOREIGN_LIST, FOREIGN_START];

/** Whether it is several patterns in one: both sides of a blank or separator plainly are. A name may hold one of these itself. */
function isSeveral(text: string): boolean {
  const parts = text.split(/[\s;:|，、；]+(?:(?:and|or)\s+)?/iu);
  return parts.slice(1).some((part, at) => {
    const before = parts[at] ?? '';
    return (/[/*]$/.test(before) && /[/*]/.test(part)) || (before.includes('*') && part.includes('*'));
  });
}

/** Whether a pattern means what it says, and some path in a repository can match it. */
export function isPattern(text: string): boolean {
  if (FOREIGN.some((foreign) => foreign.test(text)) || isSeveral(text)) return false;
  const pattern = toRepositoryPath(text.replace(/^!/, ''));
  return !DRIVE.test(pattern) && !pattern.split('/').some((segment) => /^\.{1,2}$/.test(segment));
}

/** The pattern, of which `**` at the end is not nothing, and beside other characters no more than `*`, as other tools have it. */
function narrowed(pattern: string): string {
  const segments = pattern.split('/').map((segment) => (segment === '**' ? segment : segment.replace(/\*+/g, '*')));
  return segments.join('/').replace(/\/(?:\*\*)?$/, '/**/*');
}

/** Equal for all cases of a text. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase();
}

/** The letters of a character, with each of its marks apart: some have their own capital only together. */
function foldLetter(character: string): string {
  return foldCase(character).normalize('NFD');
}

/** Null if all patterns are empty. */
function compile(patterns: readonly string[], fold: Fold, countSteps: CountSteps): ((path: string) => boolean) | null {
  const written = patterns
    .map((pattern) => toRepositoryPath(pattern.normalize('NFC')).replace(/\/$/, '/**'))
    .filter((pattern) => pattern !== '');
  return written.length === 0 ? null : compileGlobs(written, fold, countSteps);
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

/**
 * Equal for all forms of a path that are compared alike: without regard to letter case, and where it can be compared to Unicode
 * form and what nobody sees.
 */
export function foldPath(path: string): string {
  return foldCase(toComparablePath(toVisible(path)) ?? path).normalize('NFC');
}

/** Whether a repository can have it: no empty, `.` or `..` segment, which would lead elsewhere, nor control or separator characters. */
export function isRegularPath(path: string): boolean {
  const segments = path.split('/');
  return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(path) && segments.every((segment) => !/^\.{0,2}$/.test(segment));
}
