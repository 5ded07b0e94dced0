import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { fetchOutcome } from '../../src/client/exchange.ts';
import type { FetchLike } from '../../src/net/fetch.ts';

test('holds no answer by its signals, which a fetch may keep for as long as it likes', async () => {
  const kept: AbortSignal[] = [];
  const keepingFetch: FetchLike = (_url, init) => {
    if (init?.signal) kept.push(init.signal);
    return Promise.resolve({ status: 200, headers: new Headers(), body: null });
  };
  const caller = new AbortController();
  const outcome = await fetchOutcome({
    url: 'https://service.example/',
    method: 'GET',
    headers: {},
    body: undefined,
    fetch: keepingFetch,
    timeoutMs: 60_000,
    maxBodyBytes: 1,
    signal: caller.signal,
    scrub: (text) => text,
  });
  expect(outcome.kind).toBe('answer');
  expect(kept).toHaveLength(1);
  for (const signal of [...kept, caller.signal]) {
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  }
});
