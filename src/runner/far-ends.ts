// Notices that an API answers nothing, so that a sweep need not ask it for each repository that is left.
import type { FetchLike, FetchResponse } from '../net/fetch.ts';

export type FarEnd = 'service' | 'GitHub';

export interface FarEnds {
  readonly watch: (end: FarEnd, fetch: FetchLike) => FetchLike;
  /** Gives the API that was asked since the last call and answered nothing; null if there is none. */
  readonly takeSilent: () => FarEnd | null;
}

export function createFarEnds(): FarEnds {
  const hasAnswered = new Map<FarEnd, boolean>();
  return {
    watch: (end, fetch) => async (url, init) => {
      hasAnswered.set(end, hasAnswered.get(end) ?? false);
      const answer = await fetch(url, init);
      if (isAnswer(answer)) hasAnswered.set(end, true);
      return answer;
    },
    takeSilent: () => {
      const [silent = null] = [...hasAnswered].filter(([, has]) => !has).map(([end]) => end);
      hasAnswered.clear();
      return silent;
    },
  };
}

/** An error of the server is no answer, nor is a request to come back later. */
function isAnswer({ status, headers }: FetchResponse): boolean {
  return status < 500 && !((status === 403 || status === 429) && headers.get('retry-after') !== null);
}
