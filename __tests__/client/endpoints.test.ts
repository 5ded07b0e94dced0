// Tests of the eleven endpoints: what is sent, and what comes back.
import { type CommitId, type ServiceClient, ServiceClientError } from '../../src/client/index.ts';
import { afterEach, describe, expect, test } from '../jest.ts';
import * as given from './examples.ts';
import { BUG, REPO, REQUEST } from './examples.ts';
import { KEY, type Loopback, recordingClient, serve } from './loopback.ts';

let service: Loopback;
afterEach(() => service.close());

const page = { limit: 2, offset: 3 };
const two = { repoId: REPO, limit: 2 };
const created = { ruleCreationRequestId: REQUEST };
const input = { description: 'eval', bugIds: [BUG], commitShas: ['abc' as CommitId] };
const bugs = { bugs: [given.bug], total: 1 };
const rulesPath = 'POST /public/v1/rules';
const reviewPath = 'POST /public/v1/bugs/bug_1/review';

// What is sent with every option and body; the bare calls of all endpoints are in contract/answers.test.ts.
test.each<[sent: string, body: object | null, answer: object, call: (client: ServiceClient) => Promise<unknown>]>([
  [rulesPath, { repo_id: REPO, input: {} }, created, ({ rules }) => rules.create({ repoId: REPO })],
  [rulesPath, { repo_id: REPO, input }, created, ({ rules }) => rules.create({ repoId: REPO, input })],
  [reviewPath, { state: 'pending' }, given.review, ({ bugs }) => bugs.review(BUG, { state: 'pending' })],
  ['GET /public/v1/repos?limit=2&offset=3', null, { repos: [], total: 0 }, ({ repos }) => repos.list(page)],
  ['GET /public/v1/scans?repo_id=repo_1&limit=2', null, { scans: [], total: 0 }, ({ scans }) => scans.list(two)],
])('sent as documented: %s %j', async (sent, body, answer, call) => {
  service = await serve(() => ({ json: answer }));
  await call(recordingClient({ baseUrl: service.baseUrl }).client);
  expect(service.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([sent]);
  expect(service.seen[0]?.body).toBe(body === null ? '' : JSON.stringify(body));
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
    await client.bugs.get('bug_/../a?b#c%');
    await client.bugs.list({ repoId: 'repo_&x=1', status: 'pending' });
    expect(service.seen.map(({ url }) => url)).toEqual([
      '/public/v1/bugs/bug_%2F..%2Fa%3Fb%23c%25',
      '/public/v1/bugs?repo_id=repo_%26x%3D1&status=pending',
    ]);
  });

  test.each(['', '.', '..'])('is refused when the id %j would lead elsewhere', async (id) => {
    service = await serve(() => ({ json: given.bug }));
    const { client } = recordingClient({ baseUrl: service.baseUrl });
    await expect(client.bugs.get(id as typeof BUG)).rejects.toThrow(ServiceClientError);
    expect(service.seen).toEqual([]);
  });
});

test('a rule file may have any name', async () => {
  service = await serve(() => ({
    text: JSON.stringify(given.rule).replace(/(?<="ruleFiles":)\{[^}]*\}/, '{"__proto__":"a"}'),
  }));
  const { ruleFiles } = await recordingClient({ baseUrl: service.baseUrl }).client.rules.get('rule_1');
  expect(Object.entries(ruleFiles)).toEqual([['__proto__', 'a']]);
});
