// Tests of the pages of the list of scans: which a second look asks for again, and which it takes from the first.
import type { Scan } from '../../src/client/index.ts';
import { createListPages, type KnownList } from '../../src/service/list-pages.ts';
import { describe, expect, it } from '../jest.ts';

const pageSize = 100;

/** Scans by their numbers, newest first. */
const scans = (numbers: readonly number[]): readonly Scan[] =>
  numbers.map((number) => ({ workflowRequestId: `wr_${number}`, createdAt: number }) as unknown as Scan);
const downFrom = (newest: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => newest - index);

interface Look {
  /** The list as the service has it when a page is asked for. */
  readonly list: readonly number[] | ((offset: number) => readonly number[]);
  readonly known?: KnownList | null;
  readonly mayChange?: (number: number) => boolean;
  /** How many scans are enough. */
  readonly enough?: number;
}

async function look({ list, known = null, mayChange = () => false, enough = Infinity }: Look) {
  const asked: number[] = [];
  const pages = createListPages({
    known,
    mayChange: (scan) => mayChange(Number(scan.createdAt)),
    fetchPage: async (offset) => {
      asked.push(offset);
      const now = typeof list === 'function' ? list(offset) : list;
      return await Promise.resolve({ items: scans(now.slice(offset, offset + pageSize)), total: now.length });
    },
  });
  const seen = new Map<number, Scan>();
  for (let offset = 0, total = Infinity; offset < total && seen.size < enough; offset += pageSize) {
    const page = await pages.fetchPage(offset, undefined);
    total = page.total;
    for (const scan of page.items) seen.set(Number(scan.createdAt), scan);
  }
  return { asked, seen: [...seen.keys()], drifted: pages.hasDrifted(), known: pages.toKnown([...seen.values()]) };
}

const before = downFrom(250, 250);
const whole: KnownList = { scans: scans(before), total: 250 };

describe('a second look', () => {
  it.each<[string, readonly number[], readonly number[], Partial<Look>]>([
    ['of a list that has not changed', before, [0], {}],
    ['of a list that has grown', downFrom(252, 252), [0], {}],
    ['where a scan of the second page may change', before, [0, 100], { mayChange: (number) => number === 120 }],
    ['of a list that has grown by more than a page', downFrom(360, 360), [0, 100, 200, 300], {}],
    ['where one is gone and one is new', [251, ...before.filter((number) => number !== 60)], [0, 100, 200], {}],
    ['where the newest is gone', downFrom(249, 249), [0, 100, 200], {}],
    ['where the newest is gone and another came', [251, ...downFrom(249, 249)], [0, 100, 200], {}],
    ['where two of the first page have changed places', [250, 248, 249, ...downFrom(247, 247)], [0, 100, 200], {}],
    [
      'of which the first page alone is known',
      before,
      [0, 100, 200],
      { known: { ...whole, scans: scans(downFrom(250, 100)) } },
    ],
    ['of which nothing is known', before, [0, 100, 200], { known: { scans: [], total: 0 } }],
    ['without a first', before, [0, 100, 200], { known: null }],
  ])('%s', async (_, list, asked, more) => {
    const result = await look({ list, known: whole, ...more });
    expect(result).toEqual({ asked, seen: list, drifted: false, known: { scans: scans(list), total: list.length } });
  });

  it('that needs one page still knows the others afterwards', async () => {
    const list = downFrom(251, 251);
    const { asked, seen, known } = await look({ list, known: whole, enough: 100 });
    expect([asked, seen.length, known]).toEqual([[0], 100, { scans: scans(list), total: 251 }]);
  });
});

describe('a list that changes while it is read', () => {
  const mayChange = (number: number): boolean => number === 120;

  it.each<[string, (offset: number) => readonly number[], boolean]>([
    ['has drifted, where it grows', (offset) => (offset === 0 ? before : downFrom(251, 251)), true],
    [
      'has drifted, where one is gone and one is new',
      (offset) => (offset === 0 ? before : [251, ...before.filter((number) => number !== 60)]),
      true,
    ],
    ['has not, where it stays as it is', () => before, false],
  ])('%s', async (_, list, drifted) => {
    expect(await look({ list, known: whole, mayChange })).toMatchObject({ asked: [0, 100], drifted });
  });

  it.each<[string, (offset: number) => readonly number[]]>([
    ['grows', (offset) => (offset === 0 ? before : downFrom(251, 251))],
    ['loses its last', (offset) => (offset === 0 ? before : downFrom(250, 249))],
    ['shows a scan twice', (offset) => (offset === 0 ? before : [251, ...downFrom(250, 249)])],
  ])('is not known, and there was nothing to drift from, where it %s at the first look', async (_, list) => {
    expect(await look({ list })).toMatchObject({ asked: [0, 100, 200], drifted: false, known: null });
  });
});
