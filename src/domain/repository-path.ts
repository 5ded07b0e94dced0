// Paths of a repository: how two are compared, and which can be linked and annotated.

/** One spelling of a path, relative to the root, so that both sides of a comparison are alike. `..` stays. */
export function toRepositoryPath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/\/(?:\.?\/)+/g, '/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/^\/+/, '');
}

/**
 * Whether a path is one that a repository can hold: no empty, `.` or `..` segment, which in an address would
 * lead elsewhere, and no control characters or line separators.
 */
export function isRegularPath(path: string): boolean {
  const segments = path.split('/');
  return (
    !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(path) && segments.every((segment) => !/^\.{0,2}$/.test(segment))
  );
}
