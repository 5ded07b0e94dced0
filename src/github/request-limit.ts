// A limit on how many requests one run may send to GitHub, so that it leaves some of the hour's for others.
import type { Octokit } from './octokit.ts';

/** A request that was not sent, since as many as allowed have been. */
export class RequestLimitError extends Error {
  override readonly name = 'RequestLimitError';

  constructor(max: number) {
    super(`this run may send ${max} requests to GitHub`);
  }
}

/** From now on all requests beyond the first `max` reject with a RequestLimitError. Retries do not count. */
export function limitRequests(octokit: Octokit, max: number): void {
  let left = max;
  octokit.hook.before('request', () => {
    if (left === 0) throw new RequestLimitError(max);
    left -= 1;
  });
}
