// Tests of the reading of lists page by page, also while they change.
import type { ServiceClient } from '../../src/client/index.ts';
import { collectPages, iteratePages, type Page } from '../../src/client/pages.ts';
import { MAX_IN_FLIGHT } from '../../src/net/transport.ts';
import { fc, RANDOM_RUNS } from '../harness/random.ts';
import { afterEach, describe, expect, test } from '../jest.ts';
import * as given from './examples.ts';
import { REPO } from './examples.ts';
import { type Loopback, recordingClient, rejection, type Seen, serve } from './loopback.ts';

let service: Loopback;
let client: ServiceClient;
afterEach(async () => {
  await service.close();
});

const query = { repoId: REPO, status: 'pending' } as const;
const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `bug_${index}`);

function range(seen: Pick<Seen, 'url'>): { limit: number; offset: number } {
  const { searchParams } = new URL(seen.url, 'http://x');
  return { limit: Number(searchParams.get('limit')), offset: Number(searchParams.get('offset')) };
}

function pageOf(list: readonly string[], seen: Seen): { bugs: object[]; total: number } {
  const { limit, offset } = range(seen);
  const bugs = list.slice(offset, offset + limit).map((id) => ({ ...given.leanBug, id }));
  return { bugs, total: list.length };
}

async function toList<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function start(...script: Parameters<typeof serve>): Promise<void> {
  service = await serve(...script);
  ({ client } = recordingClient({ baseUrl: service.baseUrl }));
}

