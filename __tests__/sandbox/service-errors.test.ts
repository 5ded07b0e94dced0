// What the local service refuses: each error type, each bound, each way in without permission.
import { type ServiceHandle, startService } from '../../sandbox/service/service.ts';
import { smallWorld, smallWorldKeys } from '../../sandbox/service/small-world.ts';
import { afterAll, beforeAll, describe, expect, test } from '../jest.ts';

let service: ServiceHandle;
beforeAll(async () => {
  service = await startService({ data: smallWorld(1_800_000_000_000) });
});
afterAll(() => service.close());

const json = { 'content-type': 'application/json' };
const key = (value: string): Record<string, string> => ({ authorization: `Bearer ${value}` });

interface Asked {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function call(path: string, init: Asked = {}): Promise<unknown> {
  const headers = { ...key(smallWorldKeys.live), ...init.headers };
  const response = await fetch(service.url + path, { ...init, headers });
  const body = (await response.json()) as object;
  return { ...body, status: response.status };
}

const endpoints = [
  ['POST', '/public/v1/rules'],
  ['GET', '/public/v1/rules?repo_id=repo_one'],
  ['GET', '/public/v1/rules/requests?repo_id=repo_one'],
  ['GET', '/public/v1/rules/requests/rcr_known'],
  ['GET', '/public/v1/rules/rule_known'],
  ['GET', '/public/v1/bugs?repo_id=repo_one&status=pending'],
  ['GET', '/public/v1/bugs/bug_1'],
  ['POST', '/public/v1/bugs/bug_1/review'],
  ['GET', '/public/v1/user'],
  ['GET', '/public/v1/repos'],
  ['GET', '/public/v1/scans?repo_id=repo_one'],
] as const;

describe('SERVICE_AUTHENTICATION_ERROR', () => {
  const refusal = { status: 401, statusCode: 401, type: 'SERVICE_AUTHENTICATION_ERROR' };

  test.each(endpoints)('%s %s demands a key', async (method, path) => {
    expect(await call(path, { method, headers: { authorization: '' } })).toMatchObject(refusal);
  });

  test.each([
    ['an unknown key', 'Bearer svc_live_unknown'],
    ['a key without the prefix', 'Bearer small'],
    ['another scheme', `Basic ${smallWorldKeys.live}`],
    ['no scheme', smallWorldKeys.live],
  ])('%s is no key', async (_what, authorization) => {
    const answer = await call('/public/v1/user', { headers: { authorization } });
    expect(answer).toMatchObject(refusal);
  });

  test('the scheme is read in any case', async () => {
    const headers = { authorization: `bearer ${smallWorldKeys.live}` };
    expect(await call('/public/v1/user', { headers })).toMatchObject({ status: 200 });
  });
});

describe('AUTHORIZATION_ERROR', () => {
  test.each(endpoints)('a key that may only read: %s %s', async (method, path) => {
    const answer = await call(path, { method, headers: key(smallWorldKeys.readOnly) });
    expect(answer).toMatchObject(
      method === 'GET'
        ? { status: 200 }
        : { status: 403, type: 'AUTHORIZATION_ERROR', statusCode: 403, requiredRole: 'admin' },
    );
  });
});

describe('NOT_FOUND', () => {
  test.each([
    ['bug', '/public/v1/bugs/bug_unknown'],
    ['rule', '/public/v1/rules/rule_unknown'],
    ['rule request', '/public/v1/rules/requests/rcr_unknown'],
    ['repo', '/public/v1/bugs?repo_id=repo_unknown&status=pending'],
    ['repo', '/public/v1/scans?repo_id=repo_unknown'],
    ['repo', '/public/v1/rules?repo_id=repo_unknown'],
    ['repo', '/public/v1/rules/requests?repo_id=repo_unknown'],
  ])('an unknown %s: %s', async (resource, path) => {
    expect(await call(path)).toMatchObject({
      status: 404,
      statusCode: 404,
      type: 'NOT_FOUND',
      resource,
    });
  });

  test.each(['/public/v1/bugs/repo_one', '/public/v1/rules/requests/bug_1', '/public/v1/rules/x'])(
    'an identifier of another kind: %s',
    async (path) => {
      expect(await call(path)).toMatchObject({ status: 404, type: 'NOT_FOUND' });
    },
  );

  test.each([
    ['GET', '/public/v1/nothing'],
    ['GET', '/public/v2/user'],
    ['GET', '/public/v1/user/'],
    ['GET', '//public/v1/user'],
    ['GET', '/public/v1/bugs/bug_%E0%A4%A'],
    ['DELETE', '/public/v1/bugs/bug_1'],
  ])('no endpoint: %s %s', async (method, path) => {
    expect(await call(path, { method })).toMatchObject({ status: 404, type: 'NOT_FOUND' });
  });

  test('a review of an unknown bug, a rule for an unknown repository', async () => {
    const review = { method: 'POST', headers: json, body: '{"state":"resolved"}' };
    expect(await call('/public/v1/bugs/bug_unknown/review', review)).toMatchObject({ status: 404 });
    const rule = { method: 'POST', headers: json, body: '{"repo_id":"repo_unknown","input":{}}' };
    expect(await call('/public/v1/rules', rule)).toMatchObject({ status: 404 });
  });
});

describe('UNKNOWN_WORKFLOW_REQUEST', () => {
  test.each([
    ['no scan has', 'repo_id=repo_one&workflow_request_id=wr_unknown'],
    ['a scan of another repository has', 'repo_id=repo_two&workflow_request_id=wr_old'],
  ])('an id that %s', async (_what, query) => {
    expect(await call(`/public/v1/bugs?status=pending&${query}`)).toMatchObject({
      status: 404,
      type: 'UNKNOWN_WORKFLOW_REQUEST',
    });
  });
});

describe('INVALID_QUERY_PARAMS', () => {
  const lists = [
    '/public/v1/bugs?repo_id=repo_one&status=pending',
    '/public/v1/repos?',
    '/public/v1/scans?repo_id=repo_one',
  ];
  const bad = [
    'limit=0',
    'limit=101',
    'limit=1.5',
    'limit=x',
    'limit=',
    'limit=1&limit=2',
    'limit=%2B5',
    'limit=5%20',
    'limit=05',
  ];
  const badOffset = ['offset=-1', 'offset=0.5', 'offset=x', 'offset=%20', 'offset=1e3'];
  const cases = lists.flatMap((list) => [...bad, ...badOffset].map((query) => [list, query] as const));

  test.each(cases)('%s with %s', async (list, query) => {
    expect(await call(`${list}&${query}`)).toMatchObject({
      status: 400,
      statusCode: 400,
      type: 'INVALID_QUERY_PARAMS',
    });
  });

  test.each(['limit=1', 'limit=100', 'offset=0', 'limit=100&offset=1000000'])(
    'the bounds themselves are allowed: %s',
    async (query) => {
      for (const list of lists) expect(await call(`${list}&${query}`)).toMatchObject({ status: 200 });
    },
  );

  test.each([
    '/public/v1/bugs?status=pending',
    '/public/v1/bugs?repo_id=repo_one',
    '/public/v1/bugs?repo_id=repo_one&status=open',
    '/public/v1/bugs?repo_id=one&status=pending',
    '/public/v1/bugs?repo_id=repo_one&status=pending&workflow_request_id=old',
    '/public/v1/scans',
    '/public/v1/rules',
    '/public/v1/rules/requests?repo_id=x',
    '/public/v1/user?verbose=true',
    '/public/v1/rules?repo_id=repo_one&limit=10',
  ])('missing, of another form, or unknown: %s', async (path) => {
    expect(await call(path)).toMatchObject({ status: 400, type: 'INVALID_QUERY_PARAMS' });
  });

  test('the message and the details name every mistake', async () => {
    const answer = await call('/public/v1/bugs?repo_id=repo_one&status=open&limit=0');
    expect(answer).toMatchObject({
      message:
        '/query/status must be equal to one of the allowed values: ["pending","resolved","dismissed"]; /query/limit must be >= 1',
      details: { mistakes: [{ path: '/query/status' }, { path: '/query/limit' }] },
    });
  });
});

describe('INVALID_REQUEST_BODY', () => {
  const review = '/public/v1/bugs/bug_1/review';
  const rules = '/public/v1/rules';

  test.each([
    [review, '{"state":"dismissed"}'],
    [review, '{"state":"dismissed","dismissalReason":"because"}'],
    [review, '{"state":"open"}'],
    [review, '{}'],
    [review, '{"state":"resolved","notes":5}'],
    [review, '{"state":"resolved","reason":"other"}'],
    [review, '[]'],
    [review, 'null'],
    [review, '"resolved"'],
    [review, '{"state":'],
    [review, ''],
    [rules, '{"input":{}}'],
    [rules, '{"repo_id":"repo_one"}'],
    [rules, '{"repo_id":"one","input":{}}'],
    [rules, '{"repo_id":"repo_one","input":{"bugIds":["1"]}}'],
    [rules, '{"repo_id":"repo_one","input":{"commitShas":"abc"}}'],
    [rules, '{"repo_id":"repo_one","input":{"rule":"x"}}'],
  ])('POST %s %s', async (path, body) => {
    expect(await call(path, { method: 'POST', headers: json, body })).toMatchObject({
      status: 400,
      statusCode: 400,
      type: 'INVALID_REQUEST_BODY',
    });
  });

  test('a body that is not declared as JSON', async () => {
    const headers = { 'content-type': 'text/plain' };
    const answer = await call(review, { method: 'POST', headers, body: '{"state":"resolved"}' });
    expect(answer).toMatchObject({
      type: 'INVALID_REQUEST_BODY',
      message: '/body content-type must be application/json, not text/plain',
    });
  });

  test('a refused review changes nothing', () => {
    expect(service.state.bugs.find((bug) => bug.id === 'bug_1')?.review).toBeUndefined();
  });
});
