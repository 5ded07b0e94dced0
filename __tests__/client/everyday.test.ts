// The calls of every day: a repository by its name, bugs of several states, a rule with its progress and its files.
import {
  AmbiguousRepositoryError,
  type Bug,
  createClient,
  type FetchLike,
  isServiceError,
  RepositoryNotFoundError,
  type ReviewState,
  type ServiceClient,
  ServiceClientError,
} from '../../src/client/index.ts';
import { afterEach, describe, expect, test } from '../jest.ts';
import * as given from './examples.ts';
import { BUG, REPO, RULE } from './examples.ts';
import { type Loopback, recordingClient, rejection, type Reply, type Seen, serve } from './loopback.ts';

let service: Loopback;
afterEach(async () => {
  await service.close();
});

async function start(answer: (url: URL, seen: Seen) => Reply): Promise<ServiceClient> {
  service = await serve((seen) => answer(new URL(seen.url, 'http://host'), seen));
  return recordingClient({ baseUrl: service.baseUrl }).client;
}

const sent = (): readonly string[] => service.seen.map(({ url }) => url);

/** One page of a list, as the service cuts it. */
function toPage<T>(items: readonly T[], url: URL): readonly T[] {
  const offset = Number(url.searchParams.get('offset') ?? 0);
  return items.slice(offset, offset + Number(url.searchParams.get('limit') ?? 50));
}

describe('a repository by its name', () => {
  const repo = (ownerName: string, name: string, number: number) => ({
    ...given.repo,
    id: `repo_${number}`,
    ownerName,
    name,
    orgName: `Org ${number % 3}`,
    // Not what the name is read from.
    fullName: 'as/shown',
  });
  const many = Array.from({ length: 249 }, (_, number) => repo('acme', `r${number}`, number));

  const startWith = (repos: readonly object[]): Promise<ServiceClient> =>
    start((url) =>
      url.pathname.endsWith('/user')
        ? { json: { ...given.user, orgs: [{ id: 'org_9', name: 'Zeta' }] } }
        : { json: { repos: toPage(repos, url), total: repos.length } },
    );

  test.each(['acme/shop', 'ACME/Shop'])('is found on any page as %s', async (name) => {
    const client = await startWith([...many, repo('Acme', 'SHOP', 1_000)]);
    expect(await client.repos.find(name)).toMatchObject({ id: 'repo_1000', name: 'SHOP' });
    expect(sent()).toHaveLength(3);
  });

  test('folds ASCII alone', async () => {
    const client = await startWith([repo('acme', '\u212Ait', 1)]);
    expect(await rejection(client.repos.find('acme/kit'))).toBeInstanceOf(RepositoryNotFoundError);
  });

  test('that two organizations have is an error that names both', async () => {
    const client = await startWith([repo('acme', 'shop', 1_000), ...many, repo('ACME', 'shop', 1_001)]);
    const error = await rejection(client.repos.find('acme/shop'));
    expect(error).toBeInstanceOf(AmbiguousRepositoryError);
    expect(error).toMatchObject({
      fullName: 'acme/shop',
      matches: [{ id: 'repo_1000' }, { id: 'repo_1001' }],
    });
  });

  test('that the key does not see is an error that says what it sees', async () => {
    const client = await startWith(many);
    expect(await rejection(client.repos.find('acme/none'))).toMatchObject({
      name: 'RepositoryNotFoundError',
      repositories: 249,
      organizations: ['Org 0', 'Org 1', 'Org 2', 'Zeta'],
      // Two texts, then the frames.
      stack: expect.stringMatching(/^RepositoryNotFoundError: [^\n]+Zeta\.\n {2}\S[^\n]+\.\n {4}at /),
    });
  });

  test('is said to be missing also where the user cannot be read', async () => {
    const client = await start((url) =>
      url.pathname.endsWith('/user') ? { status: 403, json: given.apiError(403) } : { json: { repos: [], total: 0 } },
    );
    expect(await rejection(client.repos.find('acme/none'))).toMatchObject({
      ...{ repositories: 0, organizations: [] },
    });
  });
});

