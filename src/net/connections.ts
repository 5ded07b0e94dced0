// Connections and proxies: a `fetch` that respects the proxy variables. The only user of undici.

import { Agent, fetch as undiciFetch, ProxyAgent, type Dispatcher } from 'undici';
import type { FetchLike } from './fetch.ts';
import { selectProxy, type ProxyEnvironment } from './proxy.ts';

/** A `fetch`, and a way to close the connections it opened. */
export interface Connections {
  /** Connects directly or through the proxy that the environment names for the address. */
  readonly fetch: FetchLike;
  /** Closes every connection, even one in use, so that the process can end at once. */
  close(): Promise<void>;
}

/**
 * Opens nothing yet: the first requests open connections, and later ones reuse them. Loopback never goes through
 * a proxy. With a malformed proxy variable, each request that needs it fails with a TypeError; creating never
 * throws. (undici's EnvHttpProxyAgent prints a warning that it is experimental, and cannot exclude 127.0.0.0/8.)
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
