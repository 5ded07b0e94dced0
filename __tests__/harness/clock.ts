// A clock for tests: time passes as on the machine, waits take none of it, and time limits pass when a test says so.
import type { EpochMs } from '../../src/judgement/identifiers.ts';
import type { Clock } from '../../src/net/clock.ts';

export interface TestClock extends Clock {
  /** Calls back whoever waits with `after` for at most `ms`, as if that time had passed. */
  pass(ms: number): void;
}

interface Timer {
  readonly dueMs: number;
  readonly callback: () => void;
}

/** Starts at `startMs`, by default the machine's time; chance always falls on one half. A standing clock goes by waits alone. */
export function createTestClock(startMs = Date.now(), isStanding = false): TestClock {
  const begun = performance.now();
  const timers = new Set<Timer>();
  let skippedMs = 0;
  const elapsedMs = (): number => (isStanding ? 0 : performance.now() - begun);
  const now = (): number => Math.floor(startMs + skippedMs + elapsedMs());
  const skip = (ms: number): void => {
    skippedMs += ms;
    for (const timer of [...timers].filter(({ dueMs }) => dueMs <= now())) {
      timers.delete(timer);
      timer.callback();
    }
  };
  return {
    now: () => now() as EpochMs,
    random: () => 0.5,
    wait: async (ms, signal) => {
      signal.throwIfAborted();
      skip(ms);
      // What is under way elsewhere goes on, as it would in a real wait.
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    },
    after: (ms, callback) => {
      const timer = { dueMs: now() + ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    pass: skip,
  };
}

/** Lets everything that is under way in this process go on, by turns of the event loop and not by a clock. */
export async function letOthersGoOn(turns = 20): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
