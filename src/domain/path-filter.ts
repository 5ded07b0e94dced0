// Owns the input `paths`: which files' findings the thresholds count.
import picomatch from 'picomatch';

/** Whether a path passes. A null path passes only an empty filter. */
export type PathFilter = (path: string | null) => boolean;

/**
 * Compiles glob patterns; `!` excludes, order does not matter. No patterns: everything passes.
 * Only exclusions: everything else passes. Dot files match like any other. Never throws.
 */
export function toPathFilter(patterns: readonly string[]): PathFilter {
  if (patterns.length === 0) return () => true;
  const excluded = compile(patterns.filter((p) => p.startsWith('!')).map((p) => p.slice(1)));
  const wanted = patterns.filter((p) => !p.startsWith('!'));
  const included = wanted.length === 0 ? () => true : compile(wanted);
  return (path) => path !== null && included(path) && !excluded(path);
}

function compile(patterns: readonly string[]): (path: string) => boolean {
  if (patterns.length === 0) return () => false;
  return picomatch([...patterns], { dot: true });
}
