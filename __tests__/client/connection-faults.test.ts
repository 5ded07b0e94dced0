// Tests of connections that fail or take too long, of answers that are too large or lead elsewhere, as the client tells of them.
import { spawn } from 'node:child_process';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer } from 'node:tls';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ProxyAgent, fetch as undiciFetch } from 'undici';
import { type ClientOptions, createClient, type ServiceClient } from '../../src/client/index.ts';
import { openConnections } from '../../src/net/connections.ts';
import { afterEach, beforeEach, describe, expect, test } from '../jest.ts';
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
      message: expect.stringMatching(/ECONNREFUSED.* Check the base address and the network\.$/),
    });
  });

  test('names the proxy variables where they are used, and only there', async () => {
    const options = { baseUrl: await refusing(), maxTries: 1 };
    const messageOf = async (client: ServiceClient): Promise<string> => String(await rejection(client.user.get()));
    expect(await messageOf(connectTo(options))).not.toMatch(/proxy/i);
    const { fetch, close } = openConnections({});
    closers.push(close);
    const proxied = connectTo({ ...options, fetch, usesProxyVariables: true });
    expect(await messageOf(proxied)).toMatch(/ECONNREFUSED.*the network, and HTTPS_PROXY, HTTP_PROXY and NO_PROXY\.$/);
  });

  test.each([
    ['a port that fetch does not connect to', 'http://127.0.0.1:6000', 'bad port'],
    ['a malformed proxy variable', 'https://api.test', 'HTTPS_PROXY is not an address'],
  ])('is not tried again: %s', async (_, baseUrl, detail) => {
    const { fetch, close } = openConnections({ HTTPS_PROXY: 'http://[' });
    closers.push(close);
    const { client, waits } = recordingClient({ baseUrl, fetch });
    const { host } = new URL(baseUrl);
    expect(await rejection(client.user.get())).toMatchObject({
      kind: 'network',
      tries: 1,
      message: `GET /public/v1/user at ${host} could not be reached: ${detail}. Correct the address; trying again will not help.`,
    });
    expect(waits).toEqual([]);
  });

  test.each([
    ['is told by host name', 'ENOTFOUND', 'getaddrinfo ENOTFOUND x.test', 'getaddrinfo ENOTFOUND x.test'],
    ['names what trusts a certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed', 'NODE_EXTRA_CA_CERTS'],
    [
      'names the name resolution',
      'EAI_AGAIN',
      'getaddrinfo EAI_AGAIN x.test',
      'name resolution (DNS) of this machine.',
    ],
    ['names the clock', 'CERT_HAS_EXPIRED', 'certificate has expired', 'Check the clock of this machine'],
    ['names the network', 'ENETUNREACH', 'connect ENETUNREACH', 'Check the network and the firewall of this machine.'],
    [
      'names it where no port is left',
      'EADDRNOTAVAIL',
      'connect EADDRNOTAVAIL',
      'Check the network and the firewall of',
    ],
    ['names the host', 'ERR_TLS_CERT_ALTNAME_INVALID', 'altnames', 'Check the host name in the base address.'],
    ['names the address and the network', 'ECONNREFUSED', 'refused', 'Check the base address and the network.'],
    [
      'names no proxy where a request was ended',
      'UND_ERR_ABORTED',
      'Request aborted',
      'Check the base address and the',
    ],
  ])('%s', async (_, code, text, told) => {
    const cause = Object.assign(new Error(text), { code });
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
    expect(await rejection(connectTo({ baseUrl: 'https://x.test', fetch }).user.get())).toMatchObject({
      message: expect.stringContaining(told),
      cause: { name: 'Error', code },
    });
  });
});

// Node's own fetch behind its variables, or with undici's agent.
describe('a proxy that opens no way, of which another fetch tells', () => {
  // What a proxy refuses it refuses again; a password that it refuses four times may lock an account.
  test.each([
    [403, ''],
    [407, ''],
    [503, ' after 4 tries'],
    [307, ' after 4 tries'],
  ])('is named, and what to do is about it: %i', async (status, tries) => {
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
    expect(error).toMatchObject({
      kind: 'network',
      message: `GET /public/v1/user at x.test could not be reached${tries}: the proxy answered ${status}. Check the proxy.`,
    });
  });
});

describe('a server that does not speak TLS as the client does is told without the words of OpenSSL', () => {
  const noTls =
    /: what answered there does not speak https \(ERR_SSL_WRONG_VERSION_NUMBER\)\. Check the port in the base address;/;
  const rows: readonly [string, () => Server, RegExp][] = [
    ['one for http', () => createHttpServer(), noTls],
    [
      'one of another protocol',
      () =>
        createServer((socket) =>
          socket
            .on('error', () => undefined)
            .resume()
            .end('SSH-2.0-OpenSSH\r\n'),
        ),
      noTls,
    ],
    [
      'one without a common cipher',
      () => createTlsServer(),
      /: no TLS connection: [a-z/\d ]*handshake failure \(ERR_SSL_\S+\)\. Check the base address and the network\.$/,
    ],
  ];

  test.each(rows)('%s', async (_, open, told) => {
    const server = open();
    const host = `127.0.0.1:${await listen(server)}`;
    closers.push(() => stop(server));
    const error = await rejection(connectTo({ baseUrl: `https://${host}` }).user.get());
    expect(error).toMatchObject({ kind: 'network', tries: 4, message: expect.stringMatching(told) });
    expect(inspect(error)).not.toMatch(/SSL routines|openssl|\.c:/);
  });

  test('and names the variable of the proxy, which may be what answered', async () => {
    const cause = Object.assign(new Error('1F:error:0A00010B:SSL routines:read:wrong version number:a.c:1:'), {
      code: 'ERR_SSL_WRONG_VERSION_NUMBER',
    });
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const options = { baseUrl: 'https://x.test', fetch, usesProxyVariables: true };
    expect(await rejection(connectTo(options).user.get())).toMatchObject({
      message: expect.stringMatching(/ If HTTPS_PROXY begins with https:\/\/, the proxy may need http:\/\/ too\.$/),
    });
  });
});

