// Paths in a repository: how to compare them, and which can be linked and annotated.

/** Normalises a path relative to the root, so that two can be compared. Keeps `..`. */
export function toRepositoryPath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/\/(?:\.?\/)+/g, '/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/^\/+/, '');
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
