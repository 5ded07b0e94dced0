// Tests of the eleven endpoints: what is sent, and what comes back.
import type { CommitId, ServiceClient } from '../../src/client/index.ts';
import { afterEach, describe, expect, test } from '../jest.ts';
import * as given from './examples.ts';
import { BUG, REPO, REQUEST, SCAN } from './examples.ts';
import { KEY, type Loopback, recordingClient, serve } from './loopback.ts';

let service: Loopback;
afterEach(() => service.close());

type Row = readonly [
  name: string,
  call: (client: ServiceClient) => Promise<unknown>,
  sent: string,
  body: unknown,
  answer: unknown,
  result: unknown,
];

const bugs = { bugs: [given.bug], total: 1 };
const repos = { repos: [given.repo], total: 1 };
const scans = { scans: [given.scan], total: 1 };
const created = { ruleCreationRequestId: REQUEST };
const page = { limit: 2, offset: 3 };
const input = { description: 'eval', bugIds: [BUG], commitShas: ['abc' as CommitId] };
const pending = { repoId: REPO, status: 'pending' } as const;
const dismissal = { state: 'dismissed', dismissalReason: 'other', notes: 'n' } as const;

// What is sent with every option and body; the bare calls of all endpoints are in contract/answers.test.ts.
const rows: readonly Row[] = [
  [
    'rules.create',
    (client) => client.rules.create({ repoId: REPO, input }),
    'POST /public/v1/rules',
    { repo_id: REPO, input },
    created,
    REQUEST,
  ],
  [
    'rules.create',
    (client) => client.rules.create({ repoId: REPO }),
    'POST /public/v1/rules',
    { repo_id: REPO, input: {} },
    created,
    REQUEST,
  ],
  [
    'bugs.list',
    (client) => client.bugs.list({ ...pending, ...page, scanId: SCAN }),
    'GET /public/v1/bugs?repo_id=repo_1&status=pending&limit=2&offset=3&workflow_request_id=wr_1',
    '',
    bugs,
    bugs,
  ],
  [
    'bugs.review',
    (client) => client.bugs.review(BUG, dismissal),
    'POST /public/v1/bugs/bug_1/review',
    dismissal,
    given.review,
    given.review,
  ],
  [
    'bugs.review',
    (client) => client.bugs.review(BUG, { state: 'pending' }),
    'POST /public/v1/bugs/bug_1/review',
    { state: 'pending' },
    given.review,
    given.review,
  ],
  ['repos.list', (client) => client.repos.list(page), 'GET /public/v1/repos?limit=2&offset=3', '', repos, repos],
  [
    'scans.list',
    (client) => client.scans.list({ repoId: REPO, ...page }),
    'GET /public/v1/scans?repo_id=repo_1&limit=2&offset=3',
    '',
    scans,
    scans,
  ],
];

describe('a call with all that it takes is sent as documented, and its answer comes back typed', () => {
  test.each(rows)('%s: %3$s', async (_, call, sent, body, answer, result) => {
    service = await serve(() => ({ json: answer }));
    const { client } = recordingClient({ baseUrl: service.baseUrl });
    expect(await call(client)).toEqual(result);
    expect(service.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([sent]);
    expect(service.seen[0]?.body).toBe(body === '' ? '' : JSON.stringify(body));
  });
});

describe('a request', () => {
  test('carries the key, says what it accepts and who sends it', async () => {
    service = await serve(() => ({ json: given.user }));
    const { client } = recordingClient({ baseUrl: service.baseUrl, userAgent: 'mine/1' });
    await client.user.get();
    expect(service.seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      accept: 'application/json',
      'user-agent': 'mine/1',
    });
  });

  test.each(['/prefix', '/prefix/', '/a/b//'])('goes below the path prefix %s', async (prefix) => {
    service = await serve(() => ({ json: given.user }));
    const { client } = recordingClient({ baseUrl: service.baseUrl + prefix });
    await client.user.get();
    expect(service.seen[0]?.url).toBe(`${prefix.replace(/\/+$/, '')}/public/v1/user`);
  });

  test('encodes identifiers in path and query', async () => {
    service = await serve(({ url }) => ({ json: url.includes('?') ? bugs : given.bug }));
    const { client } = recordingClient({ baseUrl: service.baseUrl });
    await client.bugs.get('bug_/../a?b#c%' as typeof BUG);
    await client.bugs.list({ repoId: 'repo_&x=1' as typeof REPO, status: 'pending' });
    expect(service.seen.map(({ url }) => url)).toEqual([
      '/public/v1/bugs/bug_%2F..%2Fa%3Fb%23c%25',
      '/public/v1/bugs?repo_id=repo_%26x%3D1&status=pending',
    ]);
  });

  test.each(['', '.', '..'])('is refused when the id %j would lead elsewhere', async (id) => {
    service = await serve(() => ({ json: given.bug }));
    const { client } = recordingClient({ baseUrl: service.baseUrl });
    await expect(client.bugs.get(id as typeof BUG)).rejects.toThrow(TypeError);
    expect(service.seen).toEqual([]);
  });

  test('goes through a fetch of the caller, which close leaves alone', async () => {
    service = await serve(() => ({ json: given.user }));
    const urls: string[] = [];
    const { client } = recordingClient({
      baseUrl: service.baseUrl,
      fetch: async (url, init) => {
        urls.push(url);
        return await fetch(url, init);
      },
    });
    expect(await client.user.get()).toEqual(given.user);
    expect(urls).toEqual([`${service.baseUrl}/public/v1/user`]);
  });
});
