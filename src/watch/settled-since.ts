// What happened to the bugs that are pending no more, as far as the numbers tell.

/** How many bugs of the repository are settled. */
export interface SettledTotals {
  readonly resolved: number;
  readonly dismissed: number;
}

/** The numbers of two runs. */
export interface SettledComparison {
  /** At the last run; `settled` is null where it did not say. */
  readonly before: { readonly open: number; readonly settled: SettledTotals | null };
  /** Now; null where nobody asked. */
  readonly now: { readonly open: number; readonly settled: SettledTotals | null };
  /** How many of those that are pending now are new. */
  readonly newBugs: number;
}

/**
 * Decides how many were resolved and how many dismissed since the last run. Null unless the numbers add up: a bug that was
 * reopened, or found and settled between two runs, or that the service no longer has, makes it unknowable.
 */
export function decideSettled({ before, now, newBugs }: SettledComparison): SettledTotals | null {
  if (before.settled === null || now.settled === null) return null;
  const resolved = now.settled.resolved - before.settled.resolved;
  const dismissed = now.settled.dismissed - before.settled.dismissed;
  const addsUp = before.open + newBugs - resolved - dismissed === now.open;
  return addsUp && resolved >= 0 && dismissed >= 0 ? { resolved, dismissed } : null;
}
