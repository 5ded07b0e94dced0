// What a script is written with: responses beside answers, options of a call, hooks, any request, waiting for a scan, short loops.
import { type ClientOptions, isServiceError, type ServiceClient, type ServiceError } from '../../src/client/index.ts';
import { afterEach, describe, expect, test } from '../jest.ts';
import { apiError, bug, repo, REPO, REQUEST, ruleRequest, scan, user } from './examples.ts';
import { KEY, type Loopback, type Recorded, recordingClient, rejection, type Reply, serve } from './loopback.ts';

let service: Loopback;
let recorded: Recorded;
afterEach(async () => {
  await service.close();
});

/** A client of a server that gives these replies one after the other, the last one for ever. */
async function start(
  replies: readonly Reply[],
  options: Omit<Partial<ClientOptions>, 'baseUrl'> = {},
): Promise<ServiceClient> {
  service = await serve((_, count) => replies[Math.min(count, replies.length) - 1]);
  recorded = recordingClient({ baseUrl: service.baseUrl, ...options });
  return recorded.client;
}

const sent = (): readonly string[] => service.seen.map(({ method, url }) => `${method} ${url}`);
/** What comes of some work, and what nobody handled meanwhile. */
async function unhandledOf<T>(work: () => Promise<T>): Promise<[T, unknown[]]> {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): number => unhandled.push(reason);
  process.on('unhandledRejection', note);
  try {
    const result = await work();
    await new Promise((resolve) => setImmediate(resolve));
    return [result, unhandled];
  } finally {
    process.off('unhandledRejection', note);
  }
}

const down = { status: 503, json: apiError(503) };

describe('a response', () => {
  test.each<[headers: Record<string, string>, requestId: string | undefined]>([
    [{ 'x-request-id': 'a', 'request-id': 'b', traceparent: 'c' }, 'a'],
    [{ 'request-id': 'b', traceparent: 'c' }, 'b'],
    [{ traceparent: 'c' }, 'c'],
    [{}, undefined],
    [{ 'x-request-id': `see ${KEY}` }, 'see ***'],
    [{ 'x-request-id': 'x'.repeat(999) }, `${'x'.repeat(199)}…`],
  ])('with %j is known by the request ID %s, also on an error', async (headers, requestId) => {
    const client = await start([down, { json: user, headers: { ...headers, 'x-other': KEY } }]);
    const { data, response } = await client.user.get().withResponse();
    expect([data, response]).toMatchObject([user, { status: 200, tries: 2 }]);
    expect([response.requestId, response.headers.get('X-Other'), response.headers.get('x-none')]).toEqual([
      ...[requestId, '***', null],
    ]);
    await service.close();
    const other = await start([{ status: 400, json: apiError(400), headers }]);
    const error = (await rejection(other.user.get())) as ServiceError;
    expect([error.status, error.requestId, error.headers?.get('content-type')]).toEqual([
      ...[400, requestId, 'application/json'],
    ]);
  });

  test.each<[string, Reply]>([
    ['one that breaks the schema', { json: 5, headers: { 'x-request-id': 'r' } }],
    ['a redirect', { status: 302, headers: { 'x-request-id': 'r' } }],
    ['an outage', { ...down, headers: { 'x-request-id': 'r' } }],
  ])('of an error has its request ID: %s', async (_, reply) => {
    const client = await start([reply]);
    expect(await rejection(client.user.get())).toMatchObject({ requestId: 'r', status: reply.status ?? 200 });
  });

  test('is none where none came', async () => {
    const client = await start([], { fetch: () => Promise.reject(new Error('dead')) });
    expect(await rejection(client.user.get())).toMatchObject({ requestId: undefined, headers: undefined });
  });

  test('of several lists in one page is the last, and a failure is told once', async () => {
    const client = await start([{ json: { bugs: [bug], total: 1 } }]);
    const call = client.bugs.list({ repoId: REPO, status: ['pending', 'resolved'] });
    expect(await call.withResponse()).toMatchObject({ data: { total: 2 }, response: { status: 200 } });
    await service.close();
    const [error, unhandled] = await unhandledOf(() => rejection(client.user.get().withResponse()));
    expect([error, unhandled]).toMatchObject([{ kind: 'network' }, []]);
  });
});

