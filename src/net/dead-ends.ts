// What of this machine's own network failed throughout one repository of many: asked again for the next ones, but once a request.
import type { FetchLike } from './fetch.ts';
import { findSurrounding, readNetworkCause } from './network-cause.ts';
import { createRedactor } from './redact.ts';

export interface DeadEnds {
  /** Fails as the other does; with the word that it is of no use to try again, where the way to an address is a dead end. */
  readonly fetch: FetchLike;
  /** From here on another repository is looked at. */
  readonly beginRepository: () => void;
}

/** The way to one origin. */
interface Way {
  /** Of this repository. */
  failures: number;
  isAnswered: boolean;
  isDeadEnd: boolean;
}

/** As many as one request is sent times: what is less may be one that was lost. */
const MIN_FAILURES = 4;

/** Nothing of an error is kept but its name and code. */
const redactor = createRedactor([]);

/** Remembers it for as long as nobody answers: a proxy that is back is found by the next request. */
export function watchDeadEnds(fetch: FetchLike): DeadEnds {
  const ways = new Map<string, Way>();
  const wayTo = (url: string): Way => {
    const { origin } = new URL(url);
    const way = ways.get(origin) ?? { failures: 0, isAnswered: false, isDeadEnd: false };
    ways.set(origin, way);
    return way;
  };
  return {
    fetch: async (url, init) => {
      const way = wayTo(url);
      try {
        const answer = await fetch(url, init);
        way.isAnswered = true;
        way.isDeadEnd = false;
        return answer;
      } catch (error) {
        if (findSurrounding(readNetworkCause(error, redactor)) === null) throw error;
        way.failures += 1;
        throw way.isDeadEnd
          ? Object.assign(new TypeError('fetch failed', { cause: error }), { isLasting: true })
          : error;
      }
    },
    beginRepository: () => {
      for (const way of ways.values()) {
        way.isDeadEnd ||= way.failures >= MIN_FAILURES && !way.isAnswered;
        way.failures = 0;
        way.isAnswered = false;
      }
    },
  };
}
