// The rules of faults: which requests they meet, what each effect looks like on the wire, how they are said and set.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFaults, type FaultRule, FaultRuleError, parseFault, readFault } from '../../sandbox/faults.ts';
import { type ServiceHandle, startService } from '../../sandbox/service/service.ts';
import { smallWorld, smallWorldKeys } from '../../sandbox/service/small-world.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../jest.ts';

const nowMs = 1_800_000_000_000;
let service: ServiceHandle;

beforeAll(async () => {
  service = await startService({ data: smallWorld(nowMs) });
});
beforeEach(() => {
  service.faults.clear();
  service.state.replaceData(smallWorld(nowMs));
});
afterAll(() => service.close());

const authorization = `Bearer ${smallWorldKeys.live}`;
const bugs = '/public/v1/bugs?repo_id=repo_one&status=pending';

/** What a bare socket sees of one exchange. */
interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How the connection was left: still open after a silence, closed, or an error code. */
  readonly end: string;
}

/** Turns of the event loop, which both ends share, after which nothing more is under way: no time that a busy machine stretches. */
const QUIET_TURNS = 20;

/** Asks over a bare socket, and leaves once so many turns bring nothing more. */
async function ask(path: string, { method = 'GET', body = '', turns = QUIET_TURNS } = {}): Promise<RawResponse> {
  const { port } = new URL(service.url);
  const before = service.requests.length;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: ${authorization}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  let text = '';
  let end = 'closed';
  const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1');
  socket.on('data', (chunk: string) => (text += chunk));
  socket.on('error', (error: NodeJS.ErrnoException) => (end = error.code ?? error.message));
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  while (service.requests.length === before) await sleep(1);
  for (let quiet = 0, length = 0; quiet < turns && !socket.closed; quiet += 1) {
    await sleep(1);
    if (text.length > length) quiet = 0;
    length = text.length;
  }
  if (!socket.closed) end = 'open';
  socket.destroy();
  return toRawResponse(text, end);
}

function toRawResponse(text: string, end: string): RawResponse {
  const [head = '', ...body] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => line.split(/: ?(.*)/s).slice(0, 2));
  return {
    status: Number(statusLine.split(' ')[1] ?? 0),
    headers: Object.fromEntries(headers.map(([name = '', value = '']) => [name.toLowerCase(), value])),
    body: body.join('\r\n\r\n'),
    end,
  };
}

function set(...rules: string[]): void {
  for (const rule of rules) service.faults.add(parseFault(rule));
}

async function statuses(count: number, path = '/public/v1/user', { url }: ServiceHandle = service): Promise<number[]> {
  const seen: number[] = [];
  for (let asked = 0; asked < count; asked += 1) {
    const response = await fetch(url + path, { headers: { authorization } });
    await response.arrayBuffer();
    seen.push(response.status);
  }
  return seen;
}

describe('which requests', () => {
  test.each([
    ['nth=2', [200, 503, 200, 200, 200, 200]],
    ['first=2', [503, 503, 200, 200, 200, 200]],
    ['from=4', [200, 200, 200, 503, 503, 503]],
    ['every=3', [200, 200, 503, 200, 200, 503]],
    ['probability=0', [200, 200, 200, 200, 200, 200]],
    ['probability=1', [503, 503, 503, 503, 503, 503]],
    ['', [503, 503, 503, 503, 503, 503]],
  ])('%s', async (when, expected) => {
    set(`GET /public/v1/user ${when} status=503`);
    expect(await statuses(6)).toEqual(expected);
  });

  test.each([
    ['GET /public/v1/user', true],
    ['POST /public/v1/user', false],
    ['* /public/v1/user', true],
    ['GET /public/v1/*', true],
    ['GET *user', true],
    ['GET /public/v1', false],
    ['GET /public/v1/use.', false],
    ['GET ~/v1/(user|repos)$', true],
    ['GET ~^/v1/', false],
  ])('%s: %s', async (match, isHit) => {
    set(`${match} status=503`);
    expect(await statuses(1)).toEqual([isHit ? 503 : 200]);
  });

  test('a path with a query is held against path and query', async () => {
    set('GET /public/v1/repos?*offset=1* status=503');
    expect(await statuses(1, '/public/v1/repos?offset=0')).toEqual([200]);
    expect(await statuses(1, '/public/v1/repos?limit=1&offset=1')).toEqual([503]);
  });

  test('the same seed scatters the same faults, another seed others', async () => {
    const rules = [parseFault('GET * probability=0.5 status=503')];
    const run = async (seed: number): Promise<string> => {
      const faults = createFaults({ rules, seed });
      const own = await startService({ data: smallWorld(nowMs), faults });
      const seen = await statuses(24, '/public/v1/user', own);
      await own.close();
      return seen.join(' ');
    };
    const first = await run(7);
    expect(first).toContain('503');
    expect(first).toContain('200');
    expect(await run(7)).toBe(first);
    expect(await run(8)).not.toBe(first);
  });

  test('of several due rules the first happens, and all of them count', async () => {
    set('GET * nth=2 status=500', 'GET * first=3 status=502');
    expect(await statuses(4)).toEqual([502, 500, 502, 200]);
    expect(service.faults.list()).toMatchObject([
      { matched: 4, fired: 1 },
      { matched: 4, fired: 2 },
    ]);
  });

  test('an injector that is no rule list stands before the rules', async () => {
    const own = await startService({
      data: smallWorld(nowMs),
      faults: {
        intercept: (request, { response }) => {
          if (request.query.get('limit') !== '7') return Promise.resolve(false);
          response.writeHead(418).end();
          return Promise.resolve(true);
        },
      },
    });
    own.faults.add(parseFault('GET * status=503'));
    expect(await statuses(1, '/public/v1/repos?limit=7', own)).toEqual([418]);
    expect(await statuses(1, '/public/v1/repos', own)).toEqual([503]);
    await own.close();
  });
});

