// The time-out of an exchange in tests: it passes when the server has the request, not when a busy machine is late.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientOptions } from '../../src/client/index.ts';

export type After = NonNullable<ClientOptions['after']>;

/**
 * Makes a call whose time-outs pass: for each request that `arrived` counts, and for the first `times` only.
 * What the server does with a request by itself, it has done by then.
 */
export async function pastLimits<T>(
  call: (after: After) => Promise<T>,
  arrived: () => number,
  times = Infinity,
): Promise<T> {
  const held = new Set<() => void>();
  const over = new AbortController();
  const before = arrived();
  const work = call((_ms, callback) => {
    held.add(callback);
    return () => held.delete(callback);
  }).finally(() => {
    over.abort();
  });
  // Whoever waits for `work` below hears of its failure.
  work.catch(() => undefined);
  for (let passed = 0; !over.signal.aborted;) {
    await turn();
    if (passed === times || arrived() === before + passed) continue;
    passed += 1;
    for (let turns = 0; turns < 20; turns += 1) await turn();
    for (const callback of held) callback();
  }
  return await work;
}

// Both ends of a loopback connection live in this process: each turn of its event loop moves what is under way.
async function turn(): Promise<void> {
  await sleep(1);
}