describe('a call has options of its own', () => {
  test('for its tries and its time, and the next call has those of the client', async () => {
    const limits: number[] = [];
    const after = (ms: number) => {
      limits.push(ms);
      return () => undefined;
    };
    const client = await start([down], { after });
    await rejection(client.user.get({ maxTries: 2, timeoutMs: 77 }));
    expect([sent(), limits]).toEqual([Array<string>(2).fill('GET /public/v1/user'), [77, 77]]);
    await rejection(client.bugs.collect({ repoId: REPO, status: 'pending' }, { maxTries: 1, timeoutMs: 88 }));
    await rejection(client.user.get());
    expect(limits.slice(2)).toEqual([88, ...Array<number>(4).fill(30_000)]);
  });

  test('for its headers, which replace those of the client but never the key', async () => {
    const client = await start([{ json: user }]);
    await client.user.get({ headers: { 'User-Agent': 'mine', traceparent: '00-1' } });
    const { authorization, traceparent, 'user-agent': agent } = service.seen[0]?.headers ?? {};
    expect([authorization, traceparent, agent]).toEqual([`Bearer ${KEY}`, '00-1', 'mine']);
    for (const headers of [{ AUTHORIZATION: 'x' }, { 'a b': 'x' }, { a: 'x\ny' }, { a: 1 }, []]) {
      expect(await rejection(client.user.get({ headers: headers as never }))).toMatchObject({
        name: 'ServiceClientError',
      });
    }
    expect(sent()).toHaveLength(1);
  });
});

describe('hooks', () => {
  test('hear of each try and each response, and never of the key', async () => {
    const heard: unknown[] = [];
    const client = await start([down, { json: bug, headers: { 'x-request-id': KEY } }], {
      onRequest: (event) => heard.push(['request', event]),
      onResponse: ({ headers, ...event }) => heard.push(['response', headers.get('x-request-id'), event]),
    });
    await client.bugs.get(`bug_${KEY}`, { headers: { cookie: KEY } });
    const url = `${service.baseUrl}/public/v1/bugs/bug_***`;
    const facts = { endpoint: 'GET /public/v1/bugs/{bug_id}', method: 'GET', url };
    const headers = { accept: 'application/json', 'user-agent': 'scan-gate-client', cookie: '***' };
    expect(heard).toEqual([
      ['request', { ...facts, headers, tries: 1 }],
      ['response', null, { ...facts, status: 503, requestId: undefined, tries: 1 }],
      ['request', { ...facts, headers, tries: 2 }],
      ['response', '***', { ...facts, status: 200, requestId: '***', tries: 2 }],
    ]);
  });

  const own = new Error('of the caller');
  const throwing = (): never => {
    throw own;
  };
  const failing = [throwing, () => Promise.reject(own)];
  test.each(['onRequest', 'onResponse', 'onRetry'])(
    'that throw or reject fail the call with that: %s',
    async (name) => {
      for (const hook of failing) {
        const client = await start([down], { [name]: hook });
        expect(await unhandledOf(async () => [await rejection(client.user.get()), sent().length])).toEqual([
          [own, name === 'onRequest' ? 0 : 1],
          [],
        ]);
        await service.close();
      }
    },
  );

  test('of a wait fail it with what they throw or reject with', async () => {
    const client = await start([{ json: { ...ruleRequest, scans: [], total: 0 } }]);
    for (const hook of failing) {
      const calls = [
        client.scans.wait({ repoId: REPO, sha: 'a' }, { onPoll: hook }),
        client.rules.requests.wait(REQUEST, { onPoll: hook }),
        client.rules.requests.wait(REQUEST, { onRequest: hook }),
      ];
      expect(await unhandledOf(() => Promise.all(calls.map(rejection)))).toEqual([[own, own, own], []]);
    }
  });

  test('that take long do not hold up an abort', async () => {
    const end = new AbortController();
    const client = await start([{ json: user }], { onRequest: () => new Promise(() => undefined) });
    const call = client.user.get({ signal: end.signal });
    end.abort(own);
    expect(await rejection(call)).toBe(own);
    expect(sent()).toEqual([]);
  });
});

