// GitHub's paged lists: the first page, then all others in parallel.
import * as v from 'valibot';
import { decode, GitHubAnswerError, isTooLarge } from './failure.ts';

/** One page, as octokit returns it. */
export interface GitHubPage {
  readonly data: unknown;
  readonly headers: { readonly link?: string | undefined };
}

/** More than any list that we read can have. */
const MAX_PAGES = 1_000;
/** GitHub's largest page size for the lists that we read. */
export const PER_PAGE = 100;

/**
 * Reads every page, in order: the first, then all others up to the one that GitHub calls the last in parallel, then
 * whatever follows. So a list that is longer than its `Link` header says, or has none, is never cut short. A server
 * that sends the same page again does not support paging: there is no more to read.
 */
export async function fetchPages(
  fetchPage: (page: number) => Promise<GitHubPage>,
  perPage = PER_PAGE,
): Promise<readonly unknown[]> {
  const first = await fetchPage(1);
  const last = readLastPage(first.headers.link ?? '');
  const rest = Array.from({ length: Math.max(0, last - 1) }, (_, index) => fetchPage(index + 2));
  const pages = [first, ...(await Promise.all(rest))];
  for (let end = pages.at(-1); end && hasNext(end, perPage);) {
    if (pages.length >= MAX_PAGES) {
      throw new GitHubAnswerError(`the list does not end after ${MAX_PAGES} pages`);
    }
    const next = await fetchPage(pages.length + 1);
    if (isSame(next, end)) break;
    pages.push(next);
    end = next;
  }
  return pages.map(({ data }) => data);
}

/** Which page is asked for, as octokit takes it. */
interface Paging {
  readonly per_page: number;
  readonly page: number;
}

/** For a list whose usual pages are too large to be read, our own size: of comments, which may have 65,536 characters each. */
const FEW_A_PAGE = 20;

/**
 * Reads every page of a list, and gives its checked items in order; in small pages where usual ones are too large.
 * `what` names the list in errors.
 */
export async function fetchList<Item>(
  item: v.GenericSchema<unknown, Item>,
  what: string,
  fetchPage: (paging: Paging) => Promise<GitHubPage>,
): Promise<readonly Item[]> {
  const fetchAll = (perPage: number): Promise<readonly unknown[]> =>
    fetchPages((page) => fetchPage({ per_page: perPage, page }), perPage);
  const pages = await fetchAll(PER_PAGE).catch((error: unknown) => {
    if (isTooLarge(error)) return fetchAll(FEW_A_PAGE);
    throw error;
  });
  return pages.flatMap((data) => decode(v.array(item), data, what));
}

/**
 * What `select` keeps of a list's items, in order; null keeps nothing. One page after the other, so that no more than one
 * is in memory; in small pages where usual ones are too large. `what` names the list in errors.
 */
export async function fetchSelected<Item, Kept>(
  { item, what, fetchPage }: SelectedList<Item>,
  select: (item: Item) => Kept | null,
): Promise<readonly Kept[]> {
  const fetchAll = async (perPage: number): Promise<readonly Kept[]> => {
    const kept: Kept[] = [];
    let before: string | null = null;
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const answer = await fetchPage({ per_page: perPage, page });
      const items = decode(v.array(item), answer.data, what);
      const first = JSON.stringify(items[0]);
      // A server that sends the same page again does not support paging.
      if (page > 1 && first === before) return kept;
      kept.push(...items.map(select).filter((each) => each !== null));
      if (!hasNext(answer, perPage)) return kept;
      before = first;
    }
    throw new GitHubAnswerError(`the list does not end after ${MAX_PAGES} pages`);
  };
  return await fetchAll(PER_PAGE).catch((error: unknown) => {
    if (isTooLarge(error)) return fetchAll(FEW_A_PAGE);
    throw error;
  });
}

interface SelectedList<Item> {
  readonly item: v.GenericSchema<unknown, Item>;
  readonly what: string;
  readonly fetchPage: (paging: Paging) => Promise<GitHubPage>;
}

/** Readings of a list that changes all the time, our own limit. */
const MAX_READINGS = 3;

/**
 * The items of a list that may change while its pages are read, which moves others from page to page: read until two
 * readings in a row have the same items in the same order, three times at most. Whatever any reading showed is there, each
 * item once and as the last of them showed it. What is on one page is whole at once.
 */
export async function fetchJoinedItems<Item>(
  fetchItems: () => Promise<readonly (readonly Item[])[]>,
  toKey: (item: Item) => string | number,
): Promise<readonly Item[]> {
  const joined = new Map<string | number, Item>();
  let before: string | null = null;
  for (let reading = 1; reading <= MAX_READINGS; reading += 1) {
    const pages = await fetchItems();
    const items = pages.flat();
    for (const item of items) joined.set(toKey(item), item);
    const keys = JSON.stringify(items.map(toKey));
    if (pages.length <= 1 || keys === before) break;
    before = keys;
  }
  return [...joined.values()];
}

/** A proxy may remove the header; then a full page means that there is another. */
function hasNext({ data, headers: { link = '' } }: GitHubPage, perPage: number): boolean {
  if (link !== '') return /;\s*rel="?next\b/i.test(link);
  return Array.isArray(data) && data.length >= perPage;
}

function isSame(a: GitHubPage, b: GitHubPage): boolean {
  return JSON.stringify(a.data) === JSON.stringify(b.data);
}

/** The number of the last page; 1 if the header has none. */
export function readLastPage(link: string): number {
  const last = /<([^<>]*)>;\s*rel="?last\b/i.exec(link)?.[1] ?? '';
  const page = Number(URL.parse(last)?.searchParams.get('page') ?? '1');
  return Number.isSafeInteger(page) && page > 0 ? Math.min(page, MAX_PAGES) : 1;
}
