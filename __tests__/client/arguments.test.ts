// What JavaScript may pass to the client: a wrong argument is an error of the client's own that names it, and nothing is sent.
import {
  type BugId,
  type ClientOptions,
  ConfigurationError,
  createClient,
  type RepoId,
  type ServiceClient,
  ServiceClientError,
} from '../../src/client/index.ts';
import { afterEach, beforeEach, describe, expect, test } from '../jest.ts';
import { bug, review } from './examples.ts';
import { type Loopback, recordingClient, serve } from './loopback.ts';

describe('createClient', () => {
  const right = { baseUrl: 'https://api.example.com', apiKey: 'key' };

  test.each<[options: unknown, named: string]>([
    [undefined, 'the argument of createClient'],
    [null, 'the argument of createClient'],
    ['https://api.example.com', 'the argument of createClient'],
    [{ apiKey: 'key' }, 'baseUrl'],
    [{ ...right, baseUrl: undefined }, 'baseUrl'],
    [{ ...right, baseUrl: '' }, 'baseUrl'],
    [{ ...right, baseUrl: 'api.example.com' }, 'baseUrl'],
    [{ ...right, baseUrl: 'http://api.example.com' }, 'baseUrl'],
    [{ ...right, baseUrl: new URL('https://api.example.com') }, 'baseUrl'],
    [{ ...right, apiKey: undefined }, 'apiKey'],
    [{ ...right, apiKey: 12345 }, 'apiKey'],
    [{ ...right, apiKey: ['svc_live_hush'] }, 'apiKey'],
    [{ ...right, apiKey: ' ' }, 'apiKey'],
    [{ ...right, apiKey: 'Bearer svc_live_hush' }, 'apiKey'],
    [{ ...right, userAgent: 5 }, 'userAgent'],
    [{ ...right, secrets: 'svc_live_hush' }, 'secrets'],
    [{ ...right, secrets: ['svc_live_hush', undefined] }, 'secrets.1'],
    [{ ...right, secrets: [12345] }, 'secrets.0'],
    [{ ...right, fetch: {} }, 'fetch'],
    [{ ...right, signal: 5 }, 'signal'],
    [{ ...right, signal: new AbortController() }, 'signal'],
    [{ ...right, usesProxyVariables: 'no' }, 'usesProxyVariables'],
    [{ ...right, timeoutMs: '30000' }, 'timeoutMs'],
    [{ ...right, timeoutMs: 1.5 }, 'timeoutMs'],
    [{ ...right, onRetry: 'log' }, 'onRetry'],
    [{ baseURL: right.baseUrl, apiKey: 'key' }, 'baseURL'],
    [{ ...right, timeout: 5 }, 'timeout'],
  ])('%j: it names %s, and shows no secret', (options, named) => {
    const create = (): ServiceClient => createClient(options as ClientOptions);
    expect(create).toThrow(ConfigurationError);
    expect(create).toThrow(new RegExp(`^${named} `));
    expect(create).not.toThrow(/svc_live_hush|12345/);
  });

  test('takes an environment variable as it is, and says where it is not set', () => {
    const create = (env: Readonly<Record<string, string | undefined>>): ServiceClient =>
      createClient({ baseUrl: env['SERVICE_URL'], apiKey: env['SERVICE_KEY'] });
    expect(() => create({ SERVICE_URL: right.baseUrl })).toThrow('apiKey is missing');
    expect(() => create({ SERVICE_URL: right.baseUrl, SERVICE_KEY: 'key' })).not.toThrow();
  });

  test('takes an option that is undefined as if it were not there', () => {
    const options = { ...right, secrets: undefined, fetch: undefined, signal: undefined };
    expect(Object.keys(createClient(options))).toContain('bugs');
  });
});

