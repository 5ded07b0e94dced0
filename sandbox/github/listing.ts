// Filters by state and sorts, as the lists of issues and of pull requests do.

export interface Times {
  /** ISO 8601. */
  readonly created_at: string;
  readonly updated_at: string;
}

export interface ListOrder<T> {
  readonly timesOf: (item: T) => Times;
  /** It counts where the query does not say one. */
  readonly descending: boolean;
}

/** Without `state` in the query only open items pass. */
export function isListed(query: URLSearchParams, state: 'open' | 'closed'): boolean {
  const wanted = query.get('state') ?? 'open';
  return wanted === 'all' || wanted === state;
}

/** In the order that `sort` and `direction` of the query ask for; of two with the same time, by number. Throws for a sort that is not emulated. */
export function sortListed<T extends { readonly number: number }>(
  query: URLSearchParams,
  items: readonly T[],
  { timesOf, descending }: ListOrder<T>,
): T[] {
  const sort = query.get('sort') ?? 'created';
  if (sort !== 'created' && sort !== 'updated') throw new Error(`Sorting by ${sort} is not emulated.`);
  const time = (item: T): number => Date.parse(timesOf(item)[`${sort}_at`]);
  const sorted = items.toSorted((a, b) => time(a) - time(b) || a.number - b.number);
  const isDescending = (query.get('direction') ?? (descending ? 'desc' : 'asc')) === 'desc';
  return isDescending ? sorted.reverse() : sorted;
}
