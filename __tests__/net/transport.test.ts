// One exchange after the other: turns, time-outs, retries, redirects, and answers without secrets.
import { getEventListeners } from 'node:events';
import { systemClock } from '../../src/net/clock.ts';
import type { FetchInit, FetchLike } from '../../src/net/fetch.ts';
import { findSurrounding, readNetworkCause } from '../../src/net/network-cause.ts';
import { createRedactor } from '../../src/net/redact.ts';
import {
  createTransport,
  type Exchange,
  MAX_IN_FLIGHT,
  type Transport,
  type TransportOptions,
  type TransportRequest,
} from '../../src/net/transport.ts';
import { describe, expect, test } from '../jest.ts';

const KEY = 'svc_live_aB3xY9kLmN0pQrStUvWx';

function transportOf(fetch: FetchLike, options: Partial<TransportOptions> = {}): Transport {
  return createTransport({
    fetch,
    clock: { ...systemClock, wait: () => Promise.resolve(), after: () => () => undefined },
    redactor: createRedactor([KEY]),
    timeoutMs: 1_000,
    maxBodyBytes: 10_000,
    maxTries: 4,
    signal: undefined,
    ...options,
  });
}

function send(transport: Transport, more: Partial<TransportRequest> = {}): Promise<Exchange> {
  return transport.send({
    url: 'https://service.example/a',
    method: 'GET',
    headers: {},
    body: undefined,
    retryDelayMs: () => null,
    ...more,
  });
}

const answering =
  (text: string | null, init?: ResponseInit): FetchLike =>
  () =>
    Promise.resolve(new Response(text, init));

/** Lets everything run that is not waiting for something. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("this machine's clock", () => {
  test('waits, and leaves no listener', async () => {
    const { signal } = new AbortController();
    await systemClock.wait(1, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test.each([0, 5])('stops waiting with the reason of a signal, aborted after %i ms', async (ms) => {
    const reason = new Error('enough');
    const end = new AbortController();
    if (ms === 0) end.abort(reason);
    else
      setTimeout(() => {
        end.abort(reason);
      }, ms);
    await expect(systemClock.wait(2 ** 40, end.signal)).rejects.toBe(reason);
    expect(getEventListeners(end.signal, 'abort')).toEqual([]);
  });
});

describe('turns', () => {
  /** A fetch that answers when told to. */
  function openGate() {
    const waiting: (() => void)[] = [];
    let started = 0;
    return {
      started: () => started,
      answer: () => {
        waiting.shift()?.();
      },
      answerAll: async () => {
        while (waiting.length > 0) {
          waiting.shift()?.();
          await settle();
        }
      },
      fetch: (): ReturnType<FetchLike> => {
        started += 1;
        return new Promise((resolve) => {
          waiting.push(() => {
            resolve(new Response('{}'));
          });
        });
      },
    };
  }

  test('are six at a time; the seventh request is sent when one has its answer', async () => {
    const gate = openGate();
    const transport = transportOf(gate.fetch);
    const sent = Array.from({ length: MAX_IN_FLIGHT + 2 }, () => send(transport));
    await settle();
    expect([MAX_IN_FLIGHT, gate.started()]).toEqual([6, 6]);
    gate.answer();
    await settle();
    expect(gate.started()).toBe(7);
    await gate.answerAll();
    expect(await Promise.all(sent)).toHaveLength(8);
  });

  // Node 20 warns on stderr from the eleventh listener on.
  test('add no listener to the signal that many requests share', async () => {
    const gate = openGate();
    const { signal } = new AbortController();
    const transport = transportOf(gate.fetch);
    const sent = Array.from({ length: 2 * MAX_IN_FLIGHT }, () => send(transport, { signal }));
    await settle();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    await gate.answerAll();
    expect(await Promise.all(sent)).toHaveLength(2 * MAX_IN_FLIGHT);
  });

  test('are not waited for once the signal is aborted, and nothing is sent in them', async () => {
    const gate = openGate();
    const transport = transportOf(gate.fetch);
    const sent = Array.from({ length: MAX_IN_FLIGHT }, () => send(transport));
    const end = new AbortController();
    const late = send(transport, { signal: end.signal });
    await settle();
    end.abort(new Error('enough'));
    await expect(late).rejects.toThrow('enough');
    const next = send(transport);
    await gate.answerAll();
    await Promise.all([...sent, next]);
    expect(gate.started()).toBe(7);
  });

  test('do not last through the waits between tries', async () => {
    const clock = { ...systemClock, wait: () => new Promise<void>(() => undefined) };
    const urls: string[] = [];
    const transport = transportOf(
      (url) => {
        urls.push(url);
        return Promise.resolve(new Response('{}'));
      },
      { clock },
    );
    const end = new AbortController();
    const stuck = Array.from({ length: MAX_IN_FLIGHT }, () =>
      send(transport, { retryDelayMs: () => 1, signal: end.signal }).catch(() => undefined),
    );
    await settle();
    expect((await send(transport, { url: 'https://service.example/b' })).tries).toBe(1);
    expect(urls).toHaveLength(7);
    end.abort();
    // A clock that does not heed its signal holds up its own wait alone.
    expect(stuck).toHaveLength(6);
  });
});