describe('bugs of several states', () => {
  const STATES: readonly ReviewState[] = ['pending', 'dismissed'];
  let lists: Record<string, string[]>;
  const names = (prefix: string, count: number): string[] =>
    Array.from({ length: count }, (_, number) => `bug_${prefix}${number}`);

  /** A service whose lists a review changes, as the real one's do. */
  async function startReviewing(pending: number, dismissed: number): Promise<ServiceClient> {
    lists = { pending: names('p', pending), dismissed: names('d', dismissed) };
    return await start((url, { method }) => {
      if (method === 'POST') {
        const id = url.pathname.split('/').at(-2) ?? '';
        lists = {
          ...lists,
          pending: (lists['pending'] ?? []).filter((each) => each !== id),
          dismissed: [id, ...(lists['dismissed'] ?? [])],
        };
        return { json: given.review };
      }
      const state = url.searchParams.get('status') ?? '';
      const list = lists[state] ?? [];
      const review = state === 'pending' ? null : { ...given.review, state };
      const bugs = toPage(list, url).map((id) => ({ ...given.leanBug, id, review }));
      return { json: { bugs, total: list.length } };
    });
  }

  async function iterate(client: ServiceClient, status: ReviewState | readonly ReviewState[]): Promise<string[]> {
    const ids: string[] = [];
    for await (const { id } of client.bugs.iterate({ repoId: REPO, status })) ids.push(id);
    return ids;
  }

  const all = (): string[] => [...(lists['pending'] ?? []), ...(lists['dismissed'] ?? [])];

  test('are iterated and collected, one list after the other', async () => {
    const client = await startReviewing(120, 3);
    expect(await iterate(client, STATES)).toEqual(all());
    expect(await iterate(client, 'dismissed')).toEqual(lists['dismissed']);
    const select = ({ id }: Bug): string => id;
    expect(await client.bugs.collect({ repoId: REPO, status: STATES, select })).toEqual(all());
    // The same state twice is one.
    expect(await iterate(client, ['dismissed', 'dismissed'])).toEqual(lists['dismissed']);
  });

  test.each([
    [{ limit: 4, offset: 0 }, ['p0', 'p1', 'p2', 'd0']],
    [{ limit: 2, offset: 0 }, ['p0', 'p1']],
    [{ limit: 2, offset: 2 }, ['p2', 'd0']],
    [{ limit: 5, offset: 4 }, ['d1']],
    [{ offset: 9 }, []],
    [{}, ['p0', 'p1', 'p2', 'd0', 'd1']],
  ])('are listed by pages across the lists: %o', async (page, ids) => {
    const client = await startReviewing(3, 2);
    const { bugs, total } = await client.bugs.list({ repoId: REPO, status: STATES, ...page });
    expect([bugs.map(({ id }) => id.replace('bug_', '')), total]).toEqual([ids, 5]);
  });

  test('may be reviewed in the loop: each comes once, and none is left out', async () => {
    const client = await startReviewing(210, 5);
    const before = all();
    const ids: string[] = [];
    for await (const { id, review } of client.bugs.iterate({ repoId: REPO, status: STATES })) {
      ids.push(id);
      if (review === null) await client.bugs.review(id, { state: 'dismissed', dismissalReason: 'other' });
    }
    expect([...ids].sort()).toEqual([...before].sort());
    expect(lists['pending']).toEqual([]);
  });

  test('that come in the loop push none beyond the end', async () => {
    const client = await startReviewing(200, 0);
    const before = all();
    const ids: string[] = [];
    for await (const { id } of client.bugs.iterate({ repoId: REPO, status: 'pending' })) {
      if (ids.length === 0) lists = { pending: ['bug_new', ...before] };
      ids.push(id);
    }
    expect(ids.toSorted()).toEqual([...before, 'bug_new'].toSorted());
  });

  test('a page that falls short is never a smaller list', async () => {
    const client = await start(() => ({ json: { bugs: [given.leanBug], total: 2 } }));
    expect(await rejection(iterate(client, 'pending'))).toMatchObject({ kind: 'decode' });
  });

  test('no state at all is a mistake, not an empty list', async () => {
    const client = await startReviewing(1, 1);
    const query = { repoId: REPO, status: [] };
    expect(await rejection(client.bugs.list(query))).toBeInstanceOf(ServiceClientError);
    expect(await rejection(client.bugs.collect(query))).toBeInstanceOf(ServiceClientError);
    expect(await rejection(iterate(client, []))).toBeInstanceOf(ServiceClientError);
    expect(sent()).toEqual([]);
  });
});

