// Owns the input `paths`: which files' findings the thresholds count.
import picomatch from 'picomatch';
import { toRepositoryPath } from './repository-path.ts';

/** Whether a path passes. A null path passes only an empty filter. */
export type PathFilter = (path: string | null) => boolean;

/**
 * Compiles glob patterns; `!` excludes, order does not matter. No patterns: everything passes.
 * Only exclusions: everything else passes. Patterns begin at the root, with or without `./` or `/`; one that is
 * empty says nothing. Dot files match like any other, and so do names with line feeds. Never throws.
 */
export function toPathFilter(patterns: readonly string[]): PathFilter {
  if (patterns.length === 0) return () => true;
  const excluded = compile(patterns.filter((p) => p.startsWith('!')).map((p) => p.slice(1)));
  const included = compile(patterns.filter((p) => !p.startsWith('!')));
  return (path) =>
    path !== null && (included === null || included(path)) && !(excluded?.(path) ?? false);
}

/** Null when no pattern says anything. */
function compile(patterns: readonly string[]): ((path: string) => boolean) | null {
  const relative = patterns.map(toRepositoryPath).filter((pattern) => pattern !== '');
  // Without the flag a dot of the expression does not match a line feed, and such a name would pass no `**`.
  return relative.length === 0 ? null : picomatch(relative, { dot: true, flags: 's' });
}