describe('effects on the wire', () => {
  test('none: the whole answer, the connection stays open', async () => {
    const wire = await ask(bugs);
    expect(wire).toMatchObject({ status: 200, end: 'open' });
    expect(JSON.parse(wire.body)).toMatchObject({ total: 3 });
  });

  test('delay: the answer is late and right', async () => {
    set('GET * delay=150');
    const beganMs = performance.now();
    expect(await statuses(1)).toEqual([200]);
    expect(performance.now() - beganMs).toBeGreaterThanOrEqual(149);
  });

  test('delay: a client that leaves takes its request along', async () => {
    set('POST * first=1 delay=300');
    const path = '/public/v1/bugs/bug_1/review';
    const review = { method: 'POST', body: '{"state":"resolved"}' };
    const before = service.requests.length;
    expect(await ask(path, { ...review, turns: 1 })).toMatchObject({ status: 0 });
    await sleep(350);
    expect(service.requests).toHaveLength(before + 1);
    const state = (): string | undefined => service.state.bugs[0]?.review?.state;
    expect(state()).toBeUndefined();
    expect(await ask(path, review)).toMatchObject({ status: 200 });
    expect(state()).toBe('resolved');
  });

  test('delay and another effect: late, then wrong', async () => {
    set('GET * status=503', 'GET * delay=150');
    const beganMs = performance.now();
    expect(await statuses(1)).toEqual([503]);
    expect(performance.now() - beganMs).toBeGreaterThanOrEqual(149);
  });

  test('hang: no byte comes, the connection stays open', async () => {
    set('GET * hang');
    expect(await ask(bugs)).toMatchObject({ status: 0, body: '', end: 'open' });
  });

  test('hang=middle: half the body comes, the connection stays open', async () => {
    const whole = await ask(bugs);
    set('GET * hang=middle');
    const wire = await ask(bugs);
    expect(wire).toMatchObject({ status: 200, end: 'open', headers: lengthOf(whole.body) });
    expect(wire.body).toBe(whole.body.slice(0, Math.ceil(whole.body.length / 2)));
  });

  test('reset=before: no byte comes, the connection is reset', async () => {
    set('GET * reset=before');
    expect(await ask(bugs)).toMatchObject({ status: 0, body: '', end: 'ECONNRESET' });
  });

  test('reset=middle: half the body comes, then the connection is reset', async () => {
    const whole = await ask(bugs);
    set('GET * reset=middle');
    const wire = await ask(bugs);
    expect(wire).toMatchObject({ status: 200, end: 'ECONNRESET', headers: lengthOf(whole.body) });
    expect(wire.body).toBe(whole.body.slice(0, Math.ceil(whole.body.length / 2)));
  });

  test('reset=after: the whole body comes, then the connection is reset', async () => {
    const whole = await ask(bugs);
    set('GET * reset=after');
    expect(await ask(bugs)).toMatchObject({ status: 200, body: whole.body, end: 'ECONNRESET' });
  });

  test('status: with an error body in the form of the service', async () => {
    set('GET * status=503 retry-after=7');
    const wire = await ask(bugs);
    expect(wire).toMatchObject({ status: 503, headers: { 'retry-after': '7' } });
    expect(JSON.parse(wire.body)).toMatchObject({ type: 'INTERNAL_ERROR', statusCode: 503 });
  });

  test.each([
    [400, 'INVALID_REQUEST_BODY'],
    [401, 'SERVICE_AUTHENTICATION_ERROR'],
    [403, 'AUTHORIZATION_ERROR'],
    [404, 'NOT_FOUND'],
    [500, 'INTERNAL_ERROR'],
  ])('status=%i has the type %s', async (status, type) => {
    set(`GET * status=${status}`);
    expect(JSON.parse((await ask(bugs)).body)).toMatchObject({ type, statusCode: status });
  });

  test('status: with a body and headers of the rule', async () => {
    set('GET * status=429 body={"type":"SLOW_DOWN"} header=x-limit:0 header=x-from:gateway');
    const wire = await ask(bugs);
    expect(wire).toMatchObject({ status: 429, headers: { 'x-limit': '0', 'x-from': 'gateway' } });
    expect(JSON.parse(wire.body)).toEqual({ type: 'SLOW_DOWN' });
  });

  test('retry-after as a date lies that many seconds ahead', async () => {
    set('GET * status=429 retry-after=date:60');
    const { headers } = await ask(bugs);
    expect(headers['retry-after']).toMatch(/GMT$/);
    const aheadMs = Date.parse(headers['retry-after'] ?? '') - Date.now();
    expect(aheadMs).toBeGreaterThan(55_000);
    expect(aheadMs).toBeLessThanOrEqual(60_000);
  });

  test('html: a page where JSON is due', async () => {
    set('GET * html');
    const wire = await ask(bugs);
    expect(wire).toMatchObject({ status: 200, headers: { 'content-type': 'text/html' } });
    expect(wire.body).toContain('<!doctype html>');
  });

  test('truncate: half the JSON, with a content-length that agrees', async () => {
    set('GET * truncate');
    const wire = await ask(bugs);
    expect(wire).toMatchObject({ status: 200, end: 'open', headers: lengthOf(wire.body) });
    expect(() => JSON.parse(wire.body) as unknown).toThrow(SyntaxError);
  });

  test('empty: no body', async () => {
    set('GET * empty');
    expect(await ask(bugs)).toMatchObject({ status: 200, body: '', headers: lengthOf('') });
  });

  test('oversize: right JSON of 12 MiB, declared', async () => {
    set('GET * oversize');
    const response = await fetch(service.url + bugs, { headers: { authorization } });
    expect(response.headers.get('content-length')).toBe(String(12 * 1024 * 1024));
    expect(await response.json()).toMatchObject({ total: 3 });
  });

  test('oversize chunked: the size is not declared', async () => {
    set('GET * oversize=20000000 chunked');
    const response = await fetch(service.url + bugs, { headers: { authorization } });
    expect(response.headers.get('content-length')).toBeNull();
    expect((await response.arrayBuffer()).byteLength).toBe(20_000_000);
  });

  test('redirect: to another origin', async () => {
    set('GET * redirect=http://127.0.0.1:1/elsewhere');
    expect(await ask(bugs)).toMatchObject({
      status: 302,
      headers: { location: 'http://127.0.0.1:1/elsewhere' },
    });
    service.faults.clear();
    set('GET * redirect=http://127.0.0.1:1/elsewhere code=307');
    expect((await ask(bugs)).status).toBe(307);
  });
});

