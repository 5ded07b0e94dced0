// The rules of faults: which requests they meet, how they are said and set.
import { createFaults, FaultRuleError, parseFault } from '../../sandbox/faults.ts';
import { type ServiceHandle, startService } from '../../sandbox/service/service.ts';
import { smallWorld, smallWorldKeys } from '../../sandbox/service/small-world.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../jest.ts';

const nowMs = 1_800_000_000_000;
const faults = createFaults();
let service: ServiceHandle;

beforeAll(async () => {
  service = await startService({ data: smallWorld(nowMs), faults });
});
beforeEach(() => {
  faults.clear();
  service.state.replaceData(smallWorld(nowMs));
});
afterAll(() => service.close());

const authorization = `Bearer ${smallWorldKeys.live}`;
const bugs = '/public/v1/bugs?repo_id=repo_one&status=pending';

function set(...rules: string[]): void {
  for (const rule of rules) faults.add(parseFault(rule));
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
  ['GET *user first=2', [503, 503, 200, 200, 200, 200]],
  ['* /public/v1/* from=4', [200, 200, 200, 503, 503, 503]],
  ['GET *', [503, 503, 503, 503, 503, 503]],
  ['POST *', [200, 200, 200, 200, 200, 200]],
  ['GET /public/v1', [200, 200, 200, 200, 200, 200]],
])('a rule meets these requests: %s', async (match, expected) => {
  set(`${match} status=503`);
  expect(await statuses(6)).toEqual(expected);
});

test('a path with a query is held against both; of several due rules the first happens, and all of them count', async () => {
  set('GET /public/v1/repos?*offset=1* status=503', 'GET * nth=2 status=500', 'GET * first=3 status=502');
  expect(await statuses(2, '/public/v1/repos?limit=1&offset=1')).toEqual([503, 503]);
  expect(await statuses(2, '/public/v1/repos?offset=0')).toEqual([502, 200]);
  expect(faults.list()).toMatchObject([
    { matched: 2, fired: 2 },
    { matched: 4, fired: 0 },
    { matched: 4, fired: 1 },
  ]);
});

test.each([
  ['from=2 drift=1', ['bug_1/3', 'bug_5/3', '/3']],
  ['from=2 drift=-1', ['bug_1/3', 'bug_1/3', 'bug_4/3']],
  ['nth=2 drift drop=1', ['bug_1/3', '/3', 'bug_5/3']],
])('pages drift: %s', async (rule, expected) => {
  set(`GET /public/v1/bugs ${rule}`);
  const seen: string[] = [];
  for (const offset of [0, 1, 2]) {
    const response = await fetch(`${service.url}${bugs}&limit=1&offset=${offset}`, { headers: { authorization } });
    const page = (await response.json()) as { bugs: { id: string }[]; total: number };
    seen.push(`${page.bugs.map(({ id }) => id).join()}/${page.total}`);
  }
  expect(seen).toEqual(expected);
});

// What a client sees of each effect is in contract/failures.test.ts.
test.each(['omit=nowhere', 'wrong-type=bugs.0.nowhere', 'set=no.where value=1'])(
  'an effect that finds nothing leaves the answer as it is, and has not fired: %s',
  async (effect) => {
    const ask = async (): Promise<string> => (await fetch(service.url + bugs, { headers: { authorization } })).text();
    const right = await ask();
    set(`GET * ${effect}`);
    expect(await ask()).toBe(right);
    expect(faults.list()).toMatchObject([{ matched: 1, fired: 0 }]);
  },
);

describe('whether the service did what was asked', () => {
  const review = async (): Promise<string | undefined> => {
    const headers = { authorization, 'content-type': 'application/json' };
    const init = { method: 'POST', body: '{"state":"resolved"}', redirect: 'manual', headers } as const;
    await fetch(`${service.url}/public/v1/bugs/bug_1/review`, init).catch(() => undefined);
    return service.state.bugs[0]?.review?.state;
  };

  test.each(['reset=before', 'html', 'empty', 'redirect=http://127.0.0.1:1/'])(
    '%s: not done, unless applied',
    async (effect) => {
      set(`POST * nth=1 ${effect}`, `POST * nth=2 ${effect} applied`);
      expect([await review(), await review()]).toEqual([undefined, 'resolved']);
    },
  );

  test.each(['reset=middle', 'truncate'])('%s: done', async (effect) => {
    set(`POST * ${effect}`);
    expect(await review()).toBe('resolved');
  });
});

test.each([
  ['', 'begins with a method (GET, POST or *) and a path'],
  ['GET x status=500', 'begins with a method'],
  ['GET /x', 'no effect; allowed: delay, hang, reset, status, html'],
  ['GET /x explode', '"explode" is no word of a rule; when: allowed: nth, first, from; effect'],
  ['GET /x hang truncate', 'a second effect "truncate"; a rule has one'],
  ['GET /x nth=two hang', 'when.n: Invalid type: Expected number but received "two"'],
  ['GET /x reset=later', 'Expected ("before" | "middle" | "after") but received "later"'],
  ['GET /x hang retry-after=1', 'effect.retryAfterSeconds: Invalid key'],
])('"%s" is refused: %s', (text, message) => {
  expect(() => parseFault(text)).toThrow(FaultRuleError);
  expect(() => parseFault(text)).toThrow(message);
});
