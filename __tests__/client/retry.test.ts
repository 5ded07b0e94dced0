// Tests of what the client sends again, and when it gives up.
import type { ClientOptions, ServiceClient } from '../../src/client/index.ts';
import { afterEach, describe, expect, test } from '../jest.ts';
import * as given from './examples.ts';
import { type Loopback, type Recorded, recordingClient, rejection, type Reply, serve } from './loopback.ts';

let service: Loopback;
let recorded: Recorded;
afterEach(async () => {
  await service.close();
});

/** A client of a server that gives these replies one after the other, the last one for ever. */
async function start(replies: readonly Reply[], options: Omit<Partial<ClientOptions>, 'baseUrl'> = {}): Promise<void> {
  service = await serve((_, count) => replies[Math.min(count, replies.length) - 1]);
  recorded = recordingClient({ baseUrl: service.baseUrl, ...options });
}

const failing = (status: number, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  json: given.apiError(status),
});
const getUser = (client: ServiceClient): Promise<unknown> => client.user.get();

// Which answers are asked for again, and how often: contract/failures.test.ts.
describe('sent again', () => {
  test('is told about, before each wait', async () => {
    await start([failing(503), { json: given.user }]);
    await getUser(recorded.client);
    expect(recorded.retries).toEqual([
      {
        endpoint: 'GET /public/v1/user',
        tries: 1,
        maxTries: 4,
        delayMs: 250,
        error: expect.objectContaining({ status: 503 }),
      },
    ]);
  });
});

describe('Retry-After', () => {
  test('is obeyed', async () => {
    await start([failing(429, { 'retry-after': 'Thu, 01 Jan 2026 00:00:12 GMT' }), { json: given.user }]);
    await getUser(recorded.client);
    expect(recorded.waits).toEqual([12_000]);
  });

  test.each(['Wed, 31 Dec 2025 23:59:00 GMT', '0'])(
    'that is over, %s, is no permission to ask at once',
    async (time) => {
      await start([failing(429, { 'retry-after': time })]);
      await rejection(getUser(recorded.client));
      expect(recorded.waits).toEqual([250, 500, 1_000]);
    },
  );

  test('of more than 60 s is given up at once, and told', async () => {
    await start([failing(429, { 'retry-after': '3600' })]);
    expect(await rejection(getUser(recorded.client))).toMatchObject({
      status: 429,
      tries: 1,
      retryAfterMs: 3_600_000,
    });
    expect(recorded.waits).toEqual([]);
  });
});

/** Lets no timer of half a minute end, until the returned function is called: what waits for one never ends. */
function stopLongTimers(): () => void {
  const start = globalThis.setTimeout;
  const stopped = (callback: () => void, ms: number): NodeJS.Timeout => start(callback, ms < 30_000 ? ms : 2 ** 31 - 1);
  globalThis.setTimeout = stopped as typeof setTimeout;
  return () => {
    globalThis.setTimeout = start;
  };
}

describe('a signal', () => {
  test('that is aborted already sends nothing', async () => {
    await start([{ json: given.user }]);
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    expect(await rejection(recorded.client.user.get({ signal }))).toBe(reason);
    expect(service.seen).toEqual([]);
  });

  test.each(['of the call', 'of the client'])('ends a wait at once with its reason: %s', async (whose) => {
    const end = new AbortController();
    const reason = new Error('enough');
    const { wait, ...options } = { wait: undefined, signal: end.signal };
    await start([failing(503, { 'retry-after': '30' })], {
      wait,
      ...(whose === 'of the client' ? options : {}),
      onRetry: () =>
        setTimeout(() => {
          end.abort(reason);
        }, 20),
    });
    const restore = stopLongTimers();
    const call = recorded.client.user.get(whose === 'of the call' ? options : {});
    expect(await rejection(call).finally(restore)).toBe(reason);
  });

  test('ends an exchange at once with its reason', async () => {
    const end = new AbortController();
    const reason = new Error('enough');
    service = await serve(() => {
      end.abort(reason);
      return undefined;
    });
    recorded = recordingClient({ baseUrl: service.baseUrl });
    expect(await rejection(recorded.client.user.get({ signal: end.signal }))).toBe(reason);
    expect(service.seen).toHaveLength(1);
  });

  test('is obeyed even where the fetch of the caller does not', async () => {
    await start([]);
    const end = new AbortController();
    const { client } = recordingClient({ baseUrl: service.baseUrl, fetch: () => new Promise(() => undefined) });
    const call = client.user.get({ signal: end.signal });
    end.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });
});