describe('a call', () => {
  let service: Loopback;
  let client: ServiceClient;
  beforeEach(async () => {
    service = await serve(({ method }) => ({ json: method === 'POST' ? review : { bugs: [bug], total: 1 } }));
    client = recordingClient({ baseUrl: service.baseUrl }).client;
  });
  afterEach(async () => {
    await service.close();
  });

  const repoId = 'repo_1';
  /** Each call with one of its arguments left to the row. */
  const calls = {
    'user.get': ({ user }, value) => user.get(value),
    request: (all, value) => all.request(value),
    'bugs.collect': ({ bugs }, value) => bugs.collect(value),
    'bugs.collect, options': ({ bugs }, value) => bugs.collect({ repoId, status: 'pending' }, value),
    'bugs.list': ({ bugs }, value) => bugs.list(value),
    'bugs.iterate': ({ bugs }, value) => bugs.iterate(value).next(),
    'bugs.get': ({ bugs }, value) => bugs.get(value),
    'bugs.get, options': ({ bugs }, value) => bugs.get('bug_1', value),
    'bugs.review': ({ bugs }, value) => bugs.review('bug_1', value),
    'repos.list': ({ repos }, value) => repos.list(value),
    'repos.collect': ({ repos }, value) => repos.collect(value),
    'repos.iterate': ({ repos }, value) => repos.iterate(value).next(),
    'repos.find': ({ repos }, value) => repos.find(value),
    'scans.list': ({ scans }, value) => scans.list(value),
    'scans.iterate': ({ scans }, value) => scans.iterate(value).next(),
    'scans.collect': ({ scans }, value) => scans.collect(value),
    'scans.wait': ({ scans }, value) => scans.wait(value),
    'rules.list': ({ rules }, value) => rules.list(value),
    'rules.get': ({ rules }, value) => rules.get(value),
    'rules.files': ({ rules }, value) => rules.files(value),
    'rules.files, options': ({ rules }, value) => rules.files('rule_1', value),
    'rules.create': ({ rules }, value) => rules.create(value),
    'rules.requests.list': ({ rules }, value) => rules.requests.list(value),
    'rules.requests.get': ({ rules }, value) => rules.requests.get(value),
    'rules.requests.wait': ({ rules }, value) => rules.requests.wait(value),
    'rules.requests.wait, options': ({ rules }, value) => rules.requests.wait('rcr_1', value),
  } satisfies Readonly<Record<string, (client: ServiceClient, value: never) => unknown>>;
  type Call = keyof typeof calls;

  /** What a call throws, at once or later; undefined if it succeeds. */
  async function errorOf(call: Call, value: unknown): Promise<unknown> {
    try {
      await calls[call](client, value as never);
    } catch (error) {
      return error;
    }
    return undefined;
  }

  const query = { repoId, status: 'pending' };
  const { signal } = new AbortController();

  test.each<[call: Call, value: unknown, named: string]>([
    // Missing, or of another kind; more of them are in words.test.ts.
    ['bugs.collect', { status: 'pending' }, 'query.repoId'],
    ['bugs.collect', { repoId }, 'query.status'],
    ['bugs.collect', { ...query, select: 'id' }, 'query.select'],
    ['bugs.collect', { ...query, scanId: 7 }, 'query.scanId'],
    ['bugs.collect, options', 5, 'options'],
    ['bugs.get, options', null, 'options'],
    ['bugs.get, options', { signal: 'stop' }, 'options.signal'],
    ['bugs.get, options', { signal: new AbortController() }, 'options.signal'],
    ['bugs.review', undefined, 'review'],
    ['bugs.review', { state: 1 }, 'review.state'],
    ['bugs.review', { state: 'resolved', notes: ['n'] }, 'review.notes'],
    ['repos.collect', { select: 1 }, 'query.select'],
    ['scans.iterate', {}, 'query.repoId'],
    ['rules.files, options', null, 'options'],
    ['rules.create', { repoId, input: 'x' }, 'rule.input'],
    ['rules.create', { repoId, input: { bugIds: 'bug_1' } }, 'rule.input.bugIds'],
    ['rules.create', { repoId, input: { commitShas: ['a', 1] } }, 'rule.input.commitShas.1'],
    ['rules.requests.wait, options', { onRequest: 1 }, 'options.onRequest'],
    ['rules.requests.wait, options', { onPoll: true }, 'options.onPoll'],
    // No ID of the kind.
    ['bugs.get', undefined, 'bugId'],
    ['bugs.get', '1a2b', 'bugId'],
    ['bugs.get', 'bug_', 'bugId'],
    ['bugs.get', { id: 'bug_1' }, 'bugId'],
    ['rules.get', 'bug_1', 'ruleId'],
    ['rules.files', '..', 'ruleId'],
    ['rules.requests.get', null, 'requestId'],
    ['rules.requests.wait', 'rule_1', 'requestId'],
    ['bugs.list', { ...query, repoId: 'acme/storefront' }, 'query.repoId'],
    ['rules.create', { repoId, input: { bugIds: ['bug_1', '2'] } }, 'rule.input.bugIds.1'],
    ['repos.find', ['acme/storefront'], 'fullName'],
    ['repos.find', '/storefront', 'fullName'],
    ['repos.find', 'acme/', 'fullName'],
    // Not what the service documents.
    ['bugs.collect', { ...query, status: ['pending', 'open'] }, 'query.status.1'],
    ['bugs.list', { ...query, limit: '5' }, 'query.limit'],
    ['repos.list', { limit: 0 }, 'query.limit'],
    ['repos.list', { offset: -1 }, 'query.offset'],
    ['scans.list', { repoId, offset: NaN }, 'query.offset'],
    ['scans.iterate', { repoId, maxScans: -1 }, 'query.maxScans'],
    ['scans.collect', { repoId, select: 1 }, 'query.select'],
    ['scans.wait', { repoId, sha: '' }, 'query.sha'],
    ['request', { method: 'get', path: '/' }, 'request.method'],
    ['request', { method: 'GET', path: '/', query: { a: [] } }, 'request.query'],
    ['user.get', { maxTries: 0 }, 'options.maxTries'],
    ['user.get', { timeoutMs: 0.5 }, 'options.timeoutMs'],
    ['bugs.review', { state: 'open' }, 'review.state'],
    ['bugs.review', { state: 'dismissed', dismissalReason: 'wontfix' }, 'review.dismissalReason'],
    ['bugs.review', { state: 'resolved', dismissalReason: 'other' }, 'review'],
    ['rules.files, options', { system: 'win32' }, 'options.system'],
    ['rules.requests.wait, options', { maxPolls: 'x' }, 'options.maxPolls'],
    ['rules.requests.wait, options', { pollIntervalMs: -1 }, 'options.pollIntervalMs'],
    // A name that is unknown, or in the wrong place.
    ['bugs.collect', { ...query, signal }, 'query.signal'],
    ['bugs.review', { state: 'resolved', signal }, 'review.signal'],
    ['bugs.list', { status: 'pending', repo_id: repoId }, 'query.repo_id'],
    ['bugs.list', { ...query, select: String }, 'query.select'],
    ['rules.create', { repoId, description: 'x' }, 'rule.description'],
    ['rules.create', { repoId, input: { bugs: [] } }, 'rule.input.bugs'],
    ['rules.requests.wait, options', { maxPoll: 3 }, 'options.maxPoll'],
  ])('%s of %j is refused by the name %s', async (call, value, named) => {
    const error = await errorOf(call, value);
    expect(error).toBeInstanceOf(ServiceClientError);
    expect((error as Error).message.split(' ')[0]).toBe(named);
    expect(service.seen.map(({ url }) => url)).toEqual([]);
  });

  test('of every method is checked', async () => {
    const names = Object.keys(calls).filter((call) => !call.endsWith(', options'));
    expect(listMethods(client).toSorted()).toEqual(names.toSorted());
    for (const call of names) expect(await errorOf(call as Call, 5)).toBeInstanceOf(ServiceClientError);
  });

  test('of the wait for a new rule is checked, and its creation fails beside it without a word', async () => {
    await service.close();
    const waiting = client.rules.create({ repoId }).wait({ maxPolls: 0 });
    await expect(waiting).rejects.toThrow(/^options\.maxPolls /);
    await expect(client.rules.create({ repoId })).rejects.toThrow('ECONNREFUSED');
  });

  // What the service's documentation does not fix, or fixes otherwise, is not refused here.
  test.each<[call: Call, value: unknown]>([
    ['bugs.collect', { repoId, status: ['pending'], scanId: undefined }],
    ['bugs.collect, options', { signal: undefined }],
    ['bugs.list', { repoId: 'repo_ä/..', status: 'pending', scanId: 'wr_ x', limit: 100, offset: 100_000 }],
    ['bugs.list', Object.assign(Object.create(null) as object, query)],
    ['bugs.get', 'bug_..'],
    ['bugs.get, options', { signal }],
    ['bugs.review', { state: 'resolved', notes: '', dismissalReason: undefined }],
    ['bugs.review', { state: 'dismissed', dismissalReason: 'other', notes: undefined }],
    ['scans.iterate', { repoId, maxScans: 0 }],
    ['rules.create', { repoId, input: { description: '', bugIds: [], commitShas: ['', 'HEAD~1'] } }],
    ['rules.create', { repoId, input: undefined }],
    ['repos.find', 'group/sub group/name'],
  ])('with arguments that fit is sent: %s of %j', async (call, value) => {
    const error = await errorOf(call, value);
    // The answer is that of another call: then it is an error of the answer.
    if (error !== undefined) expect(error).toMatchObject({ kind: 'decode' });
    expect(service.seen).toHaveLength(call === 'scans.iterate' ? 0 : 1);
  });
});

function listMethods(group: object, prefix = ''): readonly string[] {
  return Object.entries(group).flatMap(([key, member]) =>
    typeof member === 'function' ? [prefix + key] : listMethods(member as object, `${prefix}${key}.`),
  );
}

test('an ID can be written down, and is not mistaken for another', () => {
  const bugId: BugId = 'bug_1a2b';
  // @ts-expect-error -- of a bug, not of a repository
  const repoId: RepoId = 'bug_1a2b';
  expect([bugId, repoId]).toEqual(['bug_1a2b', 'bug_1a2b']);
});
