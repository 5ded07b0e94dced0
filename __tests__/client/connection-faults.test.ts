// Tests of connections that fail or take too long, of answers that are too large or lead elsewhere, as the client tells of them.
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ProxyAgent, fetch as undiciFetch } from 'undici';
import { type ClientOptions, createClient, type ServiceClient } from '../../src/client/index.ts';
import { openConnections } from '../../src/net/connections.ts';
import { NO_TLS_CODE } from '../../src/net/network-cause.ts';
import { afterEach, describe, expect, test } from '../jest.ts';
import * as given from './examples.ts';
import { REPO } from './examples.ts';
import { type After, pastLimits } from './limit.ts';
import { KEY, listen, type Loopback, recordingClient, rejection, serve, stop } from './loopback.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function connectTo(options: Parameters<typeof recordingClient>[0]): ServiceClient {
  return recordingClient(options).client;
}

async function serveHttp(...script: Parameters<typeof serve>): Promise<Loopback> {
  const service = await serve(...script);
  closers.push(() => service.close());
  return service;
}

// One that breaks off or hangs: contract/failures.test.ts.
describe('a connection that does not come about', () => {
  async function refusing(): Promise<string> {
    const server = createServer();
    const port = await listen(server);
    await stop(server);
    return `http://127.0.0.1:${port}`;
  }

  test('is tried again, also for a rule request, which cannot have arrived', async () => {
    const client = connectTo({ baseUrl: await refusing() });
    expect(await rejection(client.rules.create({ repoId: REPO }))).toMatchObject({
      kind: 'network',
      tries: 4,
      cause: { code: 'ECONNREFUSED' },
    });
  });

  test.each([
    ['a port that fetch does not connect to', 'http://127.0.0.1:6000'],
    ['a malformed proxy variable', 'https://api.test'],
  ])('is not tried again: %s', async (_, baseUrl) => {
    const { fetch, close } = openConnections({ HTTPS_PROXY: 'http://[' });
    closers.push(close);
    const { client, waits } = recordingClient({ baseUrl, fetch });
    const { host } = new URL(baseUrl);
    expect(await rejection(client.user.get())).toMatchObject({ kind: 'network', tries: 1, host });
    expect(waits).toEqual([]);
  });
});

// Node's own fetch behind its variables, or with undici's agent.
describe('a proxy that opens no way, of which another fetch tells', () => {
  // What a proxy refuses it refuses again; a password that it refuses four times may lock an account.
  test.each([
    [403, 1],
    [407, 1],
    [408, 4],
    [429, 4],
    [503, 4],
    [307, 4],
  ])('is named: %i', async (status, tries) => {
    const proxy = createHttpServer().on('connect', (_request, socket) => {
      socket.on('error', () => undefined);
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    });
    const agent = new ProxyAgent(`http://127.0.0.1:${await listen(proxy)}`);
    closers.push(
      () => agent.close(),
      () => stop(proxy),
    );
    const fetch: ClientOptions['fetch'] = async (url, init) => await undiciFetch(url, { ...init, dispatcher: agent });
    const error = await rejection(connectTo({ baseUrl: 'https://x.test', fetch }).user.get());
    expect(error).toMatchObject({ kind: 'network', tries, cause: { name: 'ProxyError', status } });
  });
});

const NO_TLS = new RegExp(`^${NO_TLS_CODE}$`);

describe('a server that does not speak TLS as the client does is told without the words of OpenSSL', () => {
  const rows: readonly [string, () => Server, RegExp][] = [
    ['one for http', () => createHttpServer(), NO_TLS],
    [
      'one of another protocol',
      () =>
        createServer((socket) =>
          socket
            .on('error', () => undefined)
            .resume()
            .end('SSH-2.0-OpenSSH\r\n'),
        ),
      NO_TLS,
    ],
    ['one without a common cipher', () => createTlsServer(), /^ERR_SSL_(?!WRONG_VERSION)/],
  ];

  test.each(rows)('%s', async (_, open, code) => {
    const server = open();
    const host = `127.0.0.1:${await listen(server)}`;
    closers.push(() => stop(server));
    const error = await rejection(connectTo({ baseUrl: `https://${host}` }).user.get());
    expect(error).toMatchObject({ kind: 'network', tries: 4, cause: { code: expect.stringMatching(code) } });
    expect(inspect(error)).not.toMatch(/SSL routines|openssl|\.c:/);
  });
});

