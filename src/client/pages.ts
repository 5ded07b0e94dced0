// Owns the reading of lists that come in pages and may change while they are read.

import { joinSignals } from './request.ts';
import { ServiceError } from './service-error.ts';

/** Most items of a page (the service's bound of `limit`). */
export const PAGE_SIZE = 100;
/** Most pages of one list that are asked for at the same time. */
export const PAGES_AT_ONCE = 6;
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

interface Kept<T> {
  readonly keys: readonly string[];
  readonly values: readonly T[];
}

/**
 * Reads a whole list: the first page, then all others at once, at most PAGES_AT_ONCE in flight. Gives
 * `select` of each item, each item once, in the list's order; only what `select` gives is kept in memory.
 *
 * Pages shift while people review. Each page therefore begins with the last item of the page before: as
 * long as these agree, nothing moved across a border between the two answers, so nothing was lost there.
 * (Equal totals and unique items do not show it alone: one item removed before the border and one added
 * behind it leave both as they were.) Where they do not agree, or `total` or the number of items differs,
 * the list is read again, MAX_READINGS times in all, then a ServiceError of kind `decode` is thrown.
 * An item that stays in the list, in its place among the others, is in the result exactly once; one that
 * comes or goes meanwhile may or may not be.
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
    if (got < toExpected(offset, total)) throw shortPage(list.endpoint, { got, offset, total });
    for (const item of page.items) {
      const key = list.keyOf(item);
      if (seen.has(key) || seen.size >= maxItems) continue;
      seen.add(key);
      yield item;
    }
    offset += page.items.length;
  }
}

async function fetchReading<Item, T>(
  list: PagedList<Item>,
  select: (item: Item) => T,
): Promise<Reading<T>> {
  const pages: Kept<T>[] = [];
  let sign: string | undefined;
  let total: number | undefined;
  const stop = new AbortController();
  const signal = joinSignals(list.signal, stop.signal);
  const take = async (offset: number): Promise<void> => {
    const page = await list.fetchPage(offset, signal);
    total ??= page.total;
    sign ??= findSign(page, offset, total);
    pages[offset / STEP] = {
      keys: page.items.map(list.keyOf),
      values: page.items.map((item) => select(item)),
    };
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
    await Promise.all(Array.from({ length: PAGES_AT_ONCE }, work));
  } finally {
    // After a failure the pages still in flight are of no use.
    stop.abort();
  }
  return sign === undefined ? joinPages(pages, total ?? 0) : { kind: 'drifted', sign };
}

// Each page begins with the last item of the page before.
const STEP = PAGE_SIZE - 1;

function* laterOffsets(total: number): Generator<number, void, undefined> {
  for (let offset = STEP; offset + 1 < total; offset += STEP) yield offset;
}

function findSign(page: Page<unknown>, offset: number, total: number): string | undefined {
  if (page.total !== total) return `total went from ${total} to ${page.total}`;
  const expected = toExpected(offset, total);
  const got = page.items.length;
  return got === expected ? undefined : `${got} items from ${offset} on, not ${expected}`;
}

function joinPages<T>(pages: readonly Kept<T>[], total: number): Reading<T> {
  const seen = new Set<string>();
  const items: T[] = [];
  let border: string | undefined;
  for (const { keys, values } of pages) {
    if (border !== undefined && keys[0] !== border) {
      return { kind: 'drifted', sign: 'an item moved from one page to another' };
    }
    border = keys.at(-1);
    for (const [index, value] of values.entries()) {
      const key = keys[index] ?? '';
      if (seen.has(key)) continue;
      seen.add(key);
      items.push(value);
    }
  }
  if (seen.size === total) return { kind: 'whole', items };
  return { kind: 'drifted', sign: `${seen.size} different items of ${total}` };
}

function toExpected(offset: number, total: number): number {
  return Math.min(PAGE_SIZE, total - offset);
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
