// Shows pull requests as an API does that lags behind what happened to them.
import type { Call } from './call.ts';
import type { PullData } from './data.ts';

/** Selects those that it shows at this moment, each at the commit that it shows. */
export function shownPulls({ state, now }: Pick<Call, 'state' | 'now'>): PullData[] {
  return state.pulls.flatMap((pull) => {
    const { lag, commits, head } = pull;
    if (lag === undefined || Date.parse(now) >= Date.parse(lag.until)) return [pull];
    const { at } = lag;
    return at === null
      ? []
      : [{ ...pull, head: { ...head, sha: at }, commits: commits.slice(0, commits.indexOf(at) + 1) }];
  });
}
