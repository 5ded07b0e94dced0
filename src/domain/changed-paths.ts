// The files of a pull request as a set of paths that findings are compared with.
import { toComparablePath } from './repository-path.ts';

/** A file that a pull request changes, as GitHub lists it. */
export interface ChangedPath {
  readonly path: string;
  /** Where the file was before it was renamed. */
  readonly previousPath: string | null;
  readonly isRemoved: boolean;
}

export interface ChangedPaths {
  /**
   * Whether a finding's path is changed. A changed path without content below it, such as a submodule or a symbolic
   * link, touches everything under it; a path that cannot be compared counts as changed.
   */
  isTouched(path: string): boolean;
  /** Whether the very same path is removed. */
  isRemoved(path: string): boolean;
}

interface PathNode {
  isChanged: boolean;
  readonly children: Map<string, PathNode>;
}

/** Makes the set; looking a path up takes time in proportion to the path alone. */
export function createChangedPaths(files: readonly ChangedPath[]): ChangedPaths {
  const root: PathNode = { isChanged: false, children: new Map() };
  for (const { path, previousPath } of files) {
    addPath(root, path);
    if (previousPath !== null) addPath(root, previousPath);
  }
  const removed = new Set(files.filter(({ isRemoved }) => isRemoved).map(({ path }) => path));
  return {
    isTouched: (path) => {
      const comparable = toComparablePath(path);
      return comparable === null || isAtOrBelow(root, comparable.toLowerCase());
    },
    isRemoved: (path) => removed.has(path),
  };
}

function addPath(root: PathNode, path: string): void {
  let node = root;
  for (const part of (toComparablePath(path) ?? path).toLowerCase().split('/')) {
    const next = node.children.get(part) ?? { isChanged: false, children: new Map() };
    node.children.set(part, next);
    node = next;
  }
  node.isChanged = true;
}

function isAtOrBelow(root: PathNode, path: string): boolean {
  let node: PathNode | undefined = root;
  for (const part of path.split('/')) {
    node = node.children.get(part);
    if (node === undefined || node.isChanged) break;
  }
  return node?.isChanged ?? false;
}
