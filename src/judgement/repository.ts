// A repository on GitHub: its owner and name.

/** As in `owner/repo`. */
export interface RepositoryRef {
  readonly owner: string;
  readonly repo: string;
}

/**
 * Whether two full names (`owner/name`) are the same whatever their case. ASCII alone, as names on GitHub are: elsewhere
 * a letter of another alphabet may fold to one of ours.
 */
export function isSameFullName(a: string, b: string): boolean {
  return toFolded(a) === toFolded(b);
}

function toFolded(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