function lengthOf(body: string): { 'content-length': string } {
  return { 'content-length': String(Buffer.byteLength(body)) };
}

describe('fields', () => {
  const body = async (rule: string): Promise<unknown> => {
    set(rule);
    return JSON.parse((await ask(bugs)).body) as unknown;
  };

  test.each(['bugs.1.title', '/bugs/1/title'])('omit=%s takes a field away', async (field) => {
    const page = (await body(`GET * omit=${field}`)) as { bugs: object[] };
    expect(page.bugs.map((bug) => 'title' in bug)).toEqual([true, false, true]);
  });

  test('omit=bugs.*.title takes it from every element', async () => {
    const page = (await body('GET * omit=bugs.*.title')) as { bugs: object[] };
    expect(page.bugs.map((bug) => 'title' in bug)).toEqual([false, false, false]);
  });

  test('omit=bugs.0 takes an element out of the list', async () => {
    expect(await body('GET * omit=bugs.0')).toMatchObject({
      bugs: [{ id: 'bug_4' }, { id: 'bug_5' }],
      total: 3,
    });
  });

  test.each([
    ['total', 'of the wrong type'],
    ['bugs', 'of the wrong type'],
  ])('wrong-type=%s is another type', async (field, value) => {
    expect(await body(`GET * wrong-type=${field}`)).toMatchObject({ [field]: value });
  });

  test('wrong-type of text is a number', async () => {
    expect(await body('GET * wrong-type=bugs.0.title')).toMatchObject({
      bugs: [{ title: 42 }, {}, {}],
    });
  });

  test('set puts any value in, and makes fields that are not there', async () => {
    const page = await body('GET * set=bugs.0.review value={"state":"escalated","createdAt":1}');
    expect(page).toMatchObject({ bugs: [{ review: { state: 'escalated' } }, {}, {}] });
    service.faults.clear();
    expect(await body('GET * set=total value=1e3')).toMatchObject({ total: 1000 });
  });

  test.each(['omit=nowhere', 'omit=bugs.9.title', 'wrong-type=bugs.0.nowhere', 'set=no.where value=1'])(
    '%s finds nothing: the answer is right, and the rule has not fired',
    async (effect) => {
      const right = await ask(bugs);
      expect(await body(`GET * ${effect}`)).toEqual(JSON.parse(right.body));
      expect(service.faults.list()).toMatchObject([{ matched: 1, fired: 0 }]);
    },
  );

  test('an answer that is spoilt leaves the world as it was', async () => {
    set('GET * omit=bugs.0.title');
    await ask(bugs);
    expect(service.state.bugs[0]?.title).toBe('Finding 1');
  });
});