describe('any request', () => {
  test.each<[method: 'GET' | 'POST' | 'DELETE', reply: Reply, answer: unknown, tries: number]>([
    ['GET', { json: { later: true, text: KEY } }, { later: true, text: '***' }, 1],
    ['DELETE', { status: 204 }, null, 1],
    ['GET', down, undefined, 4],
    ['POST', down, undefined, 1],
    ['GET', { text: '<html>' }, undefined, 1],
  ])('by %s, answered with %j, gives %j after %i tries', async (method, reply, answer, tries) => {
    const client = await start([reply]);
    const query = { limit: 5, deep: true, none: undefined };
    const body = method === 'POST' ? { a: [1] } : undefined;
    const call = client.request({ method, path: '/public/v2/bugs/bug_%20', query, body });
    const outcome = await call.catch((error: unknown) => error);
    expect(sent()).toEqual(Array<string>(tries).fill(`${method} /public/v2/bugs/bug_%20?limit=5&deep=true`));
    expect(service.seen[0]?.body).toBe(body === undefined ? '' : '{"a":[1]}');
    expect(isServiceError(outcome) ? [outcome.endpoint, outcome.tries] : outcome).toEqual(
      answer === undefined ? [`${method} /public/v2/bugs/bug_%20`, tries] : answer,
    );
  });

  test.each(['', 'public/v1/user', '/a/../b', '/a/%2E%2e/b', '/a?b', '/a#b', '/a\\b', '/ä', '/{id}'])(
    'has a path that leads nowhere else: %j is refused',
    async (path) => {
      const client = await start([{ json: user }]);
      expect(await rejection(client.request({ method: 'GET', path }))).toMatchObject({ name: 'ServiceClientError' });
      expect(sent()).toEqual([]);
    },
  );
});

describe('the scan of a commit', () => {
  const sha = 'a'.repeat(40);
  const page = (...scans: readonly object[]): Reply => ({ json: { scans, total: scans.length } });
  const of = (workflowStatus: string | null, more: object = {}): object => ({
    ...scan,
    commitSha: sha,
    workflowStatus,
    ...more,
  });
  const other = of('complete', { commitSha: 'b', workflowRequestId: 'wr_other' });

  test('is waited for until it is complete, whatever case its SHA has', async () => {
    const found = of('complete', { workflowRequestId: 'wr_found' });
    const client = await start([page(other), page(of('in_progress'), other), page(found, other)]);
    const seen: unknown[] = [];
    const onPoll = (scanned: object | null, polls: number): void => {
      seen.push([scanned === null, polls]);
    };
    const result = await client.scans.wait({ repoId: REPO, sha: sha.toUpperCase() }, { onPoll });
    expect([result.workflowRequestId, recorded.waits, seen]).toEqual([
      'wr_found',
      [10_000, 12_000],
      [
        [true, 1],
        [false, 2],
        [false, 3],
      ],
    ]);
  });

  test.each<[string, object, string | undefined]>([
    ['complete without a word for it', of(null, { completedAt: 1 }), undefined],
    ['running without a word for it', of(null, { completedAt: null }), 'ScanUnfinishedError'],
    ['of a later word', of('queued'), 'ScanUnfinishedError'],
    ['failed', of('failed'), 'ScanFailedError'],
    ['given up', of('dlq'), 'ScanFailedError'],
    ['of another type', of('complete', { scanType: 'recentChanges' }), 'ScanUnfinishedError'],
  ])('that is %s: %#', async (_, newest, name) => {
    const client = await start([page(newest)]);
    const waiting = client.scans.wait({ repoId: REPO, sha, scanType: 'default' }, { maxPolls: 3 });
    const outcome: unknown = await waiting.catch((error: unknown) => error);
    expect((outcome as Error).name).toBe(name);
    if (name === 'ScanUnfinishedError') expect([outcome, sent().length]).toMatchObject([{ polls: 3 }, 3]);
  });

  test('is collected with the others, or what is selected of them', async () => {
    const client = await start([page(of('failed'), other)]);
    expect(await client.scans.collect({ repoId: REPO })).toHaveLength(2);
    const select = ({ commitSha }: { commitSha: string | null }): string | null => commitSha;
    expect(await client.scans.collect({ repoId: REPO, maxScans: 1, select })).toEqual([sha]);
  });
});

test('repositories are iterated page by page, as far as the loop goes', async () => {
  service = await serve(({ url }) => {
    const offset = Number(new URL(url, 'http://x').searchParams.get('offset'));
    const repos = Array.from({ length: 130 }, (_, index) => ({ ...repo, id: `repo_${index}` }));
    return { json: { repos: repos.slice(offset, offset + 100), total: 130 } };
  });
  const { client } = recordingClient({ baseUrl: service.baseUrl });
  const ids: string[] = [];
  for await (const { id } of client.repos.iterate()) ids.push(id);
  expect([new Set(ids).size, sent().length]).toEqual([130, 2]);
  for await (const { id } of client.repos.iterate({ maxTries: 1 })) {
    expect(id).toBe('repo_0');
    break;
  }
  expect(sent()).toHaveLength(3);
});