describe('a whole list', () => {
  test.each([0, 1, 100, 101, 200, 250])('of %i items comes whole and in order', async (count) => {
    await start((seen) => ({ json: pageOf(ids(count), seen) }));
    const bugs = await client.bugs.collect(query);
    expect(bugs.map(({ id }) => id)).toEqual(ids(count));
    const pages = Array.from({ length: Math.max(1, Math.ceil(count / 100)) }, (_, page) => page);
    expect(service.seen.map(range)).toEqual(pages.map((page) => ({ limit: 100, offset: 100 * page })));
  });

  test.each([
    ['in its only page', [0, 0], 1],
    ['in the last of two pages', [...Array(101).keys(), 100], 101],
  ])('may send an item twice %s: it counts once', async (_, numbers, total) => {
    const sent = numbers.map((number) => `bug_${number}`);
    await start((seen) => ({ json: { ...pageOf(sent, seen), total } }));
    const found = await client.bugs.collect(query);
    expect(found.map(({ id }) => id)).toEqual([...new Set(sent)]);
    expect(service.seen).toHaveLength(total > 100 ? 2 : 1);
  });

  test('is read with at most six requests in flight, and with six', async () => {
    let inFlight = 0;
    let most = 0;
    await start(async (seen) => {
      most = Math.max(most, ++inFlight);
      // A busy machine may take its time to send as many as it may.
      for (let turns = 0; turns < 10 || (turns < 100 && most < MAX_IN_FLIGHT); turns++) {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      inFlight--;
      return { json: pageOf(ids(2_000), seen) };
    });
    expect(await client.bugs.collect(query)).toHaveLength(2_000);
    expect(most).toBe(6);
  });

  test('of repositories that is short is an error that names their endpoint', async () => {
    await start(() => ({ json: { repos: [given.repo], total: 2 } }));
    const error = await rejection(client.repos.collect());
    expect(error).toMatchObject({ kind: 'decode', endpoint: 'GET /public/v1/repos', tries: 3 });
  });
});

describe('a list that changes while it is read', () => {
  test('is read again when its order moved an item to a page that had been read', async () => {
    let list = ids(150);
    await start((seen, count) => {
      const json = pageOf(list, seen);
      if (count === 1) list = [...list].reverse();
      return { json };
    });
    const found = (await client.bugs.collect(query)).map(({ id }) => id);
    expect(found).toEqual([...ids(150)].reverse());
  });

  test.each<[string, (seen: Seen) => { bugs: object[]; total: number }]>([
    ['total grows with every page', (seen) => ({ ...pageOf(ids(250), seen), total: 250 + range(seen).offset })],
    ['the only page is short', () => ({ bugs: [given.leanBug], total: 2 })],
    [
      'an item comes in two states',
      () => ({ bugs: [given.leanBug, { ...given.leanBug, review: { state: 'dismissed', createdAt: 1 } }], total: 1 }),
    ],
  ])('is an error after three readings: %s', async (_, page) => {
    await start((seen) => ({ json: page(seen) }));
    expect(await rejection(client.bugs.collect(query))).toMatchObject({
      kind: 'decode',
      endpoint: 'GET /public/v1/bugs',
      tries: 3,
      message: expect.stringContaining('the list kept changing while it was read'),
    });
    expect(service.seen.filter((seen) => range(seen).offset === 0)).toHaveLength(3);
  });

  test('is not read to its end once it has changed', async () => {
    await start((seen, count) => ({ json: { ...pageOf(ids(10_000), seen), total: 10_000 + count } }));
    await rejection(client.bugs.collect(query));
    expect(service.seen.length).toBeLessThanOrEqual(3 * (1 + 2 * MAX_IN_FLIGHT));
  });
});

// What a service says there is may be wrong by any number; it costs no more than what it sends.
describe('a list that is not what its total says', () => {
  const HUGE = 10_000_000;
  const first = ids(100).map((id) => ({ ...given.leanBug, id }));

  test.each<[string, number, (seen: Seen) => object[]]>([
    ['sends only empty pages', 1, () => []],
    ['sends one item', 1, () => first.slice(0, 1)],
    ['sends empty pages after the first', 1 + MAX_IN_FLIGHT, (seen) => (range(seen).offset === 0 ? first : [])],
    ['sends the first page again and again', 1 + MAX_IN_FLIGHT, () => first],
  ])('is read three times, and no further than it reaches: it %s', async (_, most, bugsOf) => {
    await start((seen) => ({ json: { bugs: bugsOf(seen), total: HUGE } }));
    const error = { kind: 'decode', tries: 3, detail: expect.stringMatching(/kept changing.* of 10000000\)$/) };
    expect(await rejection(client.bugs.collect(query))).toMatchObject(error);
    expect(service.seen.length).toBeLessThanOrEqual(3 * most);
    expect(await rejection(toList(client.bugs.iterate(query)))).toMatchObject(error);
    expect(service.seen.length).toBeLessThanOrEqual(2 * 3 * most + 2);
  });

  test('of scans is read as far as the caller asked', async () => {
    const scans = ids(100).map((id) => ({ ...given.scan, workflowRequestId: `wr_${id}` }));
    await start(() => ({ json: { scans, total: HUGE } }));
    expect(await toList(client.scans.iterate({ repoId: REPO, maxScans: 500 }))).toHaveLength(100);
    expect(service.seen).toHaveLength(5);
  });

  test('but whose pages are larger than they were asked for, is whole', async () => {
    await start(() => ({ json: { bugs: ids(250).map((id) => ({ ...given.leanBug, id })), total: 250 } }));
    expect(await client.bugs.collect(query)).toHaveLength(250);
  });

  test('in one reading is whole in the next', async () => {
    await start((seen, count) => {
      const page = pageOf(ids(250), seen);
      return { json: count === 2 ? { ...page, bugs: page.bugs.slice(1) } : page };
    });
    expect(await client.bugs.collect(query)).toHaveLength(250);
  });
});

describe('an iteration', () => {
  test('leaves out no bug whose place changed, though the total did not', async () => {
    let list = ids(250);
    await start((seen) => ({ json: pageOf(list, seen) }));
    const found: string[] = [];
    for await (const { id } of client.bugs.iterate(query)) {
      if (found.length === 0) list = [...list].reverse();
      found.push(id);
    }
    expect(found.toSorted()).toEqual(ids(250).toSorted());
  });
});

