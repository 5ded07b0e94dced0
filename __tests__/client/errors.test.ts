// Tests of the client's errors: what they say, their category, and that no key is in them.
import { inspect } from 'node:util';
import {
  type ClientOptions,
  ConfigurationError,
  createClient,
  errorCategory,
  isServiceError,
  type RuleRequestId,
  type ServiceClient,
  ServiceClientError,
  type ServiceError,
} from '../../src/client/index.ts';
import { growthOf, LINEAR_AT_MOST } from '../harness/growth.ts';
import { afterEach, describe, expect, test } from '../jest.ts';
import { apiError, repo, ruleRequest, user } from './examples.ts';
import { KEY, type Loopback, recordingClient, rejection, type Reply, serve } from './loopback.ts';

let service: Loopback | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

async function errorOf(reply: Reply): Promise<unknown> {
  service = await serve(() => reply);
  const { client } = recordingClient({ baseUrl: service.baseUrl });
  return await rejection(client.repos.list());
}

describe('an error says what failed, why, and what to do', () => {
  test.each<[number, string, object, string]>([
    [
      401,
      'SERVICE_AUTHENTICATION_ERROR',
      {},
      'Check that the API key is valid, not revoked, and a key of this service.',
    ],
    [403, 'AUTHORIZATION_ERROR', { requiredRole: 'reviewer' }, 'Use an API key with the role "reviewer".'],
    [403, 'AUTHORIZATION_ERROR', {}, 'Use an API key with more rights.'],
    [404, 'NOT_FOUND', { resource: 'repo' }, 'Check the ID, the base address, and that the key has access to it.'],
    [400, 'INVALID_QUERY_PARAMS', {}, 'Retrying will not help. Correct the request.'],
  ])('%i %s %j', async (status, type, more, advice) => {
    const error = await errorOf({ status, json: apiError(status, type, more) });
    expect(error).toMatchObject({
      name: 'ServiceError',
      kind: 'api',
      status,
      type,
      detail: 'it broke',
      endpoint: 'GET /public/v1/repos',
      tries: 1,
      message: `GET /public/v1/repos answered ${status} (${type}): it broke. ${advice}`,
      ...more,
    });
    expect(isServiceError(error)).toBe(true);
  });

  test.each([
    [511, 'Check the network and the firewall of this machine.'],
    // Control.
    [402, 'Retrying will not help. Correct the request.'],
  ])('%i is about the network on the way where only that answers it', async (status, advice) => {
    const error = await errorOf({ status, json: {} });
    expect(error).toMatchObject({ status, message: `GET /public/v1/repos answered ${status}. ${advice}` });
  });

  test('keeps the details of the service', async () => {
    const details = { field: 'limit', allowed: [1, 100] };
    const error = await errorOf({ status: 400, json: apiError(400, 'X', { details }) });
    expect(error).toMatchObject({ details });
  });

  test.each([
    ['a page', { text: '<h1>Blocked by 10.1.2.3</h1>', headers: { 'content-type': 'text/html' } }],
    ['a page without its type', { text: '\n<!DOCTYPE html><html><body>Blocked</body></html>' }],
    ['a page as its message', { json: { type: 'X', message: '<html>Blocked</html>' } }],
  ])('names a page of HTML and never quotes it: %s', async (_, reply) => {
    const error = await errorOf({ ...reply, status: 403 });
    expect(error).toMatchObject({ kind: 'api', status: 403, detail: 'an HTML page' });
    expect(String(error)).toContain('Check that the base address leads to the service');
    expect(JSON.stringify(error) + String(error)).not.toContain('Blocked');
  });

  test.each([
    [401, 'error code: 1020', 'unavailable'],
    [403, 'error code: 1020', 'unavailable'],
    [403, '{"type":', 'unavailable'],
    // Controls: what may be the service's own.
    [403, '{"error":"access denied by policy"}', 'forbidden'],
    [401, '"no"', 'unauthorized'],
    [401, '', 'unauthorized'],
    [404, 'error code: 1020', 'not-found'],
  ])('takes a plain text that refuses for an answer of something on the way: %i %s', async (status, text, category) => {
    const error = await errorOf({ status, text });
    expect(isServiceError(error) && errorCategory(error)).toBe(category);
    expect(String(error).includes('a text that is not JSON. Check that the base address leads')).toBe(
      category === 'unavailable',
    );
    expect(String(error)).not.toContain('1020');
  });

  test.each<[string, Reply]>([
    ['empty', { text: ' \n' }],
    ['another shape', { json: { error: 'no' } }],
    ['mistyped fields', { json: { type: 1, message: {}, requiredRole: [], details: 'x' } }],
    ['a number', { json: 5 }],
  ])('is of kind api, with its status, when the body is %s', async (_, reply) => {
    expect(await errorOf({ ...reply, status: 403 })).toMatchObject({
      kind: 'api',
      status: 403,
      type: undefined,
      detail: undefined,
      details: undefined,
      message: 'GET /public/v1/repos answered 403. Use an API key with more rights.',
    });
  });

  test('is one line of bounded length, whatever the service says', async () => {
    const json = apiError(400, 'T'.repeat(9_999), {
      message: 'a\r\n::error::b\u001b[31m'.repeat(5_000),
      requiredRole: 'r'.repeat(9_999),
      details: { a: 'x'.repeat(9_999) },
    });
    const error = (await errorOf({ status: 400, json })) as Error;
    expect(error.message.length).toBeLessThan(2_000);
    expect(error.message).not.toMatch(/[\u0000-\u001f]/);
    expect(error).toMatchObject({ details: undefined });
  });
});

