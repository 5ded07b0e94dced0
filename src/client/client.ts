// The client: its settings and its methods, grouped by resource.
import { checked } from './arguments.ts';
import { bugMethods, type BugMethods } from './bugs.ts';
import { type ClientOptions, parseConfiguration } from './configuration.ts';
import { ENDPOINTS } from './endpoints.ts';
import { repoMethods, type RepoMethods } from './repos.ts';
import { type CallOptions, request } from './request.ts';
import type { User } from './resources.ts';
import { ruleMethods, type RuleMethods } from './rules.ts';
import { scanMethods, type ScanMethods } from './scans.ts';

/** The methods for the owner of the key. */
export interface UserMethods {
  /** Who owns the key, and which organizations they belong to. Use it to check a key. */
  get(options?: CallOptions): Promise<User>;
}

/** A client for all eleven endpoints of the service. */
export interface ServiceClient {
  readonly repos: RepoMethods;
  readonly scans: ScanMethods;
  readonly bugs: BugMethods;
  readonly rules: RuleMethods;
  readonly user: UserMethods;
}

/**
 * Creates a client. Sends nothing yet.
 *
 * Idempotent requests (every GET, and the review, which overwrites) are sent up to `maxTries` times after network
 * errors, time-outs, 408, 429, 500, 502, 503 and 504. The wait before a retry is `Retry-After` (if it is over 60 s,
 * the request fails at once) or a random time that grows. Every answer is checked; redirects are refused.
 * A client has at most six requests in flight; others wait their turn.
 * @throws {ConfigurationError} If an option cannot be used.
 */
export function createClient(options: ClientOptions): ServiceClient {
  const config = parseConfiguration(options);
  return {
    repos: repoMethods(config),
    scans: scanMethods(config),
    bugs: bugMethods(config),
    rules: ruleMethods(config),
    user: { get: checked(config, 'user.get', (call) => request(config, ENDPOINTS.getUser, { ...call })) },
  };
}
