// How far this machine's clock is ahead of the service's, by the `Date` of its answers.
import type { EpochMs } from '../judgement/identifiers.ts';
import type { Clock } from './clock.ts';
import type { FetchLike } from './fetch.ts';

export interface ServiceClock {
  /** Milliseconds; negative where this machine is behind; undefined as long as no answer has said it. */
  readonly aheadMs: () => number | undefined;
  /** The earlier of both times: what is over by then is over by both clocks. */
  readonly earlierNow: () => EpochMs;
}

/** Listens to the answers that a `fetch` gives. An error may come from anything on the way, so its time does not count. */
export function createServiceClock({ now }: Pick<Clock, 'now'>): ServiceClock & {
  readonly watch: (fetch: FetchLike) => FetchLike;
} {
  let aheadMs: number | undefined;
  return {
    aheadMs: () => aheadMs,
    earlierNow: () => (now() - Math.max(0, aheadMs ?? 0)) as EpochMs,
    watch: (fetch) => async (url, init) => {
      const answer = await fetch(url, init);
      const saidMs = Date.parse(answer.headers.get('date') ?? '');
      if (answer.status === 200 && !Number.isNaN(saidMs)) aheadMs = now() - saidMs;
      return answer;
    },
  };
}
