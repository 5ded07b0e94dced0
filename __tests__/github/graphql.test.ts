// Reading from GraphQL by halves: what is too heavy together is asked for apart, and what is bad costs nothing else.
import { GraphqlRefusal } from '../../src/github/failure.ts';
import { askByHalves, fetchQueried, type QueriedPage } from '../../src/github/graphql.ts';
import { describe, expect, it } from '../jest.ts';

const HEAVY = { type: 'RESOURCE_LIMITS_EXCEEDED', message: 'Too heavy.', path: [] };
const FORBIDDEN = { type: 'FORBIDDEN', message: 'Resource not accessible by integration', path: [] };
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Asks for names of which some are too heavy, in answers of at most `limit`. */
async function ask(names: readonly number[], bad: readonly number[], limit = 50) {
  const asked: number[] = [];
  const answers = await askByHalves<number, number>({
    names,
    atOnce: 50,
    ask: (some) => {
      asked.push(some.length);
      const isTooMuch = some.length > limit || some.some((name) => bad.includes(name));
      return isTooMuch ? Promise.reject(new GraphqlRefusal(HEAVY)) : Promise.resolve(some);
    },
  });
  return { asked, lost: names.filter((_, at) => answers[at] instanceof Error) };
}

describe('many things that are asked about at once', () => {
  it('are asked about in as few queries as may be where none is too heavy', async () => {
    expect(await ask(numbers(120), [])).toEqual({ asked: [50, 50, 20], lost: [] });
  });

  it.each([1, 7, 50, 51, 120])('cost one alone where that is bad: %i of 120', async (bad) => {
    const { asked, lost } = await ask(numbers(120), [bad]);
    expect(lost).toEqual([bad]);
    expect(asked.length).toBeLessThan(25);
  });

  it('all have an answer where only so many at once are too heavy', async () => {
    expect((await ask(numbers(60), [], 13)).lost).toEqual([]);
  });

  it('are given up after five in a row, so that an outage costs few queries', async () => {
    const outage = numbers(300).slice(100);
    const { asked, lost } = await ask(numbers(300), outage);
    expect(lost).toEqual(outage);
    expect(asked.length).toBeLessThan(20);
  });

  it('have no answer at all only where GitHub has none for any', async () => {
    await expect(ask(numbers(9), numbers(9))).rejects.toThrow('Too heavy.');
    const refused = askByHalves({
      names: numbers(9),
      atOnce: 50,
      ask: (some) => Promise.resolve(some.map(() => new GraphqlRefusal(FORBIDDEN))),
    });
    await expect(refused).rejects.toThrow('Resource not accessible by integration');
    expect((await ask([], [])).lost).toEqual([]);
  });

  it('are asked about once where a smaller query would not help', async () => {
    let asked = 0;
    const refused = askByHalves({
      names: numbers(9),
      atOnce: 50,
      ask: () => {
        asked += 1;
        return Promise.reject(new GraphqlRefusal(FORBIDDEN));
      },
    });
    await expect(refused).rejects.toThrow('Resource not accessible by integration');
    expect(asked).toBe(1);
  });
});

describe('a list', () => {
  /** Reads a list of ten, or more, in pages of four; a page is too heavy, or lacks an item, as `spoil` says. */
  async function read(spoil: (page: readonly number[]) => 'heavy' | number | null, count = 10) {
    const all = numbers(count);
    const asked: number[] = [];
    const fetchPage = (first: number, after: string | null): Promise<QueriedPage<number>> => {
      const start = Number(after ?? 0);
      const page = all.slice(start, start + first);
      asked.push(page.length);
      const spoilt = spoil(page);
      if (spoilt === 'heavy') return Promise.reject(new GraphqlRefusal(HEAVY));
      const items = page.filter((item) => item !== spoilt);
      const end = start + page.length;
      const pageInfo = { hasNextPage: end < all.length, endCursor: String(end) };
      return Promise.resolve({ items, lost: page.length - items.length, pageInfo });
    };
    return { ...(await fetchQueried({ fetchPage, pageSize: 4, max: 100 })), asked };
  }

  it.each<[string, Parameters<typeof read>[0], object]>([
    ['whole', () => null, { items: numbers(10), lost: 0, asked: [4, 4, 2] }],
    ['whole where pages are too heavy', (page) => (page.length > 2 ? 'heavy' : null), { items: numbers(10), lost: 0 }],
    [
      'but for one that GitHub gives as nothing',
      (page) => (page.includes(6) ? 6 : null),
      { items: numbers(10).filter((item) => item !== 6), lost: 1 },
    ],
  ])('is read %s', async (_, spoil, expected) => {
    expect(await read(spoil)).toMatchObject(expected);
  });

  it.each<[string, (item: number) => boolean, object]>([
    ['ends behind five in a row that GitHub does not give', (item) => item > 8, { items: numbers(8), lost: 5 }],
    [
      'goes on behind four in a row',
      (item) => item > 8 && item % 5 !== 0,
      { items: numbers(100).filter((item) => item <= 8 || item % 5 === 0), lost: 100 - 8 - 19 },
    ],
  ])('%s', async (_, isBad, expected) => {
    const { asked, ...list } = await read((page) => page.find(isBad) ?? null, 100);
    expect(list).toEqual(expected);
    if (list.lost === 5) expect(asked.length).toBeLessThan(20);
  });

  it('that is too heavy one by one is an error', async () => {
    await expect(read((page) => (page.includes(6) ? 'heavy' : null))).rejects.toThrow('Too heavy.');
  });
});
