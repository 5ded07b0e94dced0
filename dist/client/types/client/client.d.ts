import { type BugMethods } from './bugs.js';
import { type ClientOptions } from './configuration.js';
import { type RepoMethods } from './repos.js';
import { type CallOptions } from './request.js';
import type { User } from './resources.js';
import { type RuleMethods } from './rules.js';
import { type ScanMethods } from './scans.js';
/** Everything about the owner of the key. */
export interface UserMethods {
    /** Who owns the key, and which organizations they belong to: also the way to check a key. */
    get(options?: CallOptions): Promise<User>;
}
/** All eleven endpoints of the service. */
export interface ServiceClient {
    readonly repos: RepoMethods;
    readonly scans: ScanMethods;
    readonly bugs: BugMethods;
    readonly rules: RuleMethods;
    readonly user: UserMethods;
}
/**
 * Makes a client; nothing is sent yet.
 *
 * A request that may be repeated (each GET, and the review, which overwrites) is sent up to `maxTries`
 * times after network errors, time-outs, 408, 429, 500, 502, 503 and 504, after `Retry-After` (at most 60 s,
 * else it is given up at once) or a random, growing wait. Every answer is checked; redirects are refused.
 * At most six requests of a client are in flight; others wait for their turn.
 * @throws ConfigurationError when a setting cannot be used.
 */
export declare function createClient(options: ClientOptions): ServiceClient;
