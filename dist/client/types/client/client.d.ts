import { type BugMethods } from './bugs.js';
import { type ClientOptions } from './configuration.js';
import { type RepoMethods } from './repos.js';
import { type CallOptions } from './request.js';
import type { User } from './resources.js';
import { type RuleMethods } from './rules.js';
import { type ScanMethods } from './scans.js';
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
export declare function createClient(options: ClientOptions): ServiceClient;
