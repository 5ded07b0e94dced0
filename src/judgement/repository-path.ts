// Paths in a repository: how to compare them, and which can be linked and annotated.

/** Normalises a path relative to the root, so that two can be compared. Keeps `..` and backslashes. */
export function toRepositoryPath(path: string): string {
  return path
    .replace(/\/(?:\.?\/)+/g, '/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/^\/+/, '');
}

/** Characters of a path, ours: a longer one cannot be compared. */
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
  return (
    !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(path) && segments.every((segment) => !/^\.{0,2}$/.test(segment))
  );
}
