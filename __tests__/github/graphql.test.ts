// Reading from GraphQL by halves: what is too heavy together is asked for apart, and what is bad costs nothing else.
import { GraphqlRefusal } from '../../src/github/failure.ts';
import { askByHalves, fetchQueried, isTooHeavy, type QueriedPage } from '../../src/github/graphql.ts';
import { createQuerySize, type QuerySize } from '../../src/github/query-size.ts';
import { describe, expect, it } from '../jest.ts';

const HEAVY = { type: 'RESOURCE_LIMITS_EXCEEDED', message: 'Too heavy.', path: [] };
const FORBIDDEN = { type: 'FORBIDDEN', message: 'Resource not accessible by integration', path: [] };
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

/** What GitHub bears: so many a query, once it has refused the first queries whatever their size. */
interface Bearing {
  readonly limit?: number;
  readonly heavyFirst?: number;
  readonly sizes?: QuerySize;
}

/** Asks for names of which some are too heavy, in answers of at most `limit`. */
async function ask(
  names: readonly number[],
  bad: readonly number[],
  { limit = 50, heavyFirst = 0, sizes = createQuerySize(50) }: Bearing = {},
) {
  const asked: number[] = [];
  const answers = await askByHalves<number, number>({
    names,
    sizes,
    ask: (some) => {
      asked.push(some.length);
      const isTooMuch = asked.length <= heavyFirst || some.length > limit || some.some((name) => bad.includes(name));
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
    expect(asked.length).toBeLessThan(30);
  });

  it('all have an answer where only so many at once are too heavy', async () => {
    expect((await ask(numbers(60), [], { limit: 13 })).lost).toEqual([]);
  });

  it.each([
    [300, 49, { queries: 15, refused: 4 }],
    [300, 10, { queries: 60, refused: 14 }],
    [300, 3, { queries: 210, refused: 50 }],
    [60, 1, { queries: 85, refused: 22 }],
    // Nothing is too heavy.
    [300, 50, { queries: 6, refused: 0 }],
  ])('seldom cost what GitHub did not bear: %i, of which it bears %i a query', async (count, limit, most) => {
    const { asked, lost } = await ask(numbers(count), [], { limit });
    expect(lost).toEqual([]);
    expect(asked.length).toBeLessThanOrEqual(most.queries);
    expect(asked.filter((size) => size > limit).length).toBeLessThanOrEqual(most.refused);
  });

  it('are asked about in larger queries again where GitHub was only down for a while', async () => {
    const { asked, lost } = await ask(numbers(300), [], { heavyFirst: 6 });
    expect(lost).toEqual([]);
    expect(Math.max(...asked.slice(6))).toBeGreaterThan(30);
    expect(asked.length).toBeLessThan(40);
  });

  it('are asked about by what GitHub bore before, in the next list too', async () => {
    const sizes = createQuerySize(50);
    await ask(numbers(60), [], { limit: 10, sizes });
    expect((await ask(numbers(20), [], { limit: 10, sizes })).asked[0]).toBeLessThan(50);
    expect((await ask(numbers(60), [])).asked).toEqual([50, 10]);
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
      sizes: createQuerySize(50),
      ask: (some) => Promise.resolve(some.map(() => new GraphqlRefusal(FORBIDDEN))),
    });
    await expect(refused).rejects.toThrow(FORBIDDEN.message);
    expect((await ask([], [])).lost).toEqual([]);
  });

  it('are asked about once where a smaller query would not help', async () => {
    let asked = 0;
    const refused = askByHalves({
      names: numbers(9),
      sizes: createQuerySize(50),
      ask: () => {
        asked += 1;
        return Promise.reject(new GraphqlRefusal(FORBIDDEN));
      },
    });
    await expect(refused).rejects.toThrow(FORBIDDEN.message);
    expect(asked).toBe(1);
  });
});

