// The harness of the client's tests: a real server on loopback that answers by a script, and the records of a client.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { type ClientOptions, createClient, type RetryEvent, type ServiceClient } from '../../src/client/index.ts';

export const KEY = 'svc_live_abcDEF123456';

export interface Seen {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An answer: JSON unless `text` is given. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly text?: string;
}

export type Script = (
  seen: Seen,
  count: number,
  response: ServerResponse,
) => Reply | undefined | Promise<Reply | undefined>;

export interface Loopback {
  readonly baseUrl: string;
  readonly seen: Seen[];
  close(): Promise<void>;
}

/** Serves by a script; a script that gives undefined has taken the response into its own hands. */
export async function serve(script: Script): Promise<Loopback> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const record = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      seen.push(record);
      const reply = await script(record, seen.length, response);
      if (reply === undefined) return;
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
      response.end(reply.text ?? JSON.stringify(reply.json ?? null));
    })();
  });
  return { baseUrl: `http://127.0.0.1:${await listen(server)}`, seen, close: () => stop(server) };
}

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

export async function stop(server: Server & { closeAllConnections?: () => void }): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections?.();
  await closed;
}

export interface Recorded {
  readonly client: ServiceClient;
  readonly waits: number[];
  readonly retries: RetryEvent[];
}

/** A client whose clock stands, whose waits are only written down, and whose dice always fall on one half. */
export function recordingClient(options: Partial<ClientOptions> & { readonly baseUrl: string }): Recorded {
  const waits: number[] = [];
  const retries: RetryEvent[] = [];
  const client = createClient({
    apiKey: KEY,
    now: () => Date.parse('2026-01-01T00:00:00Z'),
    random: () => 0.5,
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    onRetry: (event) => retries.push(event),
    ...options,
  });
  return { client, waits, retries };
}

export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