describe('a rule', () => {
  test('that cannot be created is the error of the waiting, which the signal of the creation ends', async () => {
    const client = await start(({ pathname }) =>
      pathname.endsWith('/rules')
        ? { status: 400, json: given.apiError(400) }
        : { json: { ...given.ruleRequest, status: 'pending' } },
    );
    expect(await rejection(client.rules.create({ repoId: REPO }).wait())).toMatchObject({ status: 400 });
    const reason = new Error('enough');
    const { signal } = { signal: AbortSignal.abort(reason) };
    expect(await rejection(client.rules.create({ repoId: REPO }, { signal }).wait())).toBe(reason);
  });

  test('has files below its own folder, and says which were refused', async () => {
    const ruleFiles = {
      'a/b.txt': '1',
      './c.txt': '2',
      '../d.txt': '3',
      '/e.txt': '4',
      'x\\y': '5',
      '.GIT/config': '6',
      'nul.txt': '7',
    };
    const client = await start(() => ({ json: { ...given.rule, ruleFiles } }));
    const { files, refused } = await client.rules.files(RULE, { system: 'windows' });
    expect(files.map(({ path, text }) => [path, text])).toEqual([
      [`${RULE}/a/b.txt`, '1'],
      [`${RULE}/c.txt`, '2'],
    ]);
    expect(refused.map(({ key }) => key).sort()).toEqual(['../d.txt', '.GIT/config', '/e.txt', 'nul.txt', 'x\\y']);
    const linux = await client.rules.files(RULE, { system: 'linux' });
    expect(linux.files.map(({ path }) => path)).toContain(`${RULE}/nul.txt`);
  });
});

test('keys may be of another brand, and are secret too', async () => {
  const apiKey = 'acme_live_a1b2c3d4e5';
  service = await serve(() => ({ json: { ...given.leanBug, title: `see ${apiKey} here` } }));
  const client = createClient({ baseUrl: service.baseUrl, apiKey });
  expect((await client.bugs.get(BUG)).title).toBe('see *** here');
  expect(service.seen[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
});

describe('a fetch whose body has only a reader', () => {
  const answer =
    (chunks: readonly string[], cancel: () => void): FetchLike =>
    () => {
      const rest = chunks.map((chunk) => new TextEncoder().encode(chunk));
      const read = (): Promise<{ done: boolean; value?: Uint8Array | undefined }> => {
        const value = rest.shift();
        return Promise.resolve({ done: value === undefined, value });
      };
      const reader = {
        read,
        cancel: () => {
          cancel();
          return Promise.resolve();
        },
      };
      return Promise.resolve({ status: 200, headers: { get: () => null }, body: { getReader: () => reader } });
    };

  test.each([
    ['is read whole', ['{"email":"a@', 'b.example","orgs":[]}'], 0],
    ['is cut off where it is too large', ['{"email":"', 'x'.repeat(200), '"}'], 1],
  ])('%s', async (_, chunks, cancelled) => {
    service = await serve(() => ({}));
    let count = 0;
    const fetch = answer(chunks, () => (count += 1));
    const client = createClient({ baseUrl: service.baseUrl, apiKey: 'k', fetch, maxBodyBytes: 100 });
    const error = await client.user.get().catch((thrown: unknown) => thrown);
    expect([isServiceError(error), count]).toEqual([cancelled > 0, cancelled]);
  });
});
