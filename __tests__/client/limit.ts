// Owns the time limit of an exchange in tests: it passes when the far end has the request, not when a busy machine is late.
import { jest } from '@jest/globals';

/** The limit to give to a client, in milliseconds; nothing else waits for just as long. */
export const LIMIT_MS = 123_457;

const sleep = globalThis.setTimeout;

/**
 * Makes a call whose limits of LIMIT_MS pass: for each request that `arrived` counts, and for the first `times` only.
 * What the far end does with a request by itself, it has done by then.
 */
export async function pastLimits<T>(
  call: () => Promise<T>,
  arrived: () => number,
  times = Infinity,
): Promise<T> {
  const limits = holdLimits();
  const over = new AbortController();
  const work = call().finally(() => {
    over.abort();
  });
  // Whoever waits for `work` below hears of its failure.
  work.catch(() => undefined);
  try {
    const before = arrived();
    for (let passed = 0; !over.signal.aborted;) {
      await turn();
      if (passed === times || arrived() === before + passed) continue;
      passed += 1;
      for (let turns = 0; turns < 20; turns += 1) await turn();
      limits.pass();
    }
    return await work;
  } finally {
    limits.release();
  }
}

// Both ends of a loopback connection live in this process: each turn of its event loop moves what is under way.
function turn(): Promise<void> {
  return new Promise((resolve) => {
    sleep(resolve, 1);
  });
}

function holdLimits(): { pass(): void; release(): void } {
  const held: (() => void)[] = [];
  const hold = (run: () => void, ms?: number, ...rest: []): NodeJS.Timeout => {
    const timer = sleep(run, ms, ...rest);
    if (ms !== LIMIT_MS) return timer;
    held.push(() => {
      clearTimeout(timer);
      run();
    });
    return timer;
  };
  const spy = jest.spyOn(globalThis, 'setTimeout').mockImplementation(hold);
  return {
    pass: () => {
      for (const end of held.splice(0)) end();
    },
    release: () => {
      spy.mockRestore();
    },
  };
}