describe('tries', () => {
  test('go on while the policy gives a wait, and its attempts are whole', async () => {
    const waits: number[] = [];
    const seen: unknown[] = [];
    const transport = transportOf(answering('{}', { status: 503 }), {
      clock: {
        ...systemClock,
        now: () => 5,
        after: () => () => undefined,
        wait: (ms) => {
          waits.push(ms);
          return Promise.resolve();
        },
      },
    });
    const last = await send(transport, {
      retryDelayMs: ({ tries }) => (tries < 3 ? tries * 10 : null),
      onRetry: ({ request, tries, nowMs, timeoutMs }, delayMs) =>
        Promise.resolve(seen.push([request.method, request.url, tries, nowMs, timeoutMs, delayMs])),
    });
    expect(last).toMatchObject({ tries: 3, kind: 'response', status: 503 });
    expect(waits).toEqual([10, 20]);
    expect(seen).toEqual([
      ['GET', 'https://service.example/a', 1, 5, 1_000, 10],
      ['GET', 'https://service.example/a', 2, 5, 1_000, 20],
    ]);
  });
});

describe('an exchange', () => {
  test('holds no answer by its signals, which a fetch may keep for as long as it likes', async () => {
    const kept: AbortSignal[] = [];
    const keep: FetchLike = (_url: string, init?: FetchInit) => {
      if (init?.signal) kept.push(init.signal);
      return Promise.resolve(new Response('{}'));
    };
    const caller = new AbortController();
    const whole = new AbortController();
    const transport = transportOf(keep, { signal: whole.signal });
    await send(transport, { signal: caller.signal });
    await send(transportOf(keep), { signal: caller.signal });
    expect(kept).toHaveLength(2);
    for (const signal of [...kept, caller.signal, whole.signal]) {
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    }
  });

  test.each<[string, FetchLike]>([
    ['an answer that never begins', () => new Promise(() => undefined)],
    ['a body that never ends', answering(null)],
  ])('times out by the clock, and cancels its timer: %s', async (name, fetch) => {
    const timers: string[] = [];
    const endless = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) });
    const transport = transportOf(name.includes('body') ? () => Promise.resolve(new Response(endless)) : fetch, {
      clock: {
        ...systemClock,
        after: (ms, callback) => {
          timers.push(`${ms}`);
          setImmediate(callback);
          return () => timers.push('cancelled');
        },
      },
    });
    expect(await send(transport)).toMatchObject({ kind: 'timeout' });
    expect(timers).toEqual(['1000', 'cancelled']);
  });

  test.each([
    ['https://elsewhere.example/x?y', 'https://elsewhere.example'],
    ['/x', 'https://service.example'],
    [`https://${KEY}.example/${KEY}`, 'https://***.example'],
    ['http://[', null],
    [undefined, null],
  ])('that redirects is not followed, nor is its body waited for: %s', async (location, origin) => {
    let redirect: unknown;
    const body = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) });
    const headers = location === undefined ? {} : { location };
    const transport = transportOf((_, init) => {
      redirect = init?.redirect;
      return Promise.resolve(new Response(body, { status: 302, headers }));
    });
    const exchange = await send(transport);
    expect(exchange).toMatchObject({ kind: 'redirect', status: 302, origin });
    expect(redirect).toBe('manual');
  });
});

