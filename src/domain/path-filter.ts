// The input `paths`: which files' findings the thresholds count.
import picomatch from 'picomatch';
import { isRegularPath } from './repository-path.ts';

/** Whether a path passes. A null path passes only an empty filter. */
export type PathFilter = (path: string | null) => boolean;

const everything: PathFilter = () => true;

/**
 * Compiles glob patterns; `!` excludes, order does not matter. No patterns: everything passes.
 * Only exclusions: everything else passes. Patterns begin at the root, with or without `./` or `/`; one that ends
 * with `/` is a folder with all that is in it; one that is empty says nothing. Dot files match like any other. A
 * path that no repository can hold passes unless it is excluded: it is not let off because no glob describes it.
 * Throws for a pattern that `isPattern` refuses.
 */
export function toPathFilter(patterns: readonly string[]): PathFilter {
  if (patterns.length === 0) return everything;
  const excluded = compile(patterns.filter((p) => p.startsWith('!')).map((p) => p.slice(1)));
  const included = compile(patterns.filter((p) => !p.startsWith('!')));
  const isIncluded = (path: string): boolean =>
    included === null || !isRegularPath(path) || included(path);
  return (path) => path !== null && isIncluded(path) && !(excluded?.(path) ?? false);
}

/** Whether a glob can be read; one with brackets that do not match would quietly match nothing. */
export function isPattern(text: string): boolean {
  try {
    compile([text.replace(/^!/, '')]);
    return true;
  } catch {
    return false;
  }
}

/** Null when no pattern says anything. */
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
