// Owns whether two of GitHub's accounts are one. Either side may be known in part: an id, a login, or both.

export interface AccountName {
  readonly id: number | null;
  /** Upper and lower case do not matter. */
  readonly login: string | null;
}

/** Whether the ids or the logins are known and equal. */
export function isSameAccount(one: AccountName, other: AccountName): boolean {
  return isEqual(one.id, other.id) || isEqual(lower(one.login), lower(other.login));
}

function isEqual(one: string | number | null, other: string | number | null): boolean {
  return one !== null && one === other;
}

function lower(login: string | null): string | null {
  return login?.toLowerCase() ?? null;
}
