// The watch over a `fetch` that would open its connection again without end, as undici's does where a proxy ends it.
import type { FetchLike } from './fetch.ts';

/** undici's own code, from version 8 on, for a proxy that opens no way. */
export const PROXY_CLOSED = 'UND_ERR_PRX_CONN';

/**
 * The same `fetch`, which fails where a proxy ends the connection to this host before there is one. undici before version 8,
 * which is also Node's own, takes the code of that error for a connection that broke off in use, and asks the proxy again
 * thousands of times a second, even when nobody waits for the answer any more. So it is given the code of version 8.
 * Elsewhere than in Node, and in Node before 20.16, this is the `fetch` as it is given.
 */
export function watchConnecting(fetch: FetchLike): FetchLike {
  return async (url, init) => {
    if (URL.canParse(url)) watchHost(new URL(url).host);
    return await fetch(url, init);
  };
}

const hosts = new Set<unknown>();

/** To the end of the program, since a proxy may answer after the client has given up. So there is one listener for all clients. */
function watchHost(host: string): void {
  if (hosts.size === 0) findChannels()?.subscribe(CONNECT_ERROR, listen);
  hosts.add(host);
}

function listen(message: unknown): void {
  const { connectParams, error } = message as ConnectError;
  if (!hosts.has(connectParams?.host) || error?.code !== 'UND_ERR_SOCKET') return;
  // undici looks at the code after this.
  Object.assign(error, { code: PROXY_CLOSED, message: 'the proxy closed the connection' });
}

const CONNECT_ERROR = 'undici:client:connectError';

/** The part of undici's message that is read. */
interface ConnectError {
  readonly connectParams?: { readonly host?: unknown };
  readonly error?: { code?: unknown };
}

/** The part of Node's diagnostics channels that is used. */
interface Channels {
  readonly subscribe: (name: string, listener: (message: unknown) => void) => void;
}

/** Not imported: the client also runs where there is no such module. */
function findChannels(): Channels | undefined {
  if (typeof process === 'undefined' || typeof process.getBuiltinModule !== 'function') return undefined;
  return process.getBuiltinModule('node:diagnostics_channel');
}