describe('page drift', () => {
  const pages = async (rule: string): Promise<string[]> => {
    set(rule);
    const seen: string[] = [];
    for (const offset of [0, 1, 2]) {
      const { body } = await ask(`${bugs}&limit=1&offset=${offset}`);
      const page = JSON.parse(body) as { bugs: { id: string }[]; total: number };
      seen.push(`${page.bugs.map(({ id }) => id).join()}/${page.total}`);
    }
    return seen;
  };

  test.each([
    ['from=2 drift=1', ['bug_1/3', 'bug_5/3', '/3']],
    ['from=2 drift=1 total=change', ['bug_1/3', 'bug_5/2', '/2']],
    ['from=2 drift=-1', ['bug_1/3', 'bug_1/3', 'bug_4/3']],
    ['from=2 drift=-1 total=change', ['bug_1/3', 'bug_1/4', 'bug_4/4']],
    ['nth=2 drift drop=1', ['bug_1/3', '/3', 'bug_5/3']],
    ['nth=2 drift drop=1 total=change', ['bug_1/3', '/2', 'bug_5/3']],
  ])('%s', async (rule, expected) => {
    expect(await pages(`GET /public/v1/bugs ${rule}`)).toEqual(expected);
  });

  test('an answer that is no list does not drift', async () => {
    set('GET * drift=1');
    expect((await ask('/public/v1/bugs/bug_1')).status).toBe(200);
    expect(service.faults.list()).toMatchObject([{ fired: 0 }]);
  });
});

describe('whether the service did what was asked', () => {
  const review = (): Promise<RawResponse> =>
    ask('/public/v1/bugs/bug_1/review', { method: 'POST', body: '{"state":"resolved"}' });
  const state = (): string | undefined => service.state.bugs[0]?.review?.state;

  test.each(['reset=before', 'hang', 'status=502', 'html', 'empty', 'redirect=http://127.0.0.1:1/'])(
    '%s: not done, unless applied',
    async (effect) => {
      set(`POST * nth=1 ${effect}`, `POST * nth=2 ${effect} applied`);
      await review();
      expect(state()).toBeUndefined();
      await review();
      expect(state()).toBe('resolved');
    },
  );

  test.each(['reset=middle', 'reset=after', 'truncate', 'omit=state'])('%s: done', async (effect) => {
    set(`POST * ${effect}`);
    await review();
    expect(state()).toBe('resolved');
  });
});