describe('the category of an answer', () => {
  test.each([
    ['a known type says more than the status', 400, 'SERVICE_AUTHENTICATION_ERROR', 'unauthorized'],
    ['a known type says more than the status', 400, 'AUTHORIZATION_ERROR', 'forbidden'],
    ['an unknown scan is not found', 422, 'UNKNOWN_WORKFLOW_REQUEST', 'not-found'],
    ['an unknown type is judged by status', 401, 'NEW', 'unauthorized'],
    ['an unknown type is judged by status', 404, 'NEW', 'not-found'],
    ['an unknown type is judged by status', 429, 'NEW', 'unavailable'],
    ['an unknown type is judged by status', 418, 'NEW', 'refused'],
    ['too many requests are that, whatever type comes with them', 429, 'NOT_FOUND', 'unavailable'],
    ['no type is judged by status', 503, undefined, 'unavailable'],
  ])('%s: %i %s is %s', (_, status, type, category) => {
    expect(errorCategory({ status, type })).toBe(category);
    expect(errorCategory({ kind: 'api', status, type })).toBe(category);
  });

  test('of what was no answer, or none that can be read, is that of a service that fails now', async () => {
    const { client } = recordingClient({ baseUrl: 'https://x.test', fetch: () => Promise.reject(new Error('dead')) });
    const dead = await rejection(client.user.get());
    expect([isServiceError(dead) && errorCategory(dead), dead]).toMatchObject(['unavailable', { kind: 'network' }]);
    const strange = await errorOf({ json: 5 });
    expect([isServiceError(strange) && errorCategory(strange), strange]).toMatchObject([
      'unavailable',
      { kind: 'decode', status: 200 },
    ]);
    expect(errorCategory({ kind: 'timeout', status: undefined, type: undefined })).toBe('unavailable');
    // A browser hides the status of a redirect, which is refused as before.
    expect(errorCategory({ kind: 'api', status: undefined, type: undefined })).toBe('refused');
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'timeout'],
    ['an error of another kind', new TypeError('no')],
    ['an argument that cannot be used', new ServiceClientError('no')],
  ])('is not asked of %s', (_, thrown) => {
    expect(() => errorCategory(thrown as never)).toThrow(
      new ServiceClientError(
        'errorCategory only knows what a ServiceError means: ask isServiceError(error) before you call it',
      ),
    );
  });

  test.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [418, 'refused'],
  ])(
    'is that of its status, and of a page of HTML that something on the way answered for the service: %i',
    async (status, category) => {
      const page = await errorOf({ status, text: '<html><title>Blocked</title></html>' });
      const empty = await errorOf({ status, text: '' });
      expect([page, empty].map((error) => isServiceError(error) && errorCategory(error))).toEqual([
        'unavailable',
        category,
      ]);
      expect(page).toMatchObject({
        message: `GET /public/v1/repos answered ${status}: an HTML page. Check that the base address leads to the service, and that no proxy or firewall on the way answers for it.`,
      });
    },
  );
});

