// The input `paths`: the files whose findings count.
import picomatch from 'picomatch';

/** Whether a path passes. A null path passes only if there are no patterns. */
export type PathFilter = (path: string | null) => boolean;

const everything: PathFilter = () => true;

/** Characters of a path, our own limit: a pattern with many stars would take too long for a longer one, which passes. */
const MAX_GLOB_CHARACTERS = 256;

/**
 * Compiles patterns, in which `*`, `**` and `?` are special; `!` at the start excludes, and the order does not matter.
 * Everything else is itself, brackets and parentheses too. Without patterns everything passes; with exclusions only,
 * everything else passes. Patterns start at the root, with or without `./` or `/`. A pattern that ends with `/` means
 * everything in that folder; an empty one is ignored. In doubt a path passes, so that no finding is missed: a pattern
 * includes whatever the case and excludes only the very same case, and a path that cannot be compared passes.
 */
export function toPathFilter(patterns: readonly string[]): PathFilter {
  if (patterns.length === 0) return everything;
  const excluded = compile(patterns.filter((p) => p.startsWith('!')).map((p) => p.slice(1)));
  const included = compile(
    patterns.filter((p) => !p.startsWith('!')),
    { nocase: true },
  );
  return (given) => {
    if (given === null) return false;
    const path = toComparablePath(given);
    if (path === null) return true;
    if (path.length > MAX_GLOB_CHARACTERS) return true;
    const isIncluded = included === null || !isRegularPath(path) || included(path);
    return isIncluded && excluded?.(path) !== true;
  };
}

/** What other tools read as alternatives or negations: here it would silently match nothing, which makes a green. */
const FOREIGN_SYNTAX = /[\\{}]|[!@+?*]\(/;

/** Whether a pattern means what it says. */
export function isPattern(text: string): boolean {
  return !FOREIGN_SYNTAX.test(text);
}

/** Null if all patterns are empty. */
function compile(
  patterns: readonly string[],
  options: { readonly nocase?: boolean } = {},
): ((path: string) => boolean) | null {
  const relative = patterns
    .map((pattern) => toRepositoryPath(pattern.normalize('NFC')).replace(/\/$/, '/**'))
    .filter((pattern) => pattern !== '')
    .map((pattern) => pattern.replace(/[^\p{L}\p{N}\p{M}/*?]/gu, '\\$&'));
  return relative.length === 0 ? null : picomatch(relative, { ...options, dot: true });
}

/** Normalises a path relative to the root, so that two can be compared. Keeps `..` and backslashes. */
export function toRepositoryPath(path: string): string {
  return path.replace(/\/(?:\.?\/)+/g, '/').replace(/^\.?\//, '');
}

/** Characters of a path, our own limit: a longer one cannot be compared. */
const MAX_PATH_CHARACTERS = 1_024;

/**
 * Relative to the root, in one normal form; null for a path that cannot be compared, because it may lead anywhere. A
 * backslash separates folders on one system and is part of a name on another.
 */
export function toComparablePath(path: string): string | null {
  if (path.length > MAX_PATH_CHARACTERS || /[\\\p{Cc}]/u.test(path)) return null;
  const relative = toRepositoryPath(path);
  if (/^[a-z]:/i.test(relative) || relative.split('/').includes('..')) return null;
  return relative.normalize('NFC');
}

/**
 * Whether a path can exist in a repository: no empty, `.` or `..` segment, which in a link would point
 * elsewhere, and no control characters or line separators.
 */
export function isRegularPath(path: string): boolean {
  const segments = path.split('/');
  return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(path) && segments.every((segment) => !/^\.{0,2}$/.test(segment));
}