describe('a rule in words', () => {
  test.each<[string, FaultRule]>([
    [
      'GET /public/v1/bugs nth=2 status=503 retry-after=1',
      {
        method: 'GET',
        path: '/public/v1/bugs',
        when: { kind: 'nth', n: 2 },
        effect: { kind: 'status', status: 503, retryAfterSeconds: 1 },
      },
    ],
    [
      '* ~^/public/ probability=0.25 reset=middle',
      {
        path: { regex: '^/public/' },
        when: { kind: 'probability', p: 0.25 },
        effect: { kind: 'reset', at: 'middle' },
      },
    ],
    ['POST * hang applied', { method: 'POST', path: '*', effect: { kind: 'hang', at: 'before' }, applied: true }],
  ])('%s', (text, rule) => {
    expect(parseFault(text)).toEqual(rule);
    expect(readFault(JSON.parse(JSON.stringify(rule)))).toEqual(rule);
  });

  test.each([
    ['', 'begins with a method (GET, POST or *) and a path'],
    ['get /x status=500', 'begins with a method'],
    ['GET x status=500', 'begins with a method'],
    ['GET /x', 'no effect; allowed: delay, hang, reset, status, html'],
    ['GET /x explode', '"explode" is no word of a rule; when: allowed: nth, first, from, every'],
    ['GET /x hang truncate', 'a second effect "truncate"; a rule has one'],
    ['GET /x nth=two hang', 'when.n: Invalid type: Expected number but received "two"'],
    ['GET /x nth=0 hang', 'when.n: Invalid value: Expected >=1 but received 0'],
    ['GET /x status=99', 'effect.status: Invalid value: Expected >=200 but received 99'],
    ['GET /x reset=later', 'Expected ("before" | "middle" | "after") but received "later"'],
    ['GET /x hang retry-after=1', 'effect.retryAfterSeconds: Invalid key'],
    ['GET /x redirect=elsewhere', 'effect.location: Invalid URL: Received "elsewhere"'],
    ['GET /x probability=2 hang', 'when.p: Invalid value: Expected <=1 but received 2'],
    ['GET ~( hang', 'path.regex: no regular expression'],
    ['GET /x drift total=maybe', 'effect.changeTotal: Invalid type: Expected boolean'],
  ])('"%s" is refused: %s', (text, message) => {
    expect(() => parseFault(text)).toThrow(FaultRuleError);
    expect(() => parseFault(text)).toThrow(message);
  });

  test('a rule as JSON is refused with every mistake', () => {
    const rule = { path: '/x', when: { kind: 'nth' }, effect: { kind: 'explode' } };
    expect(() => readFault(rule)).toThrow(/when\.n: .*effect\.kind: .*"delay" \| "hang".*"explode"/);
  });
});

describe('/sandbox/faults', () => {
  const control = async (method: string, body?: string, headers = {}): Promise<unknown> => {
    const init = { method, headers, ...(body === undefined ? {} : { body }) };
    const response = await fetch(`${service.url}/sandbox/faults`, init);
    return { status: response.status, ...((await response.json()) as object) };
  };

  test('takes a rule as JSON or in words, lists them with their counts, and clears them; no key', async () => {
    const rule: FaultRule = { path: '/public/v1/user', effect: { kind: 'status', status: 503 } };
    expect(await control('POST', JSON.stringify(rule))).toMatchObject({ status: 200 });
    expect(await control('POST', 'GET /public/v1/repos html')).toMatchObject({ status: 200 });
    expect(await statuses(2)).toEqual([503, 503]);
    expect(await control('GET')).toMatchObject({
      faults: [
        { rule, matched: 2, fired: 2 },
        { rule: { effect: { kind: 'html' } }, matched: 0 },
      ],
    });
    expect(await control('DELETE')).toEqual({ status: 200, faults: [] });
    expect(await statuses(1)).toEqual([200]);
  });

  test.each(['{"path":', '{"path":"/x"}', 'GET /x explode'])('refuses %s', async (body) => {
    expect(await control('POST', body)).toMatchObject({ status: 400 });
    expect(service.faults.list()).toEqual([]);
  });

  test('is never met by a fault', async () => {
    set('* * reset=before');
    expect(await control('GET')).toMatchObject({ status: 200 });
  });

  test('is not for pages in a browser', async () => {
    const answer = await control('DELETE', undefined, { origin: 'https://example.com' });
    expect(answer).toMatchObject({ status: 403 });
  });
});