describe('a list', () => {
  /** Reads a list of ten, or more, in pages of four; a page is too heavy, or lacks an item, as `spoil` says. */
  async function read(
    spoil: (page: readonly number[]) => 'heavy' | number | null,
    { count = 10, pageSize = 4, passesOver }: { count?: number; pageSize?: number; passesOver?: boolean } = {},
  ) {
    const all = numbers(count);
    const asked: number[] = [];
    const passed: number[] = [];
    const passOver = (after: string | null): Promise<QueriedPage<number>> => {
      if (passesOver === false) return Promise.reject(new GraphqlRefusal({ ...HEAVY, message: 'Even so.' }));
      const end = Number(after ?? 0) + 1;
      passed.push(end);
      const pageInfo = { hasNextPage: end < all.length, endCursor: String(end) };
      return Promise.resolve({ items: [], lost: 1, pageInfo });
    };
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
    const list = { fetchPage, pageSize, max: 1_000, ...(passesOver !== undefined && { passOver }) };
    return { ...(await fetchQueried(list)), asked, passed };
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
    const { asked, items, lost } = await read((page) => page.find(isBad) ?? null, { count: 100 });
    expect({ items, lost }).toEqual(expected);
    if (lost === 5) expect(asked.length).toBeLessThan(20);
  });

  it.each([
    [10, 14],
    [3, 50],
    [100, 0],
  ])('seldom costs what GitHub did not bear: %i a page', async (limit, most) => {
    const { items, asked } = await read((page) => (page.length > limit ? 'heavy' : null), {
      count: 300,
      pageSize: 100,
    });
    expect(items).toEqual(numbers(300));
    expect(asked.filter((size) => size > limit).length).toBeLessThanOrEqual(most);
  });

  it.each([1, 6, 10, 57, 120])('costs one item alone that is too heavy even so: %i', async (bad) => {
    const count = Math.max(10, bad === 57 ? 120 : bad);
    const list = await read((page) => (page.includes(bad) ? 'heavy' : null), {
      count,
      pageSize: 100,
      passesOver: true,
    });
    expect(list).toMatchObject({ items: numbers(count).filter((item) => item !== bad), lost: 1, passed: [bad] });
    expect(list.asked.length).toBeLessThan(30);
  });

  it('ends behind five in a row that are too heavy even alone', async () => {
    const list = await read((page) => (page.some((item) => item > 8) ? 'heavy' : null), {
      count: 100,
      passesOver: true,
    });
    expect(list).toMatchObject({ items: numbers(8), lost: 5, passed: [9, 10, 11, 12, 13] });
  });

  it.each([
    ['where nothing does without an item', {}],
    ['where the list is too heavy without it, too', { passesOver: false }],
  ])('that is too heavy one by one is an error %s', async (_, options) => {
    const list = read((page) => (page.includes(6) ? 'heavy' : null), options);
    await expect(list).rejects.toThrow('Too heavy.');
  });
});

it.each<[string, boolean]>([
  ['timedout', true],
  ['Timeout on validation of query', true],
  ['The query timed out', true],
  ['timed-out', true],
  ['ReadTimeout', true],
  ['Something went wrong while executing your query.', true],
  ["We couldn't respond to your request in time. Sorry about that.", true],
  ['An unexpected error occurred', true],
  ['API rate limit exceeded for installation ID 1.', false],
])(
  'an error of GraphQL without a type is too heavy, whatever its words, unless they are of a limit: %s',
  (message, expected) => {
    expect(isTooHeavy(new GraphqlRefusal({ type: null, message, path: [] }))).toBe(expected);
  },
);

it.each([
  ['TIMEOUT', true],
  ['TIMED_OUT', true],
  ['FORBIDDEN', false],
])('an error of GraphQL is too heavy by its type: %s', (type, expected) => {
  expect(isTooHeavy(new GraphqlRefusal({ type, message: 'It did not go.', path: [] }))).toBe(expected);
});
