// What failed throughout one repository of many: asked again for the next ones, but once a request.
import type { FetchLike, FetchResponse } from './fetch.ts';
import { findSurrounding, readNetworkCause } from './network-cause.ts';
import { createRedactor } from './redact.ts';

export interface DeadEnds {
  /** Ends as the other does; with the word that it is of no use to try again, where the way to an address is a dead end. */
  readonly fetch: FetchLike;
  /** Which host of this repository asked last to wait, and how: completes "since …"; null: none did. */
  readonly findDelay: () => string | null;
  /** From here on another repository is looked at. */
  readonly beginRepository: () => void;
}

/** The way to one origin. */
interface Way {
  /** Of this repository. */
  failures: number;
  /** The same of those that asked to wait. */
  delays: number;
  isAnswered: boolean;
  isDeadEnd: boolean;
}

/** As many as one request is sent times: what is less may be one that was lost. */
const MIN_FAILURES = 4;
/** Whoever was asked again after the time that it named, and named another. */
const MIN_DELAYS = 2;

/** Nothing of an error is kept but its name and code. */
const redactor = createRedactor([]);

/**
 * Remembers what of this machine's own network fails, and who answers nothing but to come back later, for as long as that is
 * all: a proxy that is back is found by the next request.
 */
export function watchDeadEnds(fetch: FetchLike): DeadEnds {
  const ways = new Map<string, Way>();
  let delay: string | null = null;
  const wayTo = ({ origin }: URL): Way => {
    const way = ways.get(origin) ?? { failures: 0, delays: 0, isAnswered: false, isDeadEnd: false };
    ways.set(origin, way);
    return way;
  };
  return {
    fetch: async (address, init) => {
      const url = new URL(address);
      const way = wayTo(url);
      try {
        const answer = await fetch(address, init);
        if (asksToWait(answer)) {
          delay = `${url.host} answered ${answer.status} and asked to wait`;
          way.delays += 1;
          const { status, headers, body } = answer;
          return way.isDeadEnd ? { status, headers, body, isLasting: true } : answer;
        }
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
    findDelay: () => delay,
    beginRepository: () => {
      delay = null;
      for (const way of ways.values()) {
        const hasFailed = way.failures >= MIN_FAILURES || way.delays >= MIN_DELAYS;
        way.isDeadEnd ||= hasFailed && !way.isAnswered;
        way.failures = 0;
        way.delays = 0;
        way.isAnswered = false;
      }
    },
  };
}

function asksToWait({ status, headers }: FetchResponse): boolean {
  return (status === 403 || status === 429 || status >= 500) && headers.get('retry-after') !== null;
}
