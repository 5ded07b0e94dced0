// The pace of what GitHub is asked to create or to start.
import type { Clock } from './clock.ts';

/** GitHub asks for a second between two creations; a little more, as requests do not all take the same time to arrive. */
const PAUSE_MS = 1_100;

/** Makes a function that resolves when the next creation may be sent. */
export function createPace(clock: Pick<Clock, 'now' | 'wait'>, signal: AbortSignal): () => Promise<void> {
  let lastMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const leftMs = lastMs + PAUSE_MS - clock.now();
    if (leftMs > 0) await clock.wait(leftMs, signal);
    lastMs = clock.now();
  };
}
