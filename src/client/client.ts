// Owns the client: its settings and its methods, grouped by resource.

import { bugMethods, type BugMethods } from './bugs.ts';
import { parseConfiguration, type ClientOptions } from './configuration.ts';
import { ENDPOINTS } from './endpoints.ts';
import { repoMethods, type RepoMethods } from './repos.ts';
import { request, type CallOptions } from './request.ts';
import type { User } from './resources.ts';
import { ruleMethods, type RuleMethods } from './rules.ts';
import { scanMethods, type ScanMethods } from './scans.ts';
import type { Connections } from '../net/connections.ts';
import type { FetchLike } from '../net/fetch.ts';

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
  /** Cuts the connections of the default `fetch`; one that was given is left alone. */
  close(): Promise<void>;
}

/**
 * Makes a client; nothing is sent yet. Throws a ConfigurationError when a setting cannot be used.
 *
 * A request that may be repeated (each GET, and the review, which overwrites) is sent up to `maxTries`
 * times after network errors, time-outs, 408, 429, 500, 502, 503 and 504, after `Retry-After` (at most 60 s,
 * else it is given up at once) or a random, growing wait. Every answer is checked; redirects are refused.
 * At most six requests of a client are in flight; others wait for their turn.
 */
export function createClient(options: ClientOptions): ServiceClient {
  let opened: Promise<Connections> | undefined;
  const defaultFetch: FetchLike = async (url, init) => {
    opened ??= openOwnConnections();
    return await (await opened).fetch(url, init);
  };
  const wire = parseConfiguration(options, options.fetch ?? defaultFetch);
  return {
    repos: repoMethods(wire),
    scans: scanMethods(wire),
    bugs: bugMethods(wire),
    rules: ruleMethods(wire),
    user: { get: async (call) => await request(wire, ENDPOINTS.getUser, { ...call }) },
    close: async () => {
      await (await opened)?.close();
    },
  };
}

/** Evaluated when the first request is made: undici is most of what loading a client would cost. */
async function openOwnConnections(): Promise<Connections> {
  const { openConnections } = await import(/* webpackMode: "eager" */ '../net/connections.ts');
  return openConnections(process.env);
}
