// The loopback HTTP server of both local services: calls a handler and records every request.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SandboxRequest {
  readonly method: string;
  /** Path without query, percent-encoding kept. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Raw body text; empty when there was none. */
  readonly body: string;
}

export interface SandboxResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; absent: no body. */
  readonly body?: unknown;
}

/** One exchange as a test reads it. `status` is absent while it is under way or when the connection was cut. */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  status?: number;
}

/** Decides whether an exchange goes wrong. Returns true when it has answered (or cut) the exchange itself. */
export interface FaultInjector {
  intercept(
    request: SandboxRequest,
    raw: { readonly request: IncomingMessage; readonly response: ServerResponse },
    /** Asks the handler; with `instead` it is asked that, not what was sent. */
    answer: (instead?: SandboxRequest) => Promise<SandboxResponse>,
  ): Promise<boolean>;
}

export interface LocalServer {
  /** `http://127.0.0.1:PORT`, no trailing slash. */
  readonly url: string;
  /** Every exchange in order of arrival. */
  readonly requests: readonly RecordedRequest[];
  close(): Promise<void>;
}

export interface LocalServerOptions {
  readonly handle: (request: SandboxRequest) => Promise<SandboxResponse>;
  /** 0 or absent: any free port. */
  readonly port?: number;
  readonly faults?: FaultInjector;
}

/** Longer than any test: a connection that the server drops while a client reuses it would look like a network error. */
const keepAliveTimeoutMs = 60_000;

/** Starts a server on 127.0.0.1. A handler that throws is answered with 500 and the message: a defect of the sandbox. */
export async function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  const requests: RecordedRequest[] = [];
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, (request, response) => {
    serve({ ...options, requests }, request, response).catch(() => {
      // The client left while it was sending: there is nobody to answer.
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => {
          if (error) reject(error);
          else resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function serve(
  { requests, ...options }: LocalServerOptions & { readonly requests: RecordedRequest[] },
  raw: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = raw.method ?? 'GET';
  const target = raw.url ?? '/';
  const record: RecordedRequest = {
    method,
    url: target,
    headers: raw.headers,
    body: await readBody(raw),
  };
  requests.push(record);
  response.on('finish', () => {
    record.status = response.statusCode;
  });
  // Joined as text: `//host` at the start of a target is a path here, never another host.
  const url = new URL(`http://sandbox.invalid${target}`);
  const request: SandboxRequest = {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: raw.headers,
    body: record.body,
  };
  const answer = (instead = request): Promise<SandboxResponse> => options.handle(instead);
  try {
    if (await options.faults?.intercept(request, { request: raw, response }, answer)) return;
    send(response, await answer());
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    send(response, { status: 500, body: { message: `sandbox defect: ${message}` } });
  }
}

/** Writes a whole answer. */
export function send(response: ServerResponse, answer: SandboxResponse): void {
  const body = answer.body === undefined ? '' : JSON.stringify(answer.body);
  response.writeHead(answer.status, {
    ...(answer.body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    ...answer.headers,
    'content-length': String(Buffer.byteLength(body)),
  });
  response.end(body);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