describe('an answer', () => {
  const exchangeOf = (fetch: FetchLike): Promise<unknown> => send(transportOf(fetch));

  test.each<[string, string, unknown]>([
    [
      'JSON, once parsed',
      `{"\\u0073${KEY.slice(1)}":"a\\u0073${KEY.slice(1)}"}`,
      { kind: 'json', value: { '***': 'a***' } },
    ],
    [
      'JSON within JSON',
      JSON.stringify({ a: JSON.stringify({ b: KEY }) }),
      { kind: 'json', value: { a: '{"b":"***"}' } },
    ],
    ['what is no JSON', `<p>${KEY}</p>`, { kind: 'text', text: '<p>***</p>' }],
    ['JSON that is cut', `{"a":"${KEY}"`, { kind: 'text', text: '{"a":"***"' }],
    ['nothing', '', { kind: 'text', text: '' }],
    ['JSON after a byte order mark', '\ufeff{}', { kind: 'json', value: {} }],
  ])('has no secret in its body: %s', async (_, text, body) => {
    expect(await exchangeOf(answering(text))).toMatchObject({ kind: 'response', body });
  });

  test('has no secret in its headers', async () => {
    const names = ['content-type', 'link', 'retry-after', 'x-github-request-id', 'x-ratelimit-reset'];
    const headers = Object.fromEntries([...names, 'x-other'].map((name) => [name, `a ${KEY}`]));
    expect(await exchangeOf(answering('{}', { headers }))).toMatchObject({
      headers: new Map(names.map((name) => [name, 'a ***'])),
    });
  });

  test('that did not come is told by the innermost cause with a code, without secrets', async () => {
    const inner = { name: 'Error', code: 'ECONNREFUSED', message: `connect\n${KEY}`, port: KEY };
    const outer = new TypeError('fetch failed', { cause: new Error('x', { cause: inner }) });
    const exchange = await exchangeOf(() => Promise.reject(outer));
    expect(exchange).toMatchObject({ kind: 'network', mayHaveArrived: false });
    expect(exchange).toMatchObject({ cause: { code: 'ECONNREFUSED', message: 'connect ***' } });
    expect(exchange).not.toHaveProperty('cause.port');
  });

  test.each([
    ['of exactly the limit', 10_000, 'json'],
    ['over the limit', 10_001, 'too-large'],
  ])('is read up to a limit: %s', async (_, length, kind) => {
    const text = `"${'x'.repeat(length - 2)}"`;
    expect(await exchangeOf(answering(text))).toMatchObject({ body: { kind } });
    const headers = { 'content-length': String(length) };
    expect(await exchangeOf(answering('1', { headers }))).toMatchObject({ body: { kind } });
  });
});

describe('a host with several addresses', () => {
  const failed = (code: string, host = 'connect'): Error => Object.assign(new Error(`${host} ${code}`), { code });
  // As Node makes it: the code of the first, and no message.
  const all = (...codes: readonly string[]): Error =>
    new TypeError('fetch failed', {
      cause: Object.assign(new AggregateError(codes.map((code) => failed(code))), { code: codes[0] }),
    });

  test.each<[readonly string[], string, string | null]>([
    [['ENETUNREACH', 'ECONNREFUSED'], 'ECONNREFUSED', null],
    [['EHOSTUNREACH', 'ECONNREFUSED'], 'ECONNREFUSED', null],
    [['ENETUNREACH', 'ETIMEDOUT'], 'ETIMEDOUT', null],
    [['ETIMEDOUT', 'ECONNREFUSED', 'ENETUNREACH'], 'ECONNREFUSED', null],
    // Beside them: none was reached.
    [['ENETUNREACH', 'EHOSTUNREACH'], 'ENETUNREACH', 'network'],
    ...['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'].flatMap(
      (code): [readonly string[], string, string | null][] => [
        [[code], code, 'network'],
        [[code, 'ECONNREFUSED'], 'ECONNREFUSED', null],
      ],
    ),
    [['ECONNREFUSED'], 'ECONNREFUSED', null],
  ])('is judged by the one that got farthest: %j', (codes, code, surrounding) => {
    const cause = readNetworkCause(all(...codes), createRedactor([]));
    expect([cause.code, cause.message, findSurrounding(cause)]).toEqual([code, `connect ${code}`, surrounding]);
  });

  test('is read also where there is no error at all in it', () => {
    const cause = readNetworkCause(new AggregateError([], 'nothing'), createRedactor([]));
    expect([cause.message, cause.code]).toEqual(['nothing', undefined]);
  });
});
