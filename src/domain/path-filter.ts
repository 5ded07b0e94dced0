// The input `paths`: the files whose findings count.
import picomatch from 'picomatch';
import { isRegularPath } from './repository-path.ts';

/** Whether a path passes. A null path passes only if there are no patterns. */
export type PathFilter = (path: string | null) => boolean;

const everything: PathFilter = () => true;

/**
 * Compiles glob patterns; `!` excludes, and the order does not matter. Without patterns everything passes; with
 * exclusions only, everything else passes. Patterns start at the root, with or without `./` or `/`. A pattern that
 * ends with `/` means everything in that folder; an empty one is ignored. Dot files match like any other. A path
 * that cannot exist in a repository passes unless it is excluded, so that no finding is missed because no glob
 * can describe its path.
 * Throws for a pattern that `isPattern` rejects.
 */
export function toPathFilter(patterns: readonly string[]): PathFilter {
  if (patterns.length === 0) return everything;
  const excluded = compile(patterns.filter((p) => p.startsWith('!')).map((p) => p.slice(1)));
  const included = compile(patterns.filter((p) => !p.startsWith('!')));
  const isIncluded = (path: string): boolean =>
    included === null || !isRegularPath(path) || included(path);
  return (path) => path !== null && isIncluded(path) && !(excluded?.(path) ?? false);
}

/** Whether a glob is valid; one with unbalanced brackets would silently match nothing. */
export function isPattern(text: string): boolean {
  try {
    compile([text.replace(/^!/, '')]);
    return true;
  } catch {
    return false;
  }
}

/** Null if all patterns are empty. */
function compile(patterns: readonly string[]): ((path: string) => boolean) | null {
  const relative = patterns
    .map((pattern) =>
      pattern
        .replace(/^(?:\.\/)+/, '')
        .replace(/^\/+/, '')
        .replace(/\/$/, '/**'),
    )
    .filter((pattern) => pattern !== '');
  if (relative.length === 0) return null;
  return picomatch(relative, { dot: true, strictBrackets: true, debug: true });
}
