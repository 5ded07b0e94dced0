// The client: its settings and its methods, grouped by resource.
import { checkCall } from './arguments.ts';
import { bugMethods, type BugMethods } from './bugs.ts';
import { type ClientOptions, parseConfiguration } from './configuration.ts';
import { ENDPOINTS } from './endpoints.ts';
import type { CallOptions, CustomRequest } from './queries.ts';
import { repoMethods, type RepoMethods } from './repos.ts';
import { send, type ServiceCall, toCall, toMethod } from './request.ts';
import type { User } from './resources.ts';
import { ruleMethods, type RuleMethods } from './rules.ts';
import { scanMethods, type ScanMethods } from './scans.ts';
import { anything } from './schemas.ts';

/** The methods for the owner of the key. */
export interface UserMethods {
  /** Who owns the key, and which organizations they belong to. Use it to check a key. */
  get(options?: CallOptions): ServiceCall<User>;
}

/**
 * A client for all eleven endpoints of the service.
 * @throws {ServiceError} From any method, where a request fails; if its signal is aborted, the signal’s reason instead.
 * @throws {ServiceClientError} From any method, for an argument that cannot be used.
 */
export interface ServiceClient {
  readonly repos: RepoMethods;
  readonly scans: ScanMethods;
  readonly bugs: BugMethods;
  readonly rules: RuleMethods;
  readonly user: UserMethods;
  /**
   * Sends a request that this version has no method for, with the same key, retries and redaction, and returns the JSON of
   * the answer, which nothing has checked; null if it is empty. Only a GET is sent again after it may have arrived.
   */
  request(request: CustomRequest, options?: CallOptions): ServiceCall<unknown>;
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
    user: { get: toMethod(config, ENDPOINTS.getUser) },
    request: (request, options) =>
      toCall(async () => {
        checkCall(config, 'request', [request, options]);
        const { method, path, query, body } = request;
        const repeat = method === 'GET' ? 'always' : 'unless-arrived';
        return await send(config, { method, path, repeat, answer: anything }, { query, body, ...options });
      }),
  };
}
