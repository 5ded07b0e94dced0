// The name that a bug's file has at the judged commit: the service may know it by another one.
import { createAtOrBelow } from '../judgement/changed-paths.ts';
import type { FindingDetails } from '../judgement/finding.ts';
import { type CommitSha, parseCommitSha } from '../judgement/identifiers.ts';
import { compact } from '../judgement/lists.ts';
import { foldPath, toReadings } from '../judgement/path-filter.ts';
import type { ChangedFile } from '../judgement/world.ts';

/** The name of a file, and the commit that has it if the judged one does not (null: none that is known). */
export interface Place {
  readonly path: string;
  readonly fileSha?: CommitSha | null;
}

/** Gives a bug the name that its file has at the judged commit. What needs no change is the very same object. */
export type PlacePath = <Placed extends { readonly details: FindingDetails }>(finding: Placed) => Placed;

/**
 * Made from what the pull request changes. A path that the judged commit has keeps its name; else that of a file that was
 * renamed, or that is compared alike. Of a file that the pull request removes it is the name that it had, at the commit at
 * which the service found the bug; what is below another file's name is at no commit.
 */
export function createPlacePath(files: readonly ChangedFile[]): PlacePath {
  const left = files.filter(({ change }) => change !== 'removed');
  // A copy leaves its source where it was.
  const renamed = left.filter(({ change, previousPath }) => previousPath !== null && change !== 'copied');
  const names = [
    toNames(left, ({ path }) => path, asItIs),
    toNames(renamed, ({ previousPath }) => previousPath ?? '', asItIs),
    toNames(left, ({ path }) => path, foldPath),
    toNames(renamed, ({ previousPath }) => previousPath ?? '', foldPath),
  ];
  const removed = files.filter(({ change }) => change === 'removed');
  const goneNames = [toNames(removed, ({ path }) => path, asItIs), toNames(removed, ({ path }) => path, foldPath)];
  const isOccupied = createAtOrBelow([
    ...left.map(({ path }) => path),
    ...renamed.map(({ previousPath }) => previousPath ?? ''),
  ]);
  const findPlace = (path: string, { commitSha }: FindingDetails): Place | null => {
    const readings = [...new Set([path, ...(toReadings(path) ?? [])])];
    const findFirst = (finders: typeof names): string | undefined =>
      readings.flatMap((reading) => compact(finders.map((find) => find(reading))))[0];
    const present = findFirst(names);
    if (present !== undefined) return present === path ? null : { path: present };
    const gone = findFirst(goneNames);
    if (gone !== undefined) return { path: gone, fileSha: parseCommitSha(commitSha ?? '') };
    // Below a submodule or a symbolic link GitHub shows no file, wherever that one is now.
    return isOccupied(path) ? { path, fileSha: null } : null;
  };
  return (finding) => {
    const { details } = finding;
    const place = details.path === null ? null : findPlace(details.path, details);
    return place === null ? finding : { ...finding, details: { ...details, ...place } };
  };
}

/** The present names by what `toKey` makes of a name; of several the first in GitHub's order. */
function toNames(
  files: readonly ChangedFile[],
  toName: (file: ChangedFile) => string,
  toKey: (name: string) => string,
): (path: string) => string | undefined {
  const names = new Map<string, string>();
  for (const file of files.toReversed()) names.set(toKey(toName(file)), file.path);
  return (path) => names.get(toKey(path));
}

function asItIs(path: string): string {
  return path;
}
