// The reading of lists that come in pages and may change while they are read.
import { joinSignals } from '../net/abort.ts';
import { MAX_IN_FLIGHT } from '../net/transport.ts';
import { ServiceError } from './service-error.ts';

/** Most items of a page (the service's bound of `limit`). */
export const PAGE_SIZE = 100;
/** How often a list that changes is read before it is given up. */
const MAX_READINGS = 3;

/** One page as the reading needs it. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** A list that can be read page by page. */
export interface PagedList<Item> {
  /** For errors: `GET /public/v1/bugs`. */
  readonly endpoint: string;
  /** Tells items apart; the same item has the same key on every page. */
  readonly keyOf: (item: Item) => string;
  /** Asks for PAGE_SIZE items from an offset. */
  readonly fetchPage: (offset: number, signal: AbortSignal | undefined) => Promise<Page<Item>>;
  readonly signal: AbortSignal | undefined;
}

type Reading<T> =
  | { readonly kind: 'whole'; readonly items: readonly T[] }
  | { readonly kind: 'drifted'; readonly sign: string };

/**
 * Reads a whole list: the first page, then all others at once, at most MAX_IN_FLIGHT in flight. Gives
 * `select` of each item, each item once, in the order of the pages; only what `select` gives is kept in
 * memory.
 *
 * Pages shift while people review. Where `total` is not the same on all pages, or not the number of
 * different items, the list is read again, MAX_READINGS times in all, then a ServiceError of kind `decode`
 * is thrown. The order of the items is no sign, for the service promises none. So this cannot see one item
 * leave and another come between two pages: one of those that stayed may then be missing.
 */
export async function collectPages<Item, T>(
  list: PagedList<Item>,
  select: (item: Item) => T,
): Promise<readonly T[]> {
  let sign = '';
  for (let readings = 1; readings <= MAX_READINGS; readings++) {
    const reading = await fetchReading(list, select);
    if (reading.kind === 'whole') return reading.items;
    sign = reading.sign;
  }
  throw new ServiceError({
    kind: 'decode',
    endpoint: list.endpoint,
    tries: MAX_READINGS,
    detail: `the list kept changing while it was read (${sign})`,
    advice: 'Try again when nobody is reviewing and no scan is finishing.',
  });
}

/**
 * Reads a list page by page, one after the other, and stops reading when the consumer stops or after
 * `maxItems`. Gives each item once, in the list's order; meant for lists that grow at their beginning.
 * Throws what `fetchPage` throws, and a ServiceError for a page with fewer items than its total says.
 */
export async function* iteratePages<Item>(
  list: PagedList<Item>,
  maxItems: number,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<string>();
  let offset = 0;
  let total = Infinity;
  while (offset < total && seen.size < maxItems) {
    const page = await list.fetchPage(offset, list.signal);
    total = page.total;
    const got = page.items.length;
    // What is missing may be the very item that matters: the newest.
    if (got < Math.min(PAGE_SIZE, total - offset))
      throw shortPage(list.endpoint, { got, offset, total });
    for (const item of page.items) {
      const key = list.keyOf(item);
      if (seen.has(key) || seen.size >= maxItems) continue;
      seen.add(key);
      yield item;
    }
    offset += page.items.length;
  }
}

/**
 * Reads a list page by page, and stops reading when the consumer stops. Where the list changes meanwhile, which the
 * consumer itself may cause, all of it is read as `collectPages` reads: what moved between two pages is in there.
 * The same item may come twice. Throws what `fetchPage` and `collectPages` throw.
 */
export async function* iterateChangingPages<Item>(
  list: PagedList<Item>,
): AsyncGenerator<Item, void, undefined> {
  let offset = 0;
  let total: number | undefined;
  while (offset < (total ?? Infinity)) {
    const page = await list.fetchPage(offset, list.signal);
    total ??= page.total;
    const isWhole = page.items.length >= Math.min(PAGE_SIZE, total - offset);
    if (page.total !== total || !isWhole) {
      yield* await collectPages(list, (item) => item);
      return;
    }
    yield* page.items;
    offset += PAGE_SIZE;
  }
}

async function fetchReading<Item, T>(
  list: PagedList<Item>,
  select: (item: Item) => T,
): Promise<Reading<T>> {
  const pages: (readonly (readonly [string, T])[])[] = [];
  let sign: string | undefined;
  let total: number | undefined;
  const stop = new AbortController();
  const signal = joinSignals(list.signal, stop.signal);
  const take = async (offset: number): Promise<void> => {
    const page = await list.fetchPage(offset, signal);
    total ??= page.total;
    if (page.total !== total) sign ??= `total went from ${total} to ${page.total}`;
    pages[offset / PAGE_SIZE] = page.items.map((item) => [list.keyOf(item), select(item)]);
  };
  await take(0);
  const offsets = laterOffsets(total ?? 0);
  const work = async (): Promise<void> => {
    for (const offset of offsets) {
      // Leaving the loop also ends the shared generator, and with it the other workers.
      if (sign !== undefined) return;
      await take(offset);
    }
  };
  try {
    await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, work));
  } finally {
    // After a failure the pages still in flight are of no use.
    stop.abort();
  }
  const items = new Map(pages.flat());
  if (items.size !== total) sign ??= `${items.size} different items of ${total ?? 0}`;
  return sign === undefined
    ? { kind: 'whole', items: [...items.values()] }
    : { kind: 'drifted', sign };
}

function* laterOffsets(total: number): Generator<number, void, undefined> {
  for (let offset = PAGE_SIZE; offset < total; offset += PAGE_SIZE) yield offset;
}

function shortPage(
  endpoint: string,
  { got, offset, total }: { readonly got: number; readonly offset: number; readonly total: number },
): ServiceError {
  const items = got === 1 ? '1 item' : `${got} items`;
  const page = got === 0 ? 'an empty page' : `a page of ${items}`;
  const detail = `${page} at offset ${offset} of ${total}`;
  return new ServiceError({ kind: 'decode', endpoint, tries: 1, detail });
}
