// The rules of reading a paged list to its end, whatever the far end says of where that is.
import { describe, expect, it } from '@jest/globals';
import { fetchPages, PER_PAGE, type Page } from '../../src/github/pages.ts';

/** A list of so many items in pages, the headers of which say what `linkOf` says. */
function openList(count: number, linkOf: (page: number, last: number) => string | undefined) {
  const items = Array.from({ length: count }, (_, id) => ({ id }));
  const last = Math.max(1, Math.ceil(count / PER_PAGE));
  const asked: number[] = [];
  const fetchPage = (page: number): Promise<Page> => {
    asked.push(page);
    const data = items.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    return Promise.resolve({ data, headers: { link: linkOf(page, last) } });
  };
  return { asked, items, fetchPage };
}

const nothing = (): undefined => undefined;
const toUrl = (page: number): string => `<https://api.example.com/list?page=${page}>`;
const asGitHub = (page: number, last: number): string | undefined => {
  if (last === 1) return undefined;
  return page < last
    ? `${toUrl(page + 1)}; rel="next", ${toUrl(last)}; rel="last"`
    : `${toUrl(1)}; rel="first"`;
};

describe('a list without a Link header', () => {
  it.each([
    [0, 1],
    [99, 1],
    [100, 2],
    [150, 2],
    [250, 3],
    [300, 4],
  ])('of %i items is whole after %i pages', async (count, pages) => {
    const { asked, items, fetchPage } = openList(count, nothing);
    expect((await fetchPages(fetchPage)).flat()).toEqual(items);
    expect(asked).toHaveLength(pages);
  });

  it('that sends the same page again has no more, and what it repeats is left out', async () => {
    const { asked, items, fetchPage } = openList(100, nothing);
    const pages = await fetchPages((page) => {
      asked.push(page);
      return fetchPage(1);
    });
    expect(pages.flat()).toEqual(items);
    expect(asked).toEqual([1, 1, 2, 1]);
  });

  it('that never ends is an error after 1,000 pages, never a short list', async () => {
    const { asked, fetchPage } = openList(110_000, nothing);
    await expect(fetchPages(fetchPage)).rejects.toThrow('does not end after 1000 pages');
    expect(asked).toHaveLength(1_000);
  });

  it.each(['<https://x/?page=2>; rel=next', '<https://x/?page=2>;rel="next"'])(
    'goes on by a link of another spelling: %s',
    async (link) => {
      const pages = await fetchPages((page) =>
        Promise.resolve({ data: [page], headers: page === 1 ? { link } : {} }),
      );
      expect(pages).toEqual([[1], [2]]);
    },
  );

  it('has no second page where it is no list', async () => {
    const pages = await fetchPages(() => Promise.resolve({ data: { message: 'x' }, headers: {} }));
    expect(pages).toEqual([{ message: 'x' }]);
  });
});

describe('a list with a Link header', () => {
  it.each([
    [101, 2],
    [200, 2],
    [450, 5],
  ])('of %i items is asked for %i pages, not one more', async (count, pages) => {
    const { asked, items, fetchPage } = openList(count, asGitHub);
    expect((await fetchPages(fetchPage)).flat()).toEqual(items);
    expect(asked).toHaveLength(pages);
  });

  it('that loses it on the way is read on', async () => {
    const link = (page: number) => (page === 1 ? asGitHub(page, 2) : undefined);
    const { items, fetchPage } = openList(450, link);
    expect((await fetchPages(fetchPage)).flat()).toEqual(items);
  });

  it('that always names a next page and sends the same one has no more', async () => {
    const { items, fetchPage } = openList(100, nothing);
    const pages = await fetchPages(async () => ({
      ...(await fetchPage(1)),
      headers: { link: `${toUrl(2)}; rel="next"` },
    }));
    expect(pages.flat()).toEqual(items);
  });
});
