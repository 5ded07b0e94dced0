// Reading of lists that come in pages and may change while we read them.
import { joinSignals } from '../net/abort.ts';
import { MAX_IN_FLIGHT } from '../net/transport.ts';
import { ServiceError } from './service-error.ts';

/** The service's maximum for `limit`. */
export const PAGE_SIZE = 100;
/** How often a list that keeps changing is read before we give up. */
const MAX_READINGS = 3;

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** A list that can be read page by page. */
export interface PagedList<Item> {
  /** The name in error messages: `GET /public/v1/bugs`. */
  readonly endpoint: string;
  /** Identifies an item; the same item has the same key on every page. */
  readonly keyOf: (item: Item) => string;
  /** Fetches PAGE_SIZE items from an offset. */
  readonly fetchPage: (offset: number, signal: AbortSignal | undefined) => Promise<Page<Item>>;
  readonly signal: AbortSignal | undefined;
}

type Reading<T> = { readonly kind: 'whole'; readonly items: T[] } | { readonly kind: 'drifted'; readonly sign: string };

/**
 * Reads a whole list: the first page, then all others in parallel, at most MAX_IN_FLIGHT in flight. Returns what
 * `select` returns for each item, each item once, in page order; an item on two pages is where it arrived first.
 * Nothing else but the keys is kept in memory.
 *
 * Pages shift while people review. If `total` differs between pages, or is not the number of distinct items, the
 * list is read again, at most MAX_READINGS times. The order of the items does not help, because the service
 * promises none. So if one item disappears and another appears between two pages, an item may be missing unnoticed.
 *
 * A reading ends with the first page that is short or has nothing new, so a wrong `total` costs no requests.
 * @throws {ServiceError} Of kind `decode`, if the list never stays the same.
 */
export async function collectPages<Item, T>(list: PagedList<Item>, select: (item: Item) => T): Promise<T[]> {
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
    ownDetail: `the list kept changing while it was read (${sign})`,
    advice: 'Try again when nobody is reviewing and no scan is finishing.',
  });
}

/**
 * Reads a list page by page, and stops when the consumer stops or after `maxItems`, an item that comes twice counted
 * twice. Yields each item once, in the list's order; meant for lists that grow at the front. Throws what `fetchPage`
 * throws.
 * @throws {ServiceError} For a page with fewer items than its total says.
 */
export async function* iteratePages<Item>(
  list: PagedList<Item>,
  maxItems: number,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<string>();
  let offset = 0;
  let total = Infinity;
  while (offset < Math.min(total, maxItems)) {
    const page = await list.fetchPage(offset, list.signal);
    total = page.total;
    const got = page.items.length;
    // The missing item may be the one that matters: the newest.
    if (got < Math.min(PAGE_SIZE, total - offset)) {
      const ownDetail = `a page of ${got} items at offset ${offset} of ${total}`;
      throw new ServiceError({ kind: 'decode', endpoint: list.endpoint, tries: 1, ownDetail });
    }
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
 * Throws what `fetchPage` and `collectPages` throw.
 */
export async function* iterateChangingPages<Item>(list: PagedList<Item>): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<string>();
  let offset = 0;
  let total: number | undefined;
  while (offset < (total ?? Infinity)) {
    const page = await list.fetchPage(offset, list.signal);
    total ??= page.total;
    const isFull = page.items.length >= Math.min(PAGE_SIZE, total - offset);
    const isNew = page.items.every((item) => addKey(seen, list.keyOf(item)));
    if (page.total !== total || !isFull || !isNew) {
      yield* await collectPages(list, (item) => item);
      return;
    }
    yield* page.items;
    offset += PAGE_SIZE;
  }
}

async function fetchReading<Item, T>(list: PagedList<Item>, select: (item: Item) => T): Promise<Reading<T>> {
  const seen = new Set<string>();
  const pages: (readonly T[])[] = [];
  let sign: string | undefined;
  let total: number | undefined;
  let isOver = false;
  const stop = new AbortController();
  const signal = joinSignals(list.signal, stop.signal);
  const take = async (offset: number): Promise<void> => {
    const page = await list.fetchPage(offset, signal);
    total ??= page.total;
    if (page.total !== total) sign ??= `total went from ${total} to ${page.total}`;
    const fresh = page.items.filter((item) => addKey(seen, list.keyOf(item)));
    pages[offset / PAGE_SIZE] = fresh.map((item) => select(item));
    isOver ||= sign !== undefined || page.items.length < PAGE_SIZE || fresh.length === 0;
  };
  await take(0);
  const offsets = laterOffsets(total ?? 0);
  const work = async (): Promise<void> => {
    for (const offset of offsets) {
      // Leaving the loop also ends the shared generator, and with it the other workers.
      if (isOver) return;
      await take(offset);
    }
  };
  try {
    await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, work));
  } finally {
    // After a failure the pages still in flight are useless.
    stop.abort();
  }
  if (seen.size !== total) sign ??= `${seen.size} different items of ${total ?? 0}`;
  return sign === undefined ? { kind: 'whole', items: pages.flat() } : { kind: 'drifted', sign };
}

function addKey(seen: Set<string>, key: string): boolean {
  return seen.size < seen.add(key).size;
}

function* laterOffsets(total: number): Generator<number, void, undefined> {
  for (let offset = PAGE_SIZE; offset < total; offset += PAGE_SIZE) yield offset;
}