describe('a proxy that ends the connection at CONNECT', () => {
  let connects = 0;
  let address = '';
  let answer: (client: Socket) => void;
  beforeEach(async () => {
    connects = 0;
    answer = (client) => client.end();
    const proxy = createServer((client) => {
      client.on('error', () => undefined);
      client.once('data', () => {
        connects += 1;
        answer(client);
      });
    });
    address = `http://127.0.0.1:${await listen(proxy)}`;
    closers.push(() => stop(proxy));
  });

  test.each([
    ['that our own connections use', 'Check the proxy, and HTTPS_PROXY, HTTP_PROXY and NO_PROXY on this machine'],
    ["that undici's agent uses", 'Check the proxy.'],
  ])('is asked once a try, also for what may not be sent twice, and named: one %s', async (whose, advice) => {
    const isOwn = whose.startsWith('that our');
    const { fetch, close } = openConnections({ HTTPS_PROXY: address });
    const dispatcher = new ProxyAgent(address);
    closers.push(close, () => dispatcher.destroy());
    const client = connectTo({
      baseUrl: 'https://service.test',
      fetch: isOwn ? fetch : async (url, init) => await undiciFetch(url, { ...init, dispatcher }),
      usesProxyVariables: isOwn,
    });
    expect(await rejection(client.rules.create({ repoId: REPO }))).toMatchObject({
      kind: 'network',
      tries: 4,
      message: expect.stringMatching(/after 4 tries: the proxy .*closed the connection/),
    });
    expect(String(await rejection(client.user.get()))).toContain(advice);
    expect(connects).toBe(8);
  });

  test('is not asked again where it does so only when the client has given up', async () => {
    let endFirst = (): void => undefined;
    const askedAgain = new Promise<void>((resolve) => {
      answer = (client) => {
        if (connects === 1) endFirst = () => client.end();
        else {
          client.end();
          resolve();
        }
      };
    });
    const dispatcher = new ProxyAgent(address);
    const fetch: ClientOptions['fetch'] = async (url, init) => await undiciFetch(url, { ...init, dispatcher });
    const call = (after: After): Promise<unknown> =>
      rejection(connectTo({ baseUrl: 'https://late.test', fetch, maxTries: 1, after }).user.get());
    expect(await pastLimits(call, () => connects)).toMatchObject({ kind: 'timeout', tries: 1 });
    endFirst();
    // It is closed once it has nothing left to connect for.
    await Promise.race([dispatcher.close(), askedAgain]);
    expect(connects).toBe(1);
  });

  test("is asked once a try by the platform's own `fetch`, and the program ends", async () => {
    const module = new URL('../../src/client/index.ts', import.meta.url).href;
    const script = `
      import { createClient } from ${JSON.stringify(module)};
      const client = createClient({ baseUrl: 'https://service.test', apiKey: ${JSON.stringify(KEY)}, wait: async () => {} });
      await client.user.get().catch(({ tries, detail }) => console.log(tries, detail));`;
    const env = { PATH: process.env['PATH'] ?? '', HTTPS_PROXY: address, NODE_USE_ENV_PROXY: '1' };
    const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], { env });
    expect(await text(child.stdout)).toBe('4 the proxy closed the connection (UND_ERR_PRX_CONN)\n');
    expect(connects).toBe(4);
  });
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
    message: expect.stringMatching(
      /did not answer in time after 4 tries: not finished within 123\.457 s\. (?!.*proxy)Try again later/i,
    ),
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
      message: expect.stringContaining('Redirects are not followed'),
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
      message: expect.stringMatching(/ answered an error: a redirect\. Redirects are not followed/),
    });
  });
});

test.each([
  ['text/html; charset=utf-8', 'a body that is not JSON (text/html)'],
  ['text/SQL injection in login.ts', 'a body that is not JSON (an unreadable content type)'],
  ['bug_1', 'a body that is not JSON (an unreadable content type)'],
  [`text/${'a'.repeat(61)}`, 'a body that is not JSON (an unreadable content type)'],
  ['application/json', 'a body that is not JSON'],
])('of the content type %j no more is said than its kind', async (type, detail) => {
  const service = await serveHttp(() => ({ status: 200, headers: { 'content-type': type }, text: 'no' }));
  expect(await rejection(connectTo({ baseUrl: service.baseUrl }).user.get())).toMatchObject({ detail });
});

test('an answer from a cache that nothing has changed is no redirect, and says so', async () => {
  const service = await serveHttp(() => ({ status: 304 }));
  expect(await rejection(connectTo({ baseUrl: service.baseUrl }).user.get())).toMatchObject({
    kind: 'api',
    status: 304,
    tries: 1,
    detail: 'a cache says "not modified"',
    message: expect.stringMatching(/^(?!.*redirect).*Turn off caching/i),
  });
});
