// The rules of faults: which requests they meet, what each effect looks like on the wire, how they are said and set.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultRule, FaultRuleError, parseFault, readFault } from '../../sandbox/faults.ts';
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

async function statuses(count: number, path = '/public/v1/user'): Promise<number[]> {
  const seen: number[] = [];
  for (let asked = 0; asked < count; asked += 1) {
    const response = await fetch(service.url + path, { headers: { authorization } });
    await response.arrayBuffer();
    seen.push(response.status);
  }
  return seen;
}

test.each([
  ['GET /public/v1/user nth=2', [200, 503, 200, 200, 200, 200]],
  ['GET ~/v1/(user|repos)$ first=2', [503, 503, 200, 200, 200, 200]],
  ['* /public/v1/* from=4', [200, 200, 200, 503, 503, 503]],
  ['GET *user every=3', [200, 200, 503, 200, 200, 503]],
  ['GET * probability=0', [200, 200, 200, 200, 200, 200]],
  ['GET *', [503, 503, 503, 503, 503, 503]],
  ['POST *', [200, 200, 200, 200, 200, 200]],
  ['GET /public/v1', [200, 200, 200, 200, 200, 200]],
  ['GET ~^/v1/', [200, 200, 200, 200, 200, 200]],
])('a rule meets these requests: %s', async (match, expected) => {
  set(`${match} status=503`);
  expect(await statuses(6)).toEqual(expected);
});

test('a path with a query is held against both; of several due rules the first happens, and all of them count', async () => {
  set('GET /public/v1/repos?*offset=1* status=503', 'GET * nth=2 status=500', 'GET * first=3 status=502');
  expect(await statuses(2, '/public/v1/repos?limit=1&offset=1')).toEqual([503, 503]);
  expect(await statuses(2, '/public/v1/repos?offset=0')).toEqual([502, 200]);
  expect(service.faults.list()).toMatchObject([
    { matched: 2, fired: 2 },
    { matched: 4, fired: 0 },
    { matched: 4, fired: 1 },
  ]);
});

describe('an effect on the wire', () => {
  const html = { 'content-type': 'text/html' };
  test.each<[string, object, (whole: string) => unknown]>([
    ['hang', { status: 0, end: 'open' }, () => ''],
    ['hang=middle', { status: 200, end: 'open' }, halfOf],
    ['reset=before', { status: 0, end: 'ECONNRESET' }, () => ''],
    ['reset=middle', { status: 200, end: 'ECONNRESET' }, halfOf],
    ['reset=after', { status: 200, end: 'ECONNRESET' }, (whole) => whole],
    ['empty', { status: 200, end: 'open', headers: { 'content-length': '0' } }, () => ''],
    ['status=429 body={"a":1} header=x-limit:0', { status: 429, headers: { 'x-limit': '0' } }, () => '{"a":1}'],
    ['html', { status: 200, headers: html }, () => expect.stringContaining('<!doctype html>')],
    [
      'redirect=http://127.0.0.1:1/x code=307',
      { status: 307, headers: { location: 'http://127.0.0.1:1/x' } },
      () => '',
    ],
  ])('is there: %s', async (effect, expected, bodyOf) => {
    const { body } = await ask(bugs);
    set(`GET * ${effect}`);
    expect(await ask(bugs)).toMatchObject({ ...expected, body: bodyOf(body) });
  });

  const untitled = expect.not.objectContaining({ title: expect.anything() }) as unknown;
  test.each<[string, object]>([
    ['status=503 retry-after=7', { type: 'INTERNAL_ERROR', statusCode: 503 }],
    ['status=403', { type: 'AUTHORIZATION_ERROR', statusCode: 403 }],
    ['omit=bugs.*.title', { bugs: [untitled, untitled, untitled], total: 3 }],
    ['omit=/bugs/0', { bugs: [{ id: 'bug_4' }, { id: 'bug_5' }], total: 3 }],
    ['wrong-type=total', { total: 'of the wrong type' }],
    ['wrong-type=bugs.0.title', { bugs: [{ title: 42 }, {}, {}] }],
    ['set=bugs.0.review value={"state":"escalated"}', { bugs: [{ review: { state: 'escalated' } }, {}, {}] }],
  ])('changes the JSON, and not the world: %s', async (effect, expected) => {
    set(`GET * ${effect}`);
    const { body, headers } = await ask(bugs);
    expect(JSON.parse(body)).toMatchObject(expected);
    expect(headers['retry-after']).toBe(effect.includes('retry-after') ? '7' : undefined);
    expect(service.state.bugs[0]?.title).toBe('Finding 1');
  });

  test.each(['omit=nowhere', 'wrong-type=bugs.0.nowhere', 'set=no.where value=1'])(
    'finds nothing: the answer is right, and the rule has not fired: %s',
    async (effect) => {
      const right = await ask(bugs);
      set(`GET * ${effect}`);
      expect((await ask(bugs)).body).toEqual(right.body);
      expect(service.faults.list()).toMatchObject([{ matched: 1, fired: 0 }]);
    },
  );

  test('cuts JSON, with a length that agrees; or makes it too large, declared or not; or late', async () => {
    set(
      'GET * first=1 truncate',
      'GET * nth=2 oversize',
      'GET * nth=3 oversize=20000000 chunked',
      'GET * from=4 delay=50',
    );
    const cut = await ask(bugs);
    expect(cut).toMatchObject({ end: 'open', headers: { 'content-length': String(Buffer.byteLength(cut.body)) } });
    expect(() => JSON.parse(cut.body) as unknown).toThrow(SyntaxError);
    const sizes: unknown[] = [];
    for (let asked = 0; asked < 2; asked += 1) {
      const response = await fetch(service.url + bugs, { headers: { authorization } });
      sizes.push(response.headers.get('content-length'), (await response.arrayBuffer()).byteLength);
    }
    expect(sizes).toEqual([String(12 * 1024 * 1024), 12 * 1024 * 1024, null, 20_000_000]);
    const beganMs = performance.now();
    expect(await statuses(1)).toEqual([200]);
    expect(performance.now() - beganMs).toBeGreaterThanOrEqual(49);
  });
});

