// GitHub's rate limits: requests an hour, creations a minute, and their headers.
import { Refusal } from './refusal.ts';
import type { GitHubState } from './state.ts';

const HOUR_MS = 3_600_000;
const RETRY_AFTER_SECONDS = '60';
const SECONDARY =
  'You have exceeded a secondary rate limit and have been temporarily blocked from content creation. Please retry your request again later.';
const CREATIONS = new Set([
  'checks/create',
  'issues/create',
  'issues/create-comment',
  'reactions/create-for-issue-comment',
]);

/** Counts a request; throws 403 once the hour's requests, or the creations of the state, are used up, or creations come too fast. */
export function checkRateLimits(state: GitHubState, operation: string, nowMs: number): void {
  if (nowMs >= state.requestsResetMs) startHour(state, nowMs);
  if (state.requestsLeft <= 0) throw new Refusal(403, 'API rate limit exceeded for installation ID 1.');
  state.requestsLeft -= 1;
  if (CREATIONS.has(operation)) countCreation(state, nowMs);
}

// The first hour starts with what the state says, which a test may have set.
function startHour(state: GitHubState, nowMs: number): void {
  if (state.requestsResetMs > 0) state.requestsLeft = state.requestsPerHour;
  state.requestsResetMs = nowMs + HOUR_MS;
}

function countCreation(state: GitHubState, nowMs: number): void {
  const { contentCreationsLeft: left, creationIntervalMs, lastCreationMs } = state;
  const isTooSoon = lastCreationMs !== null && nowMs - lastCreationMs < creationIntervalMs;
  if (isTooSoon || (left !== null && left <= 0))
    throw new Refusal(403, SECONDARY, { headers: { 'retry-after': RETRY_AFTER_SECONDS } });
  state.lastCreationMs = nowMs;
  if (left !== null) state.contentCreationsLeft = left - 1;
}

/** Every answer says this of the hour's requests. */
export function rateHeaders({ requestsPerHour, requestsLeft, requestsResetMs }: GitHubState): Record<string, string> {
  const remaining = Math.max(0, requestsLeft);
  return {
    'x-ratelimit-limit': String(requestsPerHour),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-used': String(Math.max(0, requestsPerHour - remaining)),
    'x-ratelimit-reset': String(Math.floor(requestsResetMs / 1000)),
    'x-ratelimit-resource': 'core',
  };
}
