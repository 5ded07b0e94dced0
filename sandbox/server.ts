// The HTTP server of a local service, on the loopback. A caller in the same process may also ask it without a socket.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Carrier, createExchanges, type ExchangeOptions, type RecordedRequest, toBytes } from './http.ts';
import { createMemoryFetch, type MemoryFetch } from './memory.ts';

export interface LocalServer {
  /** `http://127.0.0.1:PORT`, no trailing slash. */
  readonly url: string;
  /** They are in order of arrival. */
  readonly requests: readonly RecordedRequest[];
  /** Asks this server without a socket. */
  readonly fetch: MemoryFetch;
  close(): Promise<void>;
}

export interface LocalServerOptions extends ExchangeOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
}

/** It is longer than any test: a connection that the server drops while a client reuses it would look like a network error. */
const keepAliveTimeoutMs = 60_000;

/** Starts a server on 127.0.0.1. */
export async function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  const exchanges = createExchanges(options);
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, (request, response) => {
    receive(request)
      .then((arrival) => exchanges.receive(arrival, carriedBy(response)))
      .catch(() => {
        // The client left while it was sending: there is nobody to answer.
        response.destroy();
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const memory = createMemoryFetch(exchanges);
  return {
    url: `http://127.0.0.1:${port}`,
    requests: exchanges.requests,
    fetch: memory.fetch,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => {
          if (error) reject(error);
          else resolve();
        });
        server.closeAllConnections();
        memory.cut();
      }),
  };
}

async function receive(request: IncomingMessage): Promise<Omit<RecordedRequest, 'status'>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString('utf8');
  return { method: request.method ?? 'GET', url: request.url ?? '/', headers: request.headers, body };
}

function carriedBy(response: ServerResponse): Carrier {
  return {
    deliver: (delivery, onSent) => {
      // It is taken now, since a finished response has let go of its socket.
      const { socket } = response;
      const end = (): void => {
        // It happens a turn later, so that what was written has left before the reset overtakes it.
        // A hanging connection is closed by the client, or with the server.
        if (delivery.then === 'reset') setImmediate(() => socket?.resetAndDestroy());
      };
      response.on('finish', onSent);
      if (delivery.sends === 'nothing') {
        end();
        return;
      }
      const { chunks, length } = toBytes(delivery);
      const last = chunks.at(-1) ?? '';
      response.writeHead(delivery.status, { ...delivery.headers, ...length });
      for (const chunk of chunks.slice(0, -1)) response.write(chunk);
      if (delivery.sends === 'all') response.end(last, end);
      else response.write(last, end);
    },
    whenLeft: (callback) => {
      response.once('close', callback);
      if (response.destroyed) callback();
      return () => response.off('close', callback);
    },
  };
}