function halfOf(body: string): string {
  return body.slice(0, Math.ceil(body.length / 2));
}

test.each([
  ['from=2 drift=1', ['bug_1/3', 'bug_5/3', '/3']],
  ['from=2 drift=-1 total=change', ['bug_1/3', 'bug_1/4', 'bug_4/4']],
  ['nth=2 drift drop=1', ['bug_1/3', '/3', 'bug_5/3']],
])('pages drift: %s', async (rule, expected) => {
  set(`GET /public/v1/bugs ${rule}`);
  const seen: string[] = [];
  for (const offset of [0, 1, 2]) {
    const { body } = await ask(`${bugs}&limit=1&offset=${offset}`);
    const page = JSON.parse(body) as { bugs: { id: string }[]; total: number };
    seen.push(`${page.bugs.map(({ id }) => id).join()}/${page.total}`);
  }
  expect(seen).toEqual(expected);
});

describe('whether the service did what was asked', () => {
  const review = (turns = QUIET_TURNS): Promise<RawResponse> =>
    ask('/public/v1/bugs/bug_1/review', { method: 'POST', body: '{"state":"resolved"}', turns });
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

  test('delay: not done where the client left meanwhile', async () => {
    set('POST * delay=60');
    expect(await review(1)).toMatchObject({ status: 0 });
    await sleep(90);
    expect(state()).toBeUndefined();
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
      { path: { regex: '^/public/' }, when: { kind: 'probability', p: 0.25 }, effect: { kind: 'reset', at: 'middle' } },
    ],
    ['POST * hang applied', { method: 'POST', path: '*', effect: { kind: 'hang', at: 'before' }, applied: true }],
  ])('%s', (text, rule) => {
    expect(parseFault(text)).toEqual(rule);
    expect(readFault(JSON.parse(JSON.stringify(rule)))).toEqual(rule);
  });

  test.each([
    ['', 'begins with a method (GET, POST or *) and a path'],
    ['GET x status=500', 'begins with a method'],
    ['GET /x', 'no effect; allowed: delay, hang, reset, status, html'],
    ['GET /x explode', '"explode" is no word of a rule; when: allowed: nth, first, from, every'],
    ['GET /x hang truncate', 'a second effect "truncate"; a rule has one'],
    ['GET /x nth=two hang', 'when.n: Invalid type: Expected number but received "two"'],
    ['GET /x reset=later', 'Expected ("before" | "middle" | "after") but received "later"'],
    ['GET /x hang retry-after=1', 'effect.retryAfterSeconds: Invalid key'],
    ['GET ~( hang', 'path.regex: no regular expression'],
  ])('"%s" is refused: %s', (text, message) => {
    expect(() => parseFault(text)).toThrow(FaultRuleError);
    expect(() => parseFault(text)).toThrow(message);
  });
});

test('/sandbox/faults takes rules as JSON or in words, lists and clears them, refuses others and browsers; no key', async () => {
  const control = async (method: string, body?: string, headers = {}): Promise<unknown> => {
    const init = { method, headers, ...(body === undefined ? {} : { body }) };
    const response = await fetch(`${service.url}/sandbox/faults`, init);
    return { status: response.status, ...((await response.json()) as object) };
  };
  const rule: FaultRule = { path: '/public/v1/user', effect: { kind: 'status', status: 503 } };
  expect(await control('POST', JSON.stringify(rule))).toMatchObject({ status: 200 });
  expect(await control('POST', '* * reset=before')).toMatchObject({ status: 200 });
  expect(await control('POST', 'GET /x explode')).toMatchObject({ status: 400 });
  expect(await control('DELETE', undefined, { origin: 'https://example.com' })).toMatchObject({ status: 403 });
  expect(await statuses(2)).toEqual([503, 503]);
  expect(await control('GET')).toMatchObject({
    faults: [
      { rule, matched: 2, fired: 2 },
      { rule: { effect: { kind: 'reset' } }, matched: 2 },
    ],
  });
  expect(await control('DELETE')).toEqual({ status: 200, faults: [] });
  expect(await statuses(1)).toEqual([200]);
});
