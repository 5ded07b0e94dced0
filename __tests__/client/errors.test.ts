// Tests of the client's errors: what they say, their category, and that no key is in them.
import { inspect } from 'node:util';
import {
  createClient,
  errorCategory,
  isServiceError,
  ServiceClientError,
  type ServiceError,
} from '../../src/client/index.ts';
import { HTML_PAGE } from '../../src/net/body.ts';
import { growthOf, LINEAR_AT_MOST } from '../harness/growth.ts';
import { rowsOf } from '../harness/rows.ts';
import { afterEach, describe, expect, test } from '../jest.ts';
import { apiError, repo, ruleRequest } from './examples.ts';
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

// The words are in words.test.ts.
describe('an error', () => {
  test('has what the service said of it', async () => {
    const more = { requiredRole: 'reviewer', resource: 'repo', details: { field: 'limit', allowed: [1, 100] } };
    const error = await errorOf({ status: 403, json: apiError(403, 'AUTHORIZATION_ERROR', more) });
    expect(error).toMatchObject({
      ...{ name: 'ServiceError', kind: 'api', status: 403, type: 'AUTHORIZATION_ERROR', detail: 'it broke' },
      ...{ endpoint: 'GET /public/v1/repos', tries: 1, ...more },
    });
    expect(isServiceError(error)).toBe(true);
  });

  test.each([
    ['a page', { text: '<h1>Blocked by 10.1.2.3</h1>', headers: { 'content-type': 'text/html' } }],
    ['a page without its type', { text: '\n<!DOCTYPE html><html><body>Blocked</body></html>' }],
    ['a page as its message', { json: { type: 'X', message: '<html>Blocked</html>' } }],
  ])('names a page of HTML and never quotes it: %s', async (_, reply) => {
    const error = await errorOf({ ...reply, status: 403 });
    expect(error).toMatchObject({ kind: 'api', status: 403, detail: HTML_PAGE });
    expect(JSON.stringify(error) + String(error)).not.toContain('Blocked');
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

  test.each([[undefined], [null], ['timeout'], [new TypeError('no')], [new ServiceClientError('no')]])(
    'is not asked of %j',
    (thrown) => {
      expect(() => errorCategory(thrown as never)).toThrow(ServiceClientError);
    },
  );

  test.each(
    rowsOf(`
401 | <html><title>Blocked</title></html> | unavailable
404 | <html><title>Blocked</title></html> | unavailable
401 | error code: 1020                    | unavailable
403 | {"type":                            | unavailable
404 | error code: 1020                    | not-found
403 | {"error":"denied by policy"}        | forbidden
401 | "no"                                | unauthorized
401 |                                     | unauthorized
403 |                                     | forbidden
404 |                                     | not-found
418 |                                     | refused
`),
  )('is that of whoever answered, the service or something on the way: %s %s', async (status, text, category) => {
    const error = await errorOf({ status: Number(status), text });
    expect(isServiceError(error) && errorCategory(error)).toBe(category);
  });
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

describe('a base address', () => {
  // Which addresses are of this machine: net/origin.test.ts.
  test.each(['https://api.test/prefix/', 'http://localhost:8080'])('may be %s', (baseUrl) => {
    expect(() => createClient({ baseUrl, apiKey: ` ${KEY}\n` })).not.toThrow();
  });

  // A regular expression that begins at every slash would take time in its square.
  test('that is very long is read in time linear in its length', () => {
    const create = (length: number): unknown =>
      createClient({ baseUrl: `https://api.test/${'/'.repeat(length)}x`, apiKey: KEY });
    expect(growthOf(create, 20_000)).toBeLessThanOrEqual(LINEAR_AT_MOST);
  });
});

test.each<[string, Reply, detail: string | undefined, others: object]>([
  [
    'a message',
    { status: 403, json: { message: 'no plan (1/2)' } },
    'no plan (1/2)',
    { serviceMessage: 'no plan (1/2)' },
  ],
  [
    'a redirect',
    { status: 302, headers: { location: 'https://b.test/x?y' } },
    'a redirect to https://b.test',
    { ownDetail: 'a redirect', redirectOrigin: 'https://b.test' },
  ],
  ['a page, which is named in words of ours', { text: '<html>acme</html>' }, HTML_PAGE, { ownDetail: HTML_PAGE }],
  ['no message', { status: 500, json: {} }, undefined, {}],
])('what others said stands apart: %s', async (_, reply, detail, others) => {
  const error = (await errorOf(reply)) as ServiceError;
  const { ownDetail, serviceMessage, redirectOrigin, message, publicMessage } = error;
  const none = { ownDetail: undefined, serviceMessage: undefined, redirectOrigin: undefined };
  expect({ ownDetail, serviceMessage, redirectOrigin }).toEqual({ ...none, ...others });
  expect(error.detail).toBe(detail);
  for (const word of [serviceMessage, redirectOrigin].filter((said) => said !== undefined)) {
    expect([message.includes(word), publicMessage.includes(word)]).toEqual([true, false]);
  }
  expect(Object.keys(error)).toEqual(
    expect.not.arrayContaining(['publicMessage', 'ownDetail', 'serviceMessage', 'host']),
  );
});

// Each class of error: words.test.ts.
describe('whatever a call throws is a ServiceClientError', () => {
  const requestId = ruleRequest.id;

  test.each([undefined, 'ok', { ok: true, json: () => ({}) }, { status: 200, headers: new Headers(), body: '{}' }])(
    'also where `fetch` returns no response but %j',
    async (response) => {
      const fetch = () => Promise.resolve(response as never);
      const error = await rejection(recordingClient({ baseUrl: 'https://x.test', fetch }).client.user.get());
      expect(isServiceError(error)).toBe(true);
    },
  );

  // The name of an error is whatever somebody called it.
  test('but a fetch of your own that throws an error of that name is only one that gave no answer', async () => {
    const thrown = Object.assign(new Error('of another library'), { name: 'ConfigurationError' });
    const { client, waits } = recordingClient({ baseUrl: 'https://x.test', fetch: () => Promise.reject(thrown) });
    const error = await rejection(client.user.get());
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
