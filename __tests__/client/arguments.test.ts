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
import { KEY, type Loopback, recordingClient, serve } from './loopback.ts';

describe('createClient', () => {
  const right = { baseUrl: 'https://api.example.com', apiKey: 'key' };

  const httpsAddress = 'baseUrl must be a whole https address, such as https://api.example.com';
  const settings =
    'baseUrl, apiKey, fetch, usesProxyVariables, secrets, userAgent, signal, timeoutMs, maxTries, maxBodyBytes, now, random, wait, after, onRetry';

  test.each<[options: unknown, message: string]>([
    [undefined, 'the argument of createClient is missing: it must be an object'],
    [null, 'the argument of createClient must be an object, not null'],
    ['https://api.example.com', 'the argument of createClient must be an object, not a string'],
    [new URL('https://api.example.com'), 'the argument of createClient must be an object, not a URL'],
    [{ ...right, apiKey: undefined }, 'apiKey is missing: it must be a string'],
    [{ ...right, apiKey: 12345 }, 'apiKey must be a string, not a number'],
    [{ ...right, apiKey: ['key'] }, 'apiKey must be a string, not a list'],
    [{ ...right, apiKey: ' ' }, 'apiKey is empty: it must be a key of the service'],
    [
      { ...right, apiKey: 'Bearer svc_live_hush' },
      'apiKey must be the key alone, without `Bearer`: the client adds that itself',
    ],
    [{ ...right, baseUrl: undefined }, 'baseUrl is missing: it must be a string'],
    [{ apiKey: 'key' }, 'baseUrl is missing: it must be a string'],
    [{ ...right, baseUrl: '' }, 'baseUrl is empty: it must be the address of the service'],
    [{ ...right, baseUrl: 'api.example.com' }, httpsAddress],
    [
      { ...right, baseUrl: 'http://api.example.com' },
      'baseUrl must begin with https://. With http:// the client only sends to the machine that it runs on, such as http://127.0.0.1',
    ],
    [{ ...right, baseUrl: new URL('https://api.example.com') }, 'baseUrl must be a string, not a URL'],
    [{ ...right, userAgent: 5 }, 'userAgent must be a string, not a number'],
    [{ ...right, secrets: 'secret' }, 'secrets must be a list of strings, not a string'],
    [{ ...right, secrets: ['secret', undefined] }, 'secrets[1] is missing: it must be a string'],
    [{ ...right, secrets: [12345] }, 'secrets[0] must be a string, not a number'],
    [{ ...right, fetch: {} }, 'fetch must be a function, not an object'],
    [{ ...right, signal: 5 }, 'signal must be an AbortSignal, not a number'],
    [{ ...right, signal: new AbortController() }, 'signal must be an AbortSignal, not an AbortController'],
    [{ ...right, usesProxyVariables: 'no' }, 'usesProxyVariables must be true or false, not a string'],
    [{ ...right, timeoutMs: '30000' }, 'timeoutMs must be a whole number from 1 to 2147483647, not a string'],
    [{ ...right, timeoutMs: 1.5 }, 'timeoutMs must be a whole number from 1 to 2147483647, not 1.5'],
    [{ ...right, onRetry: 'log' }, 'onRetry must be a function, not a string'],
    [{ ...right, api_key: 'key' }, 'api_key is unknown. Did you mean apiKey?'],
    [{ baseURL: right.baseUrl, apiKey: 'key' }, 'baseURL is unknown. Did you mean baseUrl?'],
    [{ ...right, url: 'https://api.example.com' }, 'url is unknown. Did you mean baseUrl?'],
    [{ ...right, timeout: 5 }, 'timeout is unknown. Did you mean timeoutMs?'],
    [{ ...right, retires: 5 }, `retires is unknown: allowed are ${settings}`],
  ])('%j: %s', (options, message) => {
    const create = (): ServiceClient => createClient(options as ClientOptions);
    expect(create).toThrow(ConfigurationError);
    expect(create).toThrow(new ConfigurationError(message));
  });

  test('takes an environment variable as it is, and says where it is not set', () => {
    const create = (env: Readonly<Record<string, string | undefined>>): ServiceClient =>
      createClient({ baseUrl: env['SERVICE_URL'], apiKey: env['SERVICE_KEY'] });
    expect(() => create({ SERVICE_URL: right.baseUrl })).toThrow('apiKey is missing');
    expect(() => create({ SERVICE_URL: right.baseUrl, SERVICE_KEY: 'key' })).not.toThrow();
  });

  test('takes an option that is undefined as if it were not there', () => {
    const options = { ...right, secrets: undefined, fetch: undefined, signal: undefined, other: undefined };
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
    'bugs.collect': ({ bugs }, value) => bugs.collect(value),
    'bugs.collect, options': ({ bugs }, value) => bugs.collect({ repoId, status: 'pending' }, value),
    'bugs.list': ({ bugs }, value) => bugs.list(value),
    'bugs.iterate': ({ bugs }, value) => bugs.iterate(value).next(),
    'bugs.get': ({ bugs }, value) => bugs.get(value),
    'bugs.get, options': ({ bugs }, value) => bugs.get('bug_1', value),
    'bugs.review': ({ bugs }, value) => bugs.review('bug_1', value),
    'repos.list': ({ repos }, value) => repos.list(value),
    'repos.collect': ({ repos }, value) => repos.collect(value),
    'repos.find': ({ repos }, value) => repos.find(value),
    'scans.list': ({ scans }, value) => scans.list(value),
    'scans.iterate': ({ scans }, value) => scans.iterate(value).next(),
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
  const states = 'pending, resolved or dismissed';

  describe.each<[what: string, rows: readonly [call: Call, value: unknown, message: string][]]>([
    [
      'an argument that is missing, or of another kind',
      [
        ['bugs.collect', undefined, 'query is missing: it must be an object'],
        ['bugs.collect', { status: 'pending' }, 'query.repoId is missing: it must be a string that begins with repo_'],
        ['bugs.collect', { repoId }, `query.status is missing: it must be ${states}, or a list of these`],
        ['bugs.collect', { ...query, select: 'id' }, 'query.select must be a function, not "id"'],
        ['bugs.collect', { ...query, scanId: 7 }, 'query.scanId must be a string that begins with wr_, not 7'],
        ['bugs.collect, options', 5, 'options must be an object, not 5'],
        ['bugs.list', null, 'query must be an object, not null'],
        ['bugs.list', [query], 'query must be an object, not a list'],
        ['bugs.list', Promise.resolve(query), 'query must be an object, not a Promise'],
        ['bugs.iterate', undefined, 'query is missing: it must be an object'],
        ['bugs.get, options', null, 'options must be an object, not null'],
        ['bugs.get, options', { signal: 'stop' }, 'options.signal must be an AbortSignal, not "stop"'],
        [
          'bugs.get, options',
          { signal: new AbortController() },
          'options.signal must be an AbortSignal, not an AbortController',
        ],
        ['bugs.review', undefined, 'review is missing: it must be an object'],
        ['bugs.review', { state: 1 }, `review.state must be ${states}, not 1`],
        ['bugs.review', { state: 'resolved', notes: ['n'] }, 'review.notes must be a string, not a list'],
        ['repos.list', null, 'query must be an object, not null'],
        ['repos.collect', { select: 1 }, 'query.select must be a function, not 1'],
        ['scans.list', undefined, 'query is missing: it must be an object'],
        ['scans.iterate', {}, 'query.repoId is missing: it must be a string that begins with repo_'],
        ['rules.list', 'repo_1', 'query must be an object, not "repo_1"'],
        ['rules.files, options', null, 'options must be an object, not null'],
        ['rules.create', undefined, 'rule is missing: it must be an object'],
        ['rules.create', { repoId, input: 'x' }, 'rule.input must be an object, not "x"'],
        [
          'rules.create',
          { repoId, input: { bugIds: 'bug_1' } },
          'rule.input.bugIds must be a list of bug IDs, not "bug_1"',
        ],
        [
          'rules.create',
          { repoId, input: { commitShas: ['a', 1] } },
          'rule.input.commitShas[1] must be a string, not 1',
        ],
        ['rules.requests.wait, options', { onRequest: 1 }, 'options.onRequest must be a function, not 1'],
        ['rules.requests.list', undefined, 'query is missing: it must be an object'],
        ['rules.requests.wait, options', { onPoll: true }, 'options.onPoll must be a function, not true'],
        ['user.get', 5, 'options must be an object, not 5'],
        ['user.get', () => undefined, 'options must be an object, not a function'],
      ],
    ],
    [
      'an ID that is missing, or of another kind',
      [
        ['bugs.get', undefined, 'bug ID is missing: it must be a string that begins with bug_'],
        ['bugs.get', 12, 'bug ID must be a string that begins with bug_, not 12'],
        ['bugs.get', '1a2b', 'bug ID must be a string that begins with bug_, not "1a2b"'],
        ['bugs.get', '', 'bug ID must be a string that begins with bug_, not an empty string'],
        ['bugs.get', 'bug_', 'bug ID must be a string that begins with bug_, not "bug_"'],
        ['bugs.get', { id: 'bug_1' }, 'bug ID must be a string that begins with bug_, not an object'],
        ['bugs.get', `${'x'.repeat(200)}\n`, `bug ID must be a string that begins with bug_, not "${'x'.repeat(99)}…"`],
        ['bugs.get', KEY, 'bug ID must be a string that begins with bug_, not "***"'],
        ['rules.get', 'bug_1', 'rule ID must be a string that begins with rule_, not "bug_1"'],
        ['rules.files', '..', 'rule ID must be a string that begins with rule_, not ".."'],
        ['rules.requests.get', null, 'request ID must be a string that begins with rcr_, not null'],
        ['rules.requests.wait', 'rule_1', 'request ID must be a string that begins with rcr_, not "rule_1"'],
        [
          'bugs.list',
          { ...query, repoId: 'acme/storefront' },
          'query.repoId must be a string that begins with repo_, not "acme/storefront"',
        ],
        [
          'rules.create',
          { repoId, input: { bugIds: ['bug_1', '2'] } },
          'rule.input.bugIds[1] must be a string that begins with bug_, not "2"',
        ],
        ['repos.find', undefined, 'fullName is missing: it must be owner/name, such as acme/storefront'],
        ['repos.find', '', 'fullName must be owner/name, such as acme/storefront, not an empty string'],
        ['repos.find', 'storefront', 'fullName must be owner/name, such as acme/storefront, not "storefront"'],
        ['repos.find', ['acme/storefront'], 'fullName must be owner/name, such as acme/storefront, not a list'],
        ['repos.find', '/storefront', 'fullName must be owner/name, such as acme/storefront, not "/storefront"'],
        ['repos.find', 'acme/', 'fullName must be owner/name, such as acme/storefront, not "acme/"'],
      ],
    ],
    [
      'a value that the service does not document',
      [
        ['bugs.list', { ...query, status: 'open' }, `query.status must be ${states}, or a list of these, not "open"`],
        [
          'bugs.list',
          { ...query, status: [] },
          `query.status must be ${states}, or a list of these, not an empty list`,
        ],
        ['bugs.collect', { ...query, status: ['pending', 'open'] }, `query.status[1] must be ${states}, not "open"`],
        ['bugs.iterate', { ...query, status: [1] }, `query.status[0] must be ${states}, not 1`],
        ['bugs.list', { ...query, limit: 500 }, 'query.limit must be a whole number from 1 to 100, not 500'],
        ['bugs.list', { ...query, limit: '5' }, 'query.limit must be a whole number from 1 to 100, not "5"'],
        ['repos.list', { limit: 0 }, 'query.limit must be a whole number from 1 to 100, not 0'],
        ['repos.list', { offset: -1 }, 'query.offset must be a whole number from 0, not -1'],
        ['scans.list', { repoId, offset: NaN }, 'query.offset must be a whole number from 0, not NaN'],
        [
          'scans.iterate',
          { repoId, maxScans: 'x' },
          'query.maxScans must be a whole number from 0, or Infinity, not "x"',
        ],
        [
          'scans.iterate',
          { repoId, maxScans: -1 },
          'query.maxScans must be a whole number from 0, or Infinity, not -1',
        ],
        ['bugs.review', { state: 'open' }, `review.state must be ${states}, not "open"`],
        [
          'bugs.review',
          { state: 'dismissed' },
          'review.dismissalReason is missing: a dismissal needs not_a_bug, wont_fix, duplicate or other',
        ],
        [
          'bugs.review',
          { state: 'dismissed', dismissalReason: 'wontfix' },
          'review.dismissalReason must be not_a_bug, wont_fix, duplicate or other, not "wontfix"',
        ],
        [
          'bugs.review',
          { state: 'resolved', dismissalReason: 'other' },
          'review.dismissalReason must be left out: only the state dismissed has a reason',
        ],
        ['rules.files, options', { system: 'win32' }, 'options.system must be linux, macos or windows, not "win32"'],
        [
          'rules.requests.wait, options',
          { maxPolls: 'x' },
          'options.maxPolls must be a whole number from 1, or Infinity, not "x"',
        ],
        [
          'rules.requests.wait, options',
          { pollIntervalMs: -1 },
          'options.pollIntervalMs must be a whole number from 0 to 1073741823, not -1',
        ],
      ],
    ],
    [
      'a name that is unknown, or in the wrong place',
      [
        ['user.get', signal, 'options must be an object, not an AbortSignal'],
        ['user.get', { timeout: 5 }, 'options.timeout is unknown: options may have signal'],
        [
          'bugs.collect',
          { ...query, signal },
          'query.signal is unknown. Did you mean options.signal, as in bugs.collect(query, { signal })?',
        ],
        [
          'repos.collect',
          { signal },
          'query.signal is unknown. Did you mean options.signal, as in repos.collect(query, { signal })?',
        ],
        [
          'bugs.review',
          { state: 'resolved', signal },
          'review.signal is unknown. Did you mean options.signal, as in bugs.review(bugId, review, { signal })?',
        ],
        ['bugs.list', { ...query, repo_id: repoId }, 'query.repo_id is unknown. Did you mean query.repoId?'],
        ['bugs.list', { repoId, state: 'pending' }, 'query.state is unknown. Did you mean query.status?'],
        ['bugs.review', { status: 'resolved' }, 'review.status is unknown. Did you mean review.state?'],
        [
          'bugs.list',
          { ...query, select: String },
          'query.select is unknown: query may have repoId, status, scanId, limit, offset',
        ],
        [
          'rules.create',
          { repoId, description: 'x' },
          'rule.description is unknown. Did you mean rule.input.description?',
        ],
        [
          'rules.create',
          { repoId, input: { bugs: [] } },
          'rule.input.bugs is unknown. Did you mean rule.input.bugIds?',
        ],
        ['rules.requests.wait, options', { maxPoll: 3 }, 'options.maxPoll is unknown. Did you mean options.maxPolls?'],
      ],
    ],
  ])('with %s', (_, rows) => {
    test.each(rows)('%s of %j: %s', async (call, value, message) => {
      const error = await errorOf(call, value);
      expect(error).toBeInstanceOf(ServiceClientError);
      expect((error as Error).message).toBe(message);
      expect(service.seen.map(({ url }) => url)).toEqual([]);
    });
  });

  test('of every method is checked', async () => {
    const methods = Object.entries(client).flatMap(([group, members]) => listMethods(members as object, group));
    const names = Object.keys(calls).filter((call) => !call.endsWith(', options'));
    expect(methods.toSorted()).toEqual(names.toSorted());
    for (const call of names) expect(await errorOf(call as Call, 5)).toBeInstanceOf(ServiceClientError);
  });

  test('of the wait for a new rule is checked, and its creation fails beside it without a word', async () => {
    await service.close();
    const waiting = client.rules.create({ repoId }).wait({ maxPolls: 0 });
    await expect(waiting).rejects.toThrow('options.maxPolls must be a whole number from 1, or Infinity, not 0');
    await expect(client.rules.create({ repoId })).rejects.toThrow('ECONNREFUSED');
  });

  // What the service's documentation does not fix, or fixes otherwise, is not refused here.
  test.each<[call: Call, value: unknown]>([
    ['bugs.collect', { repoId, status: ['pending'], scanId: undefined, other: undefined }],
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

/** The names of the methods of a group, and of the groups in it. */
function listMethods(group: object, name: string): readonly string[] {
  return Object.entries(group).flatMap(([key, member]) =>
    typeof member === 'function' ? [`${name}.${key}`] : listMethods(member as object, `${name}.${key}`),
  );
}

test('an ID can be written down, and is not mistaken for another', () => {
  const bugId: BugId = 'bug_1a2b';
  // @ts-expect-error -- of a bug, not of a repository
  const repoId: RepoId = 'bug_1a2b';
  expect([bugId, repoId]).toEqual(['bug_1a2b', 'bug_1a2b']);
});
