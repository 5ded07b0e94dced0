// Reads GitHub's paged lists: one page after the other, or the first and then all others at once.
import * as v from 'valibot';
import { decode, GitHubAnswerError, isTooLarge } from './failure.ts';

export interface GitHubPage {
  readonly data: unknown;
  readonly headers: { readonly link?: string | undefined };
}

export interface Paging {
  readonly per_page: number;
  readonly page: number;
}

export interface PagedList<Item> {
  readonly item: v.GenericSchema<unknown, Item>;
  readonly what: string;
  /** The field that has the items; absent if the answer is a list. */
  readonly field?: 'jobs' | 'repositories' | 'workflow_runs';
  readonly fetchPage: (paging: Paging) => Promise<GitHubPage>;
}

export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly hasNext: boolean;
}

interface ReadingOptions {
  /** @default 100 */
  readonly perPage?: number;
  /** True if the pages up to the last one are asked for at the same time, once the first is there. */
  readonly isAtOnce?: boolean;
  /** Reading ends with this page. @default 1000, at which a list that goes on is refused */
  readonly maxPages?: number;
}

const MAX_PAGES = 1_000;
export const PER_PAGE = 100;

/**
 * Gives a list page by page; one after the other, a page is only asked for when somebody takes it. Goes on behind the page
 * that GitHub calls the last where that has a next one: a list may be longer than its `Link` header says, or have none.
 */
export async function* fetchPages<Item>(
  list: PagedList<Item>,
  { perPage = PER_PAGE, isAtOnce = false, maxPages = MAX_PAGES }: ReadingOptions = {},
): AsyncGenerator<ListPage<Item>, void> {
  const ask = (page: number): Promise<LinkedPage<Item>> => fetchPage(list, { per_page: perPage, page });
  let end = await ask(1);
  let count = 1;
  yield end;
  if (isAtOnce) {
    const rest = Array.from({ length: Math.min(end.last, maxPages) - 1 }, (_, index) => ask(index + 2));
    for (const page of await Promise.all(rest)) {
      end = page;
      count += 1;
      yield page;
    }
  }
  while (end.hasNext) {
    if (count === maxPages && maxPages < MAX_PAGES) return;
    if (count === MAX_PAGES) throw new GitHubAnswerError(`the list does not end after ${MAX_PAGES} pages`);
    count += 1;
    end = await ask(count);
    yield end;
  }
}

/** Asks for the first pages all at once, to save the time of an answer. Pages behind the end are empty. */
export async function fetchFirstPages<Item>(
  list: PagedList<Item>,
  count: number,
): Promise<readonly (readonly Item[])[]> {
  const pages = Array.from({ length: count }, (_, index) => fetchPage(list, { per_page: PER_PAGE, page: index + 1 }));
  return (await Promise.all(pages)).map(({ items }) => items);
}

interface LinkedPage<Item> extends ListPage<Item> {
  /** The number of the last page, as far as this one says; at least 1. */
  readonly last: number;
}

/** This is a function of its own so that whoever waits for the next page does not hold what this one was made from. */
async function fetchPage<Item>(list: PagedList<Item>, paging: Paging): Promise<LinkedPage<Item>> {
  const { data, headers } = await list.fetchPage(paging);
  const { link = '' } = headers;
  const given = list.field === undefined ? data : decode(v.looseObject({}), data, list.what)[list.field];
  const items = decode(v.array(list.item), given, list.what);
  return {
    items,
    // A proxy may remove the header; then a full page means that there is another.
    hasNext: link === '' ? items.length >= paging.per_page : /;\s*rel="?next\b/i.test(link),
    last: readLastPage(link),
  };
}

/** We use this size where usual pages are too large: a comment may have 65,536 characters. */
const FEW_A_PAGE = 20;

/** Reads every page, in small pages where usual ones are too large. */
export async function fetchAllPages<Item>(
  list: PagedList<Item>,
  isAtOnce = true,
): Promise<readonly (readonly Item[])[]> {
  const fetchAll = async (perPage: number): Promise<readonly (readonly Item[])[]> => {
    const pages: (readonly Item[])[] = [];
    for await (const { items } of fetchPages(list, { perPage, isAtOnce })) pages.push(items);
    return pages;
  };
  return await fetchAll(PER_PAGE).catch((error: unknown) => {
    if (isTooLarge(error)) return fetchAll(FEW_A_PAGE);
    throw error;
  });
}

export async function fetchList<Item>(list: PagedList<Item>): Promise<readonly Item[]> {
  return (await fetchAllPages(list)).flat();
}

/** Gives the items that are kept; null is not kept. At most one page is in memory as it came. */
export async function fetchSelected<Kept>(list: PagedList<Kept | null>): Promise<readonly Kept[]> {
  return (await fetchAllPages(list, false)).flat().filter((item) => item !== null);
}

/** We limit the readings of a list that changes all the time, and of a long one. */
const MAX_READINGS = 3;
const MAX_READINGS_OF_LONG = 2;
const LONG = 300;

export interface JoinedItems<Item> {
  readonly items: readonly Item[];
  /** True if no reading found more behind the last page that is read. */
  readonly isWhole: boolean;
}

/**
 * Reads a list whose items move from page to page meanwhile, until two readings in a row have the same items: three
 * times at most, a long list twice. What any reading showed is there, each item once, as the last of them showed it.
 */
export async function fetchJoinedItems<Item>(
  list: PagedList<Item>,
  { toKey, maxPages }: { readonly toKey: (item: Item) => number; readonly maxPages: number },
): Promise<JoinedItems<Item>> {
  const joined = new Map<number, Item>();
  let isWhole = true;
  let before = new Set<number>();
  for (let reading = 1; reading <= (joined.size > LONG ? MAX_READINGS_OF_LONG : MAX_READINGS); reading += 1) {
    const pages: ListPage<Item>[] = [];
    for await (const page of fetchPages(list, { isAtOnce: true, maxPages })) pages.push(page);
    const items = pages.flatMap((page) => page.items);
    for (const item of items) joined.set(toKey(item), item);
    isWhole = isWhole && !(pages.length === maxPages && pages.at(-1)?.hasNext === true);
    const keys = new Set(items.map(toKey));
    if (pages.length <= 1 || (keys.size === before.size && [...keys].every((key) => before.has(key)))) break;
    before = keys;
  }
  return { items: [...joined.values()], isWhole };
}

export function readLastPage(link: string): number {
  const last = /<([^<>]*)>;\s*rel="?last\b/i.exec(link)?.[1] ?? '';
  const page = Number(URL.parse(last)?.searchParams.get('page') ?? '1');
  return Number.isSafeInteger(page) && page > 0 ? Math.min(page, MAX_PAGES) : 1;
}