describe('a page that fails', () => {
  test('fails the list with its own error, and ends the pages in flight', async () => {
    let ended = 0;
    await start((seen, _, response) => {
      if (range(seen).offset === 0) return { json: pageOf(ids(1_000), seen) };
      if (range(seen).offset === 100) return { status: 404, json: given.apiError(404) };
      response.on('close', () => ended++);
      return undefined;
    });
    expect(await rejection(client.bugs.collect(query))).toMatchObject({ kind: 'api', status: 404 });
    while (ended < service.seen.length - 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(ended).toBe(service.seen.length - 2);
  });

  test('ends at once, with the reason of the signal', async () => {
    const end = new AbortController();
    await start((seen) => {
      if (range(seen).offset === 0) return { json: pageOf(ids(1_000), seen) };
      end.abort(new Error('enough'));
      return undefined;
    });
    await expect(client.bugs.collect(query, { signal: end.signal })).rejects.toThrow('enough');
  });
});

describe('a call that waits for its turn', () => {
  test('has its whole time once it is its turn, and is sent although others failed', async () => {
    service = await serve((_, count) => (count > MAX_IN_FLIGHT ? { json: { bugs: [], total: 0 } } : undefined));
    ({ client } = recordingClient({ baseUrl: service.baseUrl, timeoutMs: 300, maxTries: 1 }));
    const busy = Array.from({ length: MAX_IN_FLIGHT }, () =>
      expect(client.bugs.list(query)).rejects.toMatchObject({ kind: 'timeout' }),
    );
    expect(await client.bugs.list(query)).toEqual({ bugs: [], total: 0 });
    await Promise.all(busy);
  });
});

describe('scans', () => {
  const scans = (count: number): object[] =>
    Array.from({ length: count }, (_, index) => ({ ...given.scan, workflowRequestId: `wr_${index}` }));
  const slice = (list: readonly object[], seen: Seen): object => {
    const { limit, offset } = range(seen);
    return { scans: list.slice(offset, offset + limit), total: list.length };
  };
  const take = async (maxScans?: number, most = Infinity): Promise<string[]> => {
    const found: string[] = [];
    for await (const scan of client.scans.iterate({ repoId: REPO, maxScans })) {
      found.push(scan.workflowRequestId ?? 'none');
      if (found.length >= most) break;
    }
    return found;
  };

  test('come newest first, page by page, to the end', async () => {
    await start((seen) => ({ json: slice(scans(250), seen) }));
    expect(await take()).toEqual(scans(250).map((_, index) => `wr_${index}`));
    expect(service.seen.map((seen) => range(seen).offset)).toEqual([0, 100, 200]);
  });

  test('are not read further than the consumer looks', async () => {
    await start((seen) => ({ json: slice(scans(250), seen) }));
    expect(await take(undefined, 100)).toHaveLength(100);
    expect(service.seen).toHaveLength(1);
  });

  test.each([
    [undefined, 2_000, 20],
    [150, 150, 2],
    [0, 0, 0],
  ])('are at most maxScans: %p', async (maxScans, count, requests) => {
    await start((seen) => ({ json: slice(scans(3_000), seen) }));
    expect(await take(maxScans)).toHaveLength(count);
    expect(service.seen).toHaveLength(requests);
  });

  test('that have no id yet are told apart', async () => {
    const waiting = [1, 2].map((createdAt) => ({ ...given.scan, workflowRequestId: null, createdAt }));
    await start((seen) => ({ json: slice(waiting, seen) }));
    expect(await take()).toEqual(['none', 'none']);
  });

  test('end in an error at an empty page before the end', async () => {
    await start(() => ({ json: { scans: [], total: 5 } }));
    expect(await rejection(take())).toMatchObject({ kind: 'decode', detail: 'a page of 0 items at offset 0 of 5' });
  });

  // The newest scan is the one that is judged: without it an older one would be, and might be green.
  test.each([
    ['first', (page: readonly object[]) => page.slice(1)],
    ['last', (page: readonly object[]) => page.slice(0, -1)],
  ])('end in an error at a page without its %s scan, though the total counts it', async (_, lose) => {
    await start((seen) => {
      const { offset, limit } = range(seen);
      const page = scans(150).slice(offset, offset + limit);
      return { json: { scans: lose(page), total: 150 } };
    });
    expect(await rejection(take())).toMatchObject({ kind: 'decode', detail: 'a page of 99 items at offset 0 of 150' });
  });
});

// A list in memory that is changed between page reads as the dice say; pages may be answered in any order.
interface Change {
  readonly before: number;
  readonly remove: readonly number[];
  readonly insert: readonly number[];
}

class ChangingList {
  readonly everPresent = new Set<string>();
  private alwaysPresent: Set<string> | undefined;
  private atStart = new Set<string>();
  private readonly newSinceStart = new Set<string>();
  private readonly list: string[];
  private readonly removed: string[] = [];
  private reads = 0;
  private readonly changes: readonly Change[];

  constructor(count: number, changes: readonly Change[]) {
    this.list = ids(count);
    this.changes = changes;
  }

  /** What was in the list at each read since the last first page. */
  get steady(): ReadonlySet<string> {
    return this.alwaysPresent ?? new Set();
  }

  /** How many came since the last first page. */
  get came(): number {
    return this.newSinceStart.size;
  }

  read(offset: number): Page<string> {
    this.reads++;
    for (const change of this.changes) if (change.before === this.reads) this.apply(change);
    const now = new Set(this.list);
    if (offset === 0) {
      this.alwaysPresent = now;
      this.atStart = now;
      this.newSinceStart.clear();
    } else {
      this.alwaysPresent = new Set([...now].filter((id) => this.alwaysPresent?.has(id)));
      for (const id of now) if (!this.atStart.has(id)) this.newSinceStart.add(id);
    }
    for (const id of now) this.everPresent.add(id);
    return { items: this.list.slice(offset, offset + 100), total: this.list.length };
  }

  private apply({ remove, insert }: Change): void {
    for (const at of remove) this.removed.push(...this.list.splice(at % (this.list.length + 1), 1));
    for (const at of insert) {
      const id = `bug_new_${this.reads}_${at}_${this.removed.length}_${this.list.length}`;
      this.list.splice(at % (this.list.length + 1), 0, id);
    }
  }
}

describe('paging keeps its word under any changes', () => {
  const positions = fc.array(fc.nat(700), { maxLength: 3 });
  const change = fc.record({ before: fc.integer({ min: 1, max: 12 }), remove: positions, insert: positions });
  // As many gone as come: the total does not tell.
  const balanced = fc
    .record({
      before: fc.integer({ min: 1, max: 12 }),
      pairs: fc.array(fc.tuple(fc.nat(700), fc.nat(700)), { minLength: 1, maxLength: 3 }),
    })
    .map(({ before, pairs }) => ({
      before,
      remove: pairs.map(([remove]) => remove),
      insert: pairs.map(([, insert]) => insert),
    }));
  const changes = fc.array(fc.oneof(change, balanced), { maxLength: 4 });

  test('no item is doubled or made up, and without an error none that stayed is lost but for one that came', async () => {
    let whole = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(700),
        changes,
        fc.array(fc.nat(4), { minLength: 1, maxLength: 20 }),
        async (count, all, dice) => {
          const list = new ChangingList(count, all);
          let reads = 0;
          const pages = {
            endpoint: 'GET /x',
            keyOf: (id: string) => id,
            signal: undefined,
            fetchPage: async (offset: number) => {
              for (let ticks = dice[reads++ % dice.length] ?? 0; ticks > 0; ticks--) await Promise.resolve();
              return list.read(offset);
            },
          };
          let found: readonly string[];
          try {
            found = await collectPages(pages, (id) => id);
          } catch (error) {
            expect(error).toMatchObject({ kind: 'decode', tries: 3 });
            return;
          }
          whole++;
          expect(new Set(found).size).toBe(found.length);
          const lost = [...list.steady].filter((id) => !found.includes(id));
          expect(lost.length).toBeLessThanOrEqual(list.came);
          expect(found.filter((id) => !list.everPresent.has(id))).toEqual([]);
        },
      ),
    );
    // Else the property would hold for a reader that always gives up.
    expect(whole).toBeGreaterThan(RANDOM_RUNS / 3);
  });

  test('an iteration over a list that grows at its beginning gives each item that was there once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(500), fc.array(fc.nat(150), { maxLength: 6 }), async (count, grown) => {
        let list = ids(count);
        let reads = 0;
        const pages = {
          endpoint: 'GET /x',
          keyOf: (id: string) => id,
          signal: undefined,
          fetchPage: (offset: number) => {
            const page = { items: list.slice(offset, offset + 100), total: list.length };
            const more = Array.from({ length: grown[reads] ?? 0 }, (_, index) => `bug_new_${reads}_${index}`);
            list = [...more, ...list];
            reads++;
            return Promise.resolve(page);
          },
        };
        const found: string[] = [];
        for await (const id of iteratePages(pages, 10_000)) found.push(id);
        expect(new Set(found).size).toBe(found.length);
        expect(found.filter((id) => !id.startsWith('bug_new'))).toEqual(ids(count));
      }),
    );
  });
});
