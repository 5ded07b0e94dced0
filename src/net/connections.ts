// The connections of the process: one `fetch` over undici that obeys the proxy variables. The only user of undici.

import { Agent, fetch as undiciFetch, ProxyAgent, type Dispatcher } from 'undici';
import type { FetchLike } from './fetch.ts';
import { selectProxy, type ProxyEnvironment } from './proxy.ts';

/** An HTTP function and the end of the connections that it opened. */
export interface Connections {
  /** Speaks HTTP directly or through the proxy that the environment names for the address. */
  readonly fetch: FetchLike;
  /** Cuts every connection, also one in use, so that the process can end at once. */
  close(): Promise<void>;
}

/**
 * Opens nothing yet: connections are made by the first requests and kept for the next ones.
 * Loopback is never sent to a proxy. A malformed proxy variable fails each request that needs it with
 * a TypeError; creating never throws. (Not undici's EnvHttpProxyAgent: it prints a warning that it is
 * experimental into every proxied log, and cannot except 127.0.0.0/8.)
 */
export function openConnections(env: ProxyEnvironment): Connections {
  const dispatchers = new Map<string, Dispatcher>();
  const dispatcherFor = (proxy: string | undefined): Dispatcher => {
    const key = proxy ?? '';
    const open = dispatchers.get(key) ?? (proxy ? new ProxyAgent(proxy) : new Agent());
    dispatchers.set(key, open);
    return open;
  };
  return {
    fetch: async (url, init = {}) =>
      await undiciFetch(url, {
        ...init,
        dispatcher: dispatcherFor(selectProxy(env, new URL(url))),
      }),
    close: async () => {
      const open = [...dispatchers.values()];
      dispatchers.clear();
      await Promise.all(open.map((dispatcher) => dispatcher.destroy()));
    },
  };
}
