// The files of a pull request as a set of paths that findings are compared with.
import { foldPath, toReadings } from './path-filter.ts';
import type { ChangedFile } from './world.ts';

export interface ChangedPaths {
  /**
   * Whether a finding's path is changed. A changed path without content below it, such as a submodule or a symbolic
   * link, touches everything under it; a path that cannot be compared may be any of them, so it counts as changed.
   */
  isTouched(path: string): boolean;
  /** What the file at a finding's path is renamed to, or copied to, in GitHub's order; mostly empty. */
  laterNames(path: string): readonly string[];
}

/** Makes the set. It keeps the paths alone, not their folders: deep paths would take a hundred times their own length. */
export function createChangedPaths(files: readonly Pick<ChangedFile, 'path' | 'previousPath'>[]): ChangedPaths {
  const changed = new Set(
    files.flatMap(({ path, previousPath }) => (previousPath === null ? [path] : [path, previousPath])).map(foldPath),
  );
  const renamed = files.filter(({ previousPath }) => previousPath !== null);
  const later = Map.groupBy(renamed, ({ previousPath }) => foldPath(previousPath ?? ''));
  return {
    isTouched: (path) => toReadings(path)?.some((reading) => isAtOrBelow(changed, foldPath(reading))) ?? true,
    laterNames: (path) => {
      const names = new Set((toReadings(path) ?? [path]).map(foldPath));
      return [...names].flatMap((name) => later.get(name)?.map((file) => file.path) ?? []);
    },
  };
}

/** Whether a path, or a folder that it is in, is among others. Asks for each of them: a comparable path is short, so these are few. */
export function isAtOrBelow(changed: ReadonlySet<string>, path: string): boolean {
  if (changed.has(path)) return true;
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    if (changed.has(path.slice(0, end))) return true;
  }
  return false;
}