test('a proxy that ends the connection at CONNECT is asked once a try, also for what may not be sent twice', async () => {
  let connects = 0;
  const proxy = createServer((client) => {
    client
      .on('error', () => undefined)
      .once('data', () => {
        connects += 1;
        client.end();
      });
  });
  const { fetch, close } = openConnections({ HTTPS_PROXY: `http://127.0.0.1:${await listen(proxy)}` });
  closers.push(close, () => stop(proxy));
  const client = connectTo({ baseUrl: 'https://service.test', fetch, usesProxyVariables: true });
  const error = { kind: 'network', tries: 4, cause: { name: 'ProxyError' } };
  expect(await rejection(client.rules.create({ repoId: REPO }))).toMatchObject(error);
  expect(connects).toBe(4);
});

test('the time limit holds for the whole exchange, also of a body that trickles, and is tried again', async () => {
  const service = await serveHttp((_, __, response) => {
    response.write('{');
    const timer = setInterval(() => response.write(' '), 10);
    response.on('close', () => {
      clearInterval(timer);
    });
    return undefined;
  });
  const call = (after: After): Promise<unknown> =>
    rejection(connectTo({ baseUrl: service.baseUrl, timeoutMs: 123_457, after }).user.get());
  expect(await pastLimits(call, () => service.seen.length)).toMatchObject({
    kind: 'timeout',
    tries: 4,
    detail: expect.stringContaining('123.457 s'),
  });
});

describe('a body over the cap', () => {
  const big = JSON.stringify({ ...given.user, extra: 'x'.repeat(5_000) });

  test('is measured after decompression', async () => {
    const service = await serveHttp((_, __, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(big));
      return undefined;
    });
    const client = connectTo({ baseUrl: service.baseUrl, maxBodyBytes: 1_000 });
    expect(await rejection(client.user.get())).toMatchObject({ kind: 'decode', tries: 1 });
    expect(await connectTo({ baseUrl: service.baseUrl }).user.get()).toEqual(given.user);
  });

  test('leaves an error its status', async () => {
    const service = await serveHttp(() => ({ status: 404, text: big }));
    const client = connectTo({ baseUrl: service.baseUrl, maxBodyBytes: 1_000 });
    expect(await rejection(client.user.get())).toMatchObject({ kind: 'api', status: 404 });
  });
});

describe('a redirect', () => {
  test.each([
    ['to another origin', 'https://evil.test/steal?x=secret#y', 'a redirect to https://evil.test'],
    ['to nowhere', undefined, 'a redirect'],
    [
      'to another path of the same host',
      '/api/public/v1/user?x=secret#y',
      /^a redirect to http:.*:\d+\/api\/public\/v1\/user$/,
    ],
    ['to a slash at its end', '/public/v1/user/', /^a redirect to http:.*:\d+\/public\/v1\/user\/$/],
    ['to a path with the key', `/x/${KEY}`, /^a redirect to http:.*:\d+\/x\/\*\*\*$/],
  ])('is an error that names the origin, of the same host the path too: %s', async (_, location, detail) => {
    const service = await serveHttp(() => ({ status: 302, headers: location === undefined ? {} : { location } }));
    const error = await rejection(connectTo({ baseUrl: service.baseUrl }).user.get());
    expect(error).toMatchObject({
      kind: 'api',
      status: 302,
      tries: 1,
      detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
    });
    expect(JSON.stringify(error)).not.toMatch(/steal|secret/);
    expect(service.seen).toHaveLength(1);
  });

  test('that a browser hides is told without a status', async () => {
    const { status, headers, body } = Response.error();
    const fetch = () => Promise.resolve({ status, headers, body });
    const client = createClient({ baseUrl: 'https://a.test', apiKey: KEY, fetch });
    expect(await rejection(client.user.get())).toMatchObject({
      kind: 'api',
      status: undefined,
      detail: 'a redirect',
    });
  });
});
