// Findings are compared with the paths that a pull request changes.
import { foldPath, type PathKeys } from './path-filter.ts';
import type { ChangedFile } from './world.ts';

export interface ChangedPaths {
  /**
   * A changed path without content below it, such as a submodule or a symbolic link, touches everything under it. A path that
   * cannot be compared may be any of them, so it counts as changed.
   */
  isTouched(path: PathKeys): boolean;
  /** A path is new if the file or a folder that it is in is; one that cannot be compared may be any new file. */
  isAdded(path: PathKeys): boolean;
  /** The names to which the file is renamed or copied. */
  laterNames(path: PathKeys): readonly string[];
}

/** Keeps the paths alone, not their folders: deep paths would take a hundred times their own length. */
export function createChangedPaths(
  files: readonly Pick<ChangedFile, 'path' | 'previousPath' | 'change'>[],
): ChangedPaths {
  const isChanged = createAtOrBelow(
    files.flatMap(({ path, previousPath }) => (previousPath === null ? [path] : [path, previousPath])).map(foldPath),
  );
  const added = files
    .filter(({ change }) => change === 'added' || change === 'copied')
    .map(({ path }) => foldPath(path));
  const isNew = createAtOrBelow(added);
  const renamed = files.filter(({ previousPath }) => previousPath !== null);
  const later = Map.groupBy(renamed, ({ previousPath }) => foldPath(previousPath ?? ''));
  return {
    isTouched: ({ isComparable, folded }) => !isComparable || folded.some(isChanged),
    isAdded: ({ isComparable, folded }) => (isComparable ? folded.some(isNew) : added.length > 0),
    laterNames: ({ folded }) => folded.flatMap((name) => later.get(name)?.map((file) => file.path) ?? []),
  };
}

/**
 * Tells whether a path, or a folder that it is in, is among these. An answer takes time in proportion to the path, however
 * deep it is: only the last one that sorts before it can contain it.
 */
export function createAtOrBelow(paths: readonly string[]): (path: string) => boolean {
  const highest: string[] = [];
  for (const folder of paths.map((path) => `${path}/`).toSorted()) {
    const above = highest.at(-1);
    if (above === undefined || !folder.startsWith(above)) highest.push(folder);
  }
  return (path) => {
    const folder = `${path}/`;
    let [from, to] = [0, highest.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((highest[middle] ?? '') <= folder) from = middle + 1;
      else to = middle;
    }
    const above = highest[from - 1];
    return above !== undefined && folder.startsWith(above);
  };
}
