// The rule that a request in memory is answered, recorded and broken off as one over a socket: each row is asked both ways.
import { createFaults, type FaultEffect, parseFault } from '../../sandbox/faults.ts';
import type { RecordedRequest } from '../../sandbox/http.ts';
import { type ServiceHandle, startService } from '../../sandbox/service/service.ts';
import { smallWorld, smallWorldKeys } from '../../sandbox/service/small-world.ts';
import { openConnections } from '../../src/net/connections.ts';
import type { FetchInit, FetchLike, FetchResponse } from '../../src/net/fetch.ts';
import { createTestClock } from '../harness/clock.ts';
import { runGateIn } from '../harness/sandbox.ts';
import { failingWorld } from '../harness/worlds.ts';
import { afterAll, beforeAll, describe, expect, test } from '../jest.ts';

const nowMs = 1_800_000_000_000;
const faults = createFaults();
const connections = openConnections({});
let service: ServiceHandle;

beforeAll(async () => {
  service = await startService({ data: smallWorld(nowMs), now: () => nowMs, faults });
});
afterAll(async () => {
  await connections.close();
  await service.close();
});

const authorization = `Bearer ${smallWorldKeys.live}`;
const bugs = '/public/v1/bugs?repo_id=repo_one&status=pending';
const review: FetchInit = {
  method: 'POST',
  headers: { Authorization: authorization, 'content-type': 'application/json' },
  body: '{"state":"resolved","notes":"\ud83d\ude00 caf\u00e9"}',
};

/** How one request went, and what the service noted of it. */
interface Exchange {
  readonly end: unknown;
  readonly recorded: readonly Partial<RecordedRequest>[];
  readonly fired: readonly number[];
}

/** How the request is sent, and what becomes of it meanwhile. */
interface Question {
  readonly path?: string;
  readonly init?: FetchInit;
  readonly rules?: readonly string[];
  /** Whether the client leaves as soon as the service has the request, or its answer has begun. */
  readonly leaves?: 'waiting' | 'reading';
}

/** Asks in memory, then over a socket, each time with the same world and the same faults. */
async function askBoth(question: Question): Promise<{ readonly memory: Exchange; readonly socket: Exchange }> {
  return { memory: await ask(question, service.fetch), socket: await ask(question, connections.fetch) };
}

async function ask({ path = bugs, init = {}, rules = [], leaves }: Question, fetch: FetchLike): Promise<Exchange> {
  service.state.replaceData(smallWorld(nowMs));
  faults.clear();
  for (const rule of rules) faults.add(parseFault(rule));
  const from = service.requests.length;
  const leaving = new AbortController();
  const request = { headers: { authorization }, redirect: 'manual', signal: leaving.signal, ...init } as const;
  const asked = fetch(service.url + path, request);
  const end = asked.then(
    async (response) => {
      if (leaves === 'reading') leaving.abort('left while reading');
      return await readAnswer(response);
    },
    (error: unknown) => ['no answer', toWords(error)],
  );
  if (leaves === 'waiting') {
    await until(() => service.requests.length > from && faults.list().every(({ matched }) => matched > 0));
    leaving.abort('left while waiting');
  }
  const ended = await end;
  // A fault whose client has left is through a little later.
  await until(() => faults.list().every(({ rule, fired }) => rule.effect.kind !== 'delay' || fired > 0));
  const recorded = service.requests.slice(from);
  return {
    end: ended,
    recorded: recorded.map((each) => ({ ...each })),
    fired: faults.list().map(({ fired }) => fired),
  };
}