describe('the key is nowhere in an error', () => {
  const part = KEY.slice(9);
  const forms: readonly [string, string][] = [
    ['plain', KEY],
    ['without its prefix', part],
    ['in pieces of twelve characters', `${KEY.slice(0, 12)} ${KEY.slice(-12)}`],
    ['in Base64 of its header', btoa(`Bearer ${KEY}`)],
    ['behind a text that is cut', `${'x'.repeat(990)}${KEY}`],
  ];
  const leaks = (error: unknown): boolean => {
    const text = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error);
    const letters = text.replace(/\\n|[\s'+]/g, '');
    const digits = btoa(`Bearer ${KEY}`).slice(12, 24);
    const traces = [KEY, part, part.slice(0, 8), part.slice(-8), digits];
    return traces.some((trace) => letters.includes(trace));
  };

  test.each(forms)('that the service echoes %s', async (_, form) => {
    const error = await errorOf({
      status: 401,
      json: {
        type: form,
        message: `bad key ${form}`,
        statusCode: 401,
        requiredRole: form,
        resource: form,
        details: { [form]: [form] },
      },
    });
    expect(leaks(error)).toBe(false);
    expect(error).toMatchObject({ message: expect.stringContaining('bad key ') });
  });

  test.each(forms)('that an error of the network holds, at any depth: %s', async (_, form) => {
    const cause = Object.assign(new Error(`bad header ${form}`), {
      code: form,
      headers: { authorization: `Bearer ${form}` },
      cause: new Error(form),
    });
    const { client } = recordingClient({
      baseUrl: 'https://x.test',
      fetch: () => Promise.reject(new TypeError(form, { cause })),
    });
    expect(leaks(await rejection(client.user.get()))).toBe(false);
  });
});

describe('a setting that cannot be used is refused before anything is sent', () => {
  test.each<[string, Partial<ClientOptions>, string]>([
    ['no address', { baseUrl: '' }, 'baseUrl is empty'],
    ['another scheme', { baseUrl: 'ftp://api.test' }, 'baseUrl must be a whole https address'],
    ['http beyond loopback', { baseUrl: 'http://api.test' }, 'baseUrl must begin with https://'],
    ['user info', { baseUrl: 'https://u:hush@api.test' }, 'baseUrl must not hold a user name'],
    ['a query', { baseUrl: 'https://api.test/?a=1' }, 'baseUrl must not have a query or hash'],
    ['a hash', { baseUrl: 'https://api.test/#a' }, 'baseUrl must not have a query or hash'],
    ['an empty key', { apiKey: ' \n' }, 'apiKey is empty'],
    ['a key with a line break', { apiKey: 'svc_live_a\nhush' }, 'apiKey has a character'],
    ['a key beyond ASCII', { apiKey: 'svc_live_ä' }, 'apiKey has a character'],
    ['a user agent with a line break', { userAgent: 'a\nb' }, 'userAgent has a character'],
    ['no time', { timeoutMs: 0 }, 'timeoutMs must be a whole number from 1'],
    ['no body', { maxBodyBytes: 0 }, 'maxBodyBytes must be a whole number from 1'],
  ])('%s', (_, options, message) => {
    let thrown: unknown;
    try {
      createClient({ baseUrl: 'https://api.test', apiKey: KEY, ...options });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ConfigurationError);
    expect(thrown).toBeInstanceOf(ServiceClientError);
    expect(String(thrown)).toContain(message);
    expect(String(thrown)).not.toContain('hush');
  });

  // Which addresses are of this machine: net/origin.test.ts.
  test.each(['https://api.test/prefix/', 'http://localhost:8080'])('but not %s', (baseUrl) => {
    expect(() => createClient({ baseUrl, apiKey: ` ${KEY}\n` })).not.toThrow();
  });

  // A regular expression that begins at every slash would take time in its square.
  test('and a very long base address is read in time linear in its length', () => {
    const create = (length: number): unknown =>
      createClient({ baseUrl: `https://api.test/${'/'.repeat(length)}x`, apiKey: KEY });
    expect(growthOf(create, 20_000)).toBeLessThanOrEqual(LINEAR_AT_MOST);
  });
});

describe('what others said stands apart', () => {
  interface Said {
    readonly ownDetail?: string;
    readonly serviceMessage?: string;
    readonly redirectOrigin?: string;
    readonly contentType?: string;
  }

  const typed = (type: string, text: string): Reply => ({ headers: { 'content-type': type }, text });

  test.each<[string, Reply, detail: string | undefined, Said]>([
    [
      'a message',
      { status: 403, json: { message: 'acme has no plan (1/2)' } },
      'acme has no plan (1/2)',
      {
        serviceMessage: 'acme has no plan (1/2)',
      },
    ],
    [
      'a redirect',
      { status: 302, headers: { location: 'https://b.test/x?y' } },
      'a redirect to https://b.test',
      {
        ownDetail: 'a redirect',
        redirectOrigin: 'https://b.test',
      },
    ],
    [
      'another type',
      typed('text/of-acme', 'x'),
      'a body that is not JSON (text/of-acme)',
      {
        ownDetail: 'a body that is not JSON',
        contentType: 'text/of-acme',
      },
    ],
    // Words that everybody uses are ours.
    [
      'a page',
      typed('text/html', '<html>acme</html>'),
      'an HTML page (text/html)',
      { ownDetail: 'an HTML page (text/html)' },
    ],
    ['no message', { status: 500, json: {} }, undefined, {}],
  ])('%s', async (_, reply, detail, said) => {
    service = await serve(() => reply);
    const { client } = recordingClient({ baseUrl: service.baseUrl, maxTries: 1 });
    const error = (await rejection(client.user.get())) as ServiceError;
    const { ownDetail, serviceMessage, redirectOrigin, contentType } = error;
    expect({ ownDetail, serviceMessage, redirectOrigin, contentType }).toEqual({
      ...{ ownDetail: undefined, serviceMessage: undefined, redirectOrigin: undefined, contentType: undefined },
      ...said,
    });
    expect(error.detail).toBe(detail);
    const others = [serviceMessage, redirectOrigin, contentType].filter((word) => word !== undefined);
    for (const word of others)
      expect([error.message, error.publicMessage.includes(word)]).toEqual([expect.stringContaining(word), false]);
    expect(error.publicMessage.startsWith(`GET /public/v1/user answered`) || error.kind === 'decode').toBe(true);
    if (others.length === 0) expect(error.publicMessage).toBe(error.message);
    expect(Object.keys(error)).toEqual(expect.not.arrayContaining(['publicMessage', 'ownDetail', 'serviceMessage']));
  });
});

describe('whatever a call throws is a ServiceClientError', () => {
  const repoId = repo.id;
  const requestId = ruleRequest.id;

  test.each<[string, Reply, (client: ServiceClient) => Promise<unknown>]>([
    ['ServiceError', { status: 500 }, (client) => client.user.get()],
    ['RepositoryNotFoundError', { json: { repos: [], total: 0, ...user } }, (client) => client.repos.find('acme/no')],
    [
      'AmbiguousRepositoryError',
      { json: { repos: [repo, { ...repo, id: 'repo_2' }], total: 2 } },
      (client) => client.repos.find('acme/shop'),
    ],
    [
      'RuleRequestFailedError',
      { json: { ...ruleRequest, status: 'failed' } },
      (client) => client.rules.requests.wait(requestId),
    ],
    [
      'RuleRequestUnfinishedError',
      { json: { ...ruleRequest, status: 'pending' } },
      (client) => client.rules.requests.wait(requestId),
    ],
    ['ServiceClientError', {}, (client) => client.rules.requests.get('' as RuleRequestId)],
    ['ServiceClientError', {}, (client) => client.bugs.list({ repoId, status: [] })],
  ])('%s', async (name, reply, call) => {
    service = await serve(() => reply);
    const error = await rejection(call(recordingClient({ baseUrl: service.baseUrl }).client));
    expect(error).toBeInstanceOf(ServiceClientError);
    expect(error).toMatchObject({ name });
  });

  test.each<[string, () => unknown]>([
    ['nothing', () => Promise.resolve()],
    ['nothing, at once', () => undefined],
    ['a string', () => 'ok'],
    ['an object', () => ({ ok: true, json: () => ({}) })],
    ['plain headers', () => ({ status: 200, headers: {}, body: null })],
    ['a body that was read', () => ({ status: 200, headers: new Headers(), body: '{}' })],
  ])('also where `fetch` returns no response but %s, which is not asked again', async (_, fetch) => {
    const { client, waits } = recordingClient({ baseUrl: 'https://x.test', fetch: fetch as () => never });
    expect(await rejection(client.user.get())).toBeInstanceOf(ConfigurationError);
    expect(waits).toEqual([]);
  });

  // The name of an error is whatever somebody called it.
  test('but a fetch of your own that throws an error of that name is only one that gave no answer', async () => {
    const thrown = Object.assign(new Error('of another library'), { name: 'ConfigurationError' });
    const { client, waits } = recordingClient({ baseUrl: 'https://x.test', fetch: () => Promise.reject(thrown) });
    const error = await rejection(client.user.get());
    expect(error).not.toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ name: 'ServiceError', kind: 'network', tries: 4 });
    expect(waits).toHaveLength(3);
  });

  test('but what the functions that you pass throw', async () => {
    const own = new TypeError('of the caller');
    const fail = (): never => {
      throw own;
    };
    service = await serve(({ url }) =>
      url.includes('/user')
        ? { status: 503 }
        : { json: { repos: [repo], total: 1, ...(url.includes('/requests/') && ruleRequest) } },
    );
    const { baseUrl } = service;
    const { client } = recordingClient({ baseUrl });
    expect(await rejection(client.repos.collect({ select: fail }))).toBe(own);
    expect(await rejection(client.rules.requests.wait(requestId, { onRequest: fail }))).toBe(own);
    expect(await rejection(client.rules.requests.wait(requestId, { onPoll: fail }))).toBe(own);
    for (const name of ['onRetry', 'wait', 'now', 'random', 'after'] as const) {
      expect([name, await rejection(recordingClient({ baseUrl, [name]: fail }).client.user.get())]).toEqual([
        name,
        own,
      ]);
    }
  });

  test('but for the reason of a signal', async () => {
    const reason = new TypeError('enough');
    const { client } = recordingClient({ baseUrl: 'https://x.test', signal: AbortSignal.abort(reason) });
    expect(await rejection(client.user.get())).toBe(reason);
  });
});
