// Which of both APIs has answered nothing for a while, so that a sweep need not ask it for each repository that is left.
import type { FetchLike, FetchResponse } from '../net/fetch.ts';

export type FarEnd = 'service' | 'GitHub';

export interface FarEnds {
  readonly watch: (end: FarEnd, fetch: FetchLike) => FetchLike;
  /** The one that was asked since this was called last, and has answered nothing; null: there is none. */
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

/** An error of the server is none, nor that it asks to come back later. */
function isAnswer({ status, headers }: FetchResponse): boolean {
  return status < 500 && !((status === 403 || status === 429) && headers.get('retry-after') !== null);
}