/** Lets everything else go on until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

/** Those of the connection, and when it was: neither is of the answer. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);

async function readAnswer(response: FetchResponse): Promise<unknown> {
  const { status, body } = response;
  const names = [...(response.headers as unknown as { keys(): Iterable<string> }).keys()].toSorted();
  const headers = names
    .filter((name) => !OF_THE_CONNECTION.has(name))
    .map((name) => `${name}: ${response.headers.get(name)}`);
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) chunks.push(chunk);
  } catch (error) {
    return { status, headers, begins: Buffer.concat(chunks).toString(), broke: toWords(error) };
  }
  return { status, headers, body: body === null ? null : Buffer.concat(chunks).toString() };
}

function toWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = (error.cause ?? {}) as { readonly code?: string };
  return `${error.name}: ${error.message}${code === undefined ? '' : ` (${code})`}`;
}

describe('what is asked arrives, and is answered:', () => {
  test.each<[string, Question]>([
    ['a list', {}],
    ['a text with characters of two and four bytes', { path: '/public/v1/bugs/bug_1/review', init: review }],
    ['half of a surrogate pair', { path: '/public/v1/bugs/bug_1/review', init: { ...review, body: '"\ud83d"' } }],
    [
      'a body without a type',
      { path: '/public/v1/bugs/bug_1/review', init: { ...review, headers: { authorization } } },
    ],
    ['no key', { init: { headers: {} } }],
    [
      'names of headers in other case, with values that have space around',
      { init: { headers: { AUTHORIZATION: ` ${authorization}\t`, 'X-More': 'a  b' } } },
    ],
    [
      'headers of our own instead of those of fetch',
      { init: { headers: { authorization, accept: 'application/json', 'User-Agent': 'us' } } },
    ],
    ['a path that is encoded, and is not', { path: '/public/v1/bugs/a%2Fb c%C3%A9\u00e9?q="x"&y=%zz#end' }],
    ['two slashes in front', { path: '//public/v1/user' }],
    ['dots', { path: '/public/v1/bugs/../user' }],
    ['nothing that there is', { path: '/nowhere', init: { method: 'DELETE', headers: { authorization } } }],
    ['a value that no header may have', { init: { headers: { authorization: 'Bearer a\nb' } } }],
    ['a value that is no byte', { init: { headers: { authorization: 'Bearer \u20ac' } } }],
    ['by somebody who has left before', { init: { signal: AbortSignal.abort('too late') } }],
    ['by somebody who leaves while the answer comes', { leaves: 'reading', rules: ['GET * hang=middle'] }],
  ])('%s', async (_, question) => {
    const { memory, socket } = await askBoth(question);
    expect(memory).toEqual(socket);
  });
});

/** Every effect of `sandbox/faults.ts` has a row; the compiler sees to it. */
const effects: Readonly<Record<FaultEffect['kind'], readonly string[]>> = {
  delay: ['delay=1'],
  hang: ['hang=before', 'hang=middle'],
  reset: ['reset=before', 'reset=middle', 'reset=after', 'reset=before applied'],
  status: [
    'status=503 retry-after=60',
    'status=429',
    'status=204 body=""',
    'status=304 body=""',
    'status=200 body={"bugs":[]}',
  ],
  html: ['html', 'html=502'],
  truncate: ['truncate'],
  omit: ['omit=bugs.0', 'omit=nowhere'],
  'wrong-type': ['wrong-type=total'],
  set: ['set=total value=null'],
  empty: ['empty', 'empty=503'],
  oversize: ['oversize=200000', 'oversize=200000 chunked'],
  redirect: ['redirect=http://127.0.0.1:1/x', 'redirect=http://127.0.0.1:1/ code=308'],
  drift: ['drift=1', 'drift drop=1'],
};

describe('what goes wrong goes wrong alike:', () => {
  test.each(Object.values(effects).flat())('%s', async (words) => {
    const isOpen = words.startsWith('hang');
    const leaves = words === 'hang=before' ? 'waiting' : 'reading';
    const { memory, socket } = await askBoth({ rules: [`GET * ${words}`], ...(isOpen ? { leaves } : {}) });
    expect(memory).toEqual(socket);
    expect(memory.fired).toEqual([words === 'omit=nowhere' ? 0 : 1]);
  });

  test('a client that leaves during a delay is not answered, and nothing is done', async () => {
    const { memory, socket } = await askBoth({
      path: '/public/v1/bugs/bug_1/review',
      init: review,
      rules: ['POST * delay=600000', 'POST * status=500'],
      leaves: 'waiting',
    });
    expect(memory).toEqual(socket);
    expect([memory.end, memory.fired, memory.recorded[0]?.status]).toEqual([
      ['no answer', 'left while waiting'],
      [1, 0],
      undefined,
    ]);
  });
});

test('no redirect is followed in memory', async () => {
  await expect(service.fetch(service.url + bugs)).rejects.toThrow('ask for "manual"');
});

test('a whole run asks the same and leaves the same behind', async () => {
  const world = failingWorld();
  const startMs = Date.now();
  const leftBy = async (hasSockets: boolean): Promise<unknown> => {
    const run = await runGateIn(world, { hasSockets, now: () => startMs, clock: createTestClock(startMs, true) });
    const { outputs, summary, comment, requests, sandbox } = run;
    const sent = [...requests.service, ...requests.github].map(({ method, url, headers, body, status }) => {
      // undici joins the names in its own order.
      return JSON.stringify([method, url, Object.entries(headers).toSorted(), body, status]);
    });
    return JSON.parse(
      JSON.stringify({ outputs, summary, comment, sent: sent.toSorted() })
        .replaceAll(sandbox.service.url.slice('http://'.length), 'service.test')
        .replaceAll(sandbox.github.url.slice('http://'.length), 'github.test')
        .replaceAll(/digest=[0-9a-f]{16}/gu, 'digest=<digest>'),
    ) as unknown;
  };
  expect(await leftBy(false)).toEqual(await leftBy(true));
});
