// Tests of connections and proxies.
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { connect, createServer as createSocketServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Connections, openConnections } from '../../src/net/connections.ts';
import { readNetworkCause } from '../../src/net/network-cause.ts';
import { createRedactor } from '../../src/net/redact.ts';
import { listen, type Loopback, serve, stop } from '../client/loopback.ts';
import { expectGolden } from '../documents/golden.ts';
import { afterEach, beforeEach, describe, expect, test } from '../jest.ts';

let service: Loopback;
let proxy: Server;
let proxied: { target: string; authorization: string | undefined }[];
let proxyPort: number;
let connections: Connections | undefined;

beforeEach(async () => {
  service = await serve(() => ({ json: 'from the service' }));
  proxied = [];
  proxy = createServer();
  proxy.on('connect', (request, client, head) => {
    const authorization = request.headers['proxy-authorization'];
    proxied.push({ target: request.url ?? '', authorization });
    // Whatever the name, the tunnel ends at the local service.
    const tunnel = connect(Number(new URL(service.baseUrl).port), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      tunnel.write(head);
      client.pipe(tunnel).pipe(client);
    });
    tunnel.on('error', () => client.destroy());
    client.on('error', () => tunnel.destroy());
    client.on('close', () => tunnel.destroy());
  });
  proxyPort = await listen(proxy);
});

afterEach(async () => {
  await connections?.close();
  await service.close();
  await stop(proxy);
});

async function read(url: string): Promise<string> {
  const response = await connections?.fetch(url);
  let body = '';
  const { body: stream = null } = response ?? {};
  if (stream === null || !(Symbol.asyncIterator in stream)) return body;
  for await (const chunk of stream) body += Buffer.from(chunk).toString();
  return body;
}

describe('connections', () => {
  test('go through the proxy that the environment names', async () => {
    connections = openConnections({ HTTP_PROXY: `http://127.0.0.1:${proxyPort}` });
    expect(await read('http://service.test/')).toBe('"from the service"');
    expect(proxied).toEqual([{ target: 'service.test:80', authorization: undefined }]);
  });

  test.each([
    ['me:s%40cret', 'me:s@cret'],
    ['m%C3%A9:caf%C3%A9', 'm\u00e9:caf\u00e9'],
    ['me', 'me:'],
    ['me:', 'me:'],
    [':s%3Acret', ':s:cret'],
    [':', undefined],
    ['', undefined],
  ])('give the proxy its user and password, as curl does, also one of them alone: %j', async (info, sent) => {
    connections = openConnections({ HTTP_PROXY: `http://${info}@127.0.0.1:${proxyPort}` });
    await read('http://service.test/');
    const authorization = sent === undefined ? undefined : `Basic ${Buffer.from(sent).toString('base64')}`;
    expect(proxied).toEqual([{ target: 'service.test:80', authorization }]);
  });

  test('never go through a proxy to loopback', async () => {
    connections = openConnections({ HTTP_PROXY: `http://127.0.0.1:${proxyPort}` });
    expect(await read(service.baseUrl)).toBe('"from the service"');
    expect(proxied).toEqual([]);
  });

  test('fail with a malformed proxy variable only when it is needed, and name it', async () => {
    connections = openConnections({ HTTPS_PROXY: 'http://[' });
    expect(await read(service.baseUrl)).toBe('"from the service"');
    await expect(read('https://service.test/')).rejects.toThrow('HTTPS_PROXY');
  });

  test('end with close, also one that is in use', async () => {
    const arrived = Promise.withResolvers<undefined>();
    const hanging = await serve(() => {
      arrived.resolve(undefined);
      return undefined;
    });
    connections = openConnections({});
    const outcome = expect(connections.fetch(hanging.baseUrl)).rejects.toThrow();
    await arrived.promise;
    await connections.close();
    await outcome;
    await hanging.close();
  });

  test('are used again for a request that follows an answer at once, and by as many as are under way', async () => {
    let opened = 0;
    const server = createServer((_, response) => response.end('yes'));
    server.on('connection', () => (opened += 1));
    const address = `http://127.0.0.1:${await listen(server)}/`;
    connections = openConnections({});
    try {
      await read(address);
      await read(address);
      await read(address);
      expect(opened).toBe(1);
      await Promise.all([read(address), read(address)]);
      expect(opened).toBe(2);
    } finally {
      await stop(server);
    }
  });

  test.each([
    ['directly', false],
    ['through a proxy', true],
  ])('leave nothing after close that keeps the process: %s', async (_, through) => {
    const env = through ? { HTTP_PROXY: `http://127.0.0.1:${proxyPort}` } : {};
    const target = through ? 'http://service.test/' : service.baseUrl;
    const module = new URL('../../src/net/connections.ts', import.meta.url).href;
    const script = `
      import { openConnections } from ${JSON.stringify(module)};
      const connections = openConnections(${JSON.stringify(env)});
      const answer = await connections.fetch(${JSON.stringify(target)});
      for await (const chunk of answer.body) process.stdout.write(chunk);
      await connections.close();
      const left = () => process.getActiveResourcesInfo().filter((name) => /TCP|TLS|Timeout|Connect/.test(name));
      for (let turn = 0; turn < 10 && left().length > 0; turn += 1) await new Promise((done) => setImmediate(done));
      process.stdout.write(JSON.stringify(left()));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    // Nothing on stderr either: no warning of an experimental part in a user's log.
    expect({ out, err }).toEqual({ out: '"from the service"[]', err: '' });
  });
});

describe('a proxy that opens no way', () => {
  type Manner = (client: Socket) => void;

  /** Asks through a proxy with such manners, and gives what became of it and how often the proxy was asked. */
  async function ask(scheme: string, { onConnect, onRequest }: { onConnect?: Manner; onRequest?: Manner }) {
    let connects = 0;
    const rude = createSocketServer((client) => {
      client.on('error', () => undefined);
      connects += 1;
      onConnect?.(client);
      client.once('data', () => onRequest?.(client));
    });
    const port = await listen(rude);
    const address = `http://127.0.0.1:${port}`;
    connections = openConnections({ HTTPS_PROXY: address, HTTP_PROXY: address }, 50);
    const error: unknown = await connections.fetch(`${scheme}://service.test/`).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    const { name, message, withoutNames } = readNetworkCause(error, createRedactor([]));
    await connections.close();
    const before = connects;
    await stop(rude);
    const isQuiet = connects === before;
    return { name, message: message.replace(String(port), 'PORT'), withoutNames, connects, isQuiet };
  }

  /** What each proxy answers at CONNECT before it ends the connection. */
  const answers: Readonly<Record<string, string>> = {
    'ends the connection': '',
    'ends it in its header': 'HTTP/1.1 200 Co',
    'only says to go on': 'HTTP/1.1 100 x\r\n\r\n',
    'wants a password': 'HTTP/1.1 407 x\r\ncontent-length: 0\r\n\r\n',
    refuses: 'HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n',
    'reaches nobody': 'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n',
    'sends elsewhere': 'HTTP/1.1 301 Moved\r\ncontent-length: 0\r\n\r\n',
    'has nothing to say': 'HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n',
    'answers with a page': 'HTTP/1.1 200 OK\r\n\r\n<html>',
    'answers in the tunnel': 'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi',
    'answers in another protocol there': 'HTTP/1.1 200 OK\r\n\r\nSSH-2.0-x\r\n',
    'answers a byte there': 'HTTP/1.1 200 OK\r\n\r\n\0',
    'is none': 'SSH-2.0-x\r\n',
  };
  const manners: Readonly<Record<string, Parameters<typeof ask>[1]>> = {
    ...Object.fromEntries(
      Object.entries(answers).map(([name, text]) => [name, { onRequest: (client: Socket) => client.end(text) }]),
    ),
    'resets the connection': { onRequest: (client) => client.resetAndDestroy() },
    'ends it before it is asked': { onConnect: (client) => client.end() },
    'never answers': {},
    'never ends its header': { onRequest: (client) => client.write('HTTP/1.1 200 Co') },
    'sends a header without end': {
      onRequest: (client) => client.write(`HTTP/1.1 200 x\r\na: ${'x'.repeat(200_000)}`),
    },
  };

  const toPlainHttp = (texts: Readonly<Record<string, string>>): object =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.replace('HTTPS_PROXY', 'HTTP_PROXY')]));

  test('is asked once a try, and named, in the words of the golden file', async () => {
    const lines: string[] = [];
    for (const [name, manner] of Object.entries(manners)) {
      const { message, withoutNames, ...outcome } = await ask('https', manner);
      expect([name, outcome]).toEqual([name, { name: 'ProxyError', connects: 1, isQuiet: true }]);
      const plain = await ask('http', manner);
      expect([name, plain]).toEqual([name, { ...outcome, ...toPlainHttp({ message, withoutNames }) }]);
      lines.push(`${name}\n  ${message}\n  in public: ${withoutNames}\n`);
    }
    expectGolden('proxies.txt', lines.join('\n'));
  });

  test.each([
    ['speaks plain http', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    // An alert of TLS: fatal, handshake_failure.
    ['refuses', '\x15\x03\x03\x00\x02\x02\x28'],
  ])('is told without the words of OpenSSL where its https: address %s', async (_, says) => {
    const other = createSocketServer((client) => {
      client.on('error', () => undefined).once('data', () => client.end(says, 'latin1'));
    });
    const port = await listen(other);
    connections = openConnections({ HTTPS_PROXY: `https://127.0.0.1:${port}` });
    const error: unknown = await connections.fetch('https://service.test/').catch((thrown: unknown) => thrown);
    await connections.close();
    await stop(other);
    const { name, code, message } = readNetworkCause(error, createRedactor([]));
    expect([name, code]).toEqual(['ProxyError', expect.stringMatching(/^ERR_SSL_/)]);
    expect(message).not.toMatch(/error:|\.c:|routines/);
  });

  test.each([
    ['a wrong password', 'jane:old@', 407, 1],
    ['a user name alone', 'jane@', 407, 1],
    // Beside them: without a password nothing gets locked, and another refusal says nothing of it.
    ['no password', '', 407, 7],
    ['a right password', 'jane:new@', 502, 7],
  ])('is given %s once, whatever is asked at a time and afterwards', async (_, credentials, status, times) => {
    let connects = 0;
    const strict = createSocketServer((client) => {
      client
        .on('error', () => undefined)
        .once('data', () => {
          connects += 1;
          client.end(`HTTP/1.1 ${status} x\r\ncontent-length: 0\r\n\r\n`);
        });
    });
    const port = await listen(strict);
    const address = `http://${credentials}127.0.0.1:${port}`;
    connections = openConnections({ HTTPS_PROXY: address });
    const ask = async (path: string): Promise<number | undefined> => {
      const error: unknown = await connections?.fetch(`https://${path}.test/`).catch((thrown: unknown) => thrown);
      return readNetworkCause(error, createRedactor([])).status;
    };
    const told = await Promise.all(['a', 'b', 'c'].flatMap((host) => [ask(host), ask(host)]));
    told.push(await ask('d'));
    await connections.close();
    await stop(strict);
    expect(connects).toBe(times);
    expect(new Set(told)).toEqual(new Set([status]));
  });

  test('that is not there is named with what the system says', async () => {
    await stop(proxy);
    connections = openConnections({ HTTPS_PROXY: `http://me:secret@127.0.0.1:${proxyPort}` });
    const error: unknown = await connections.fetch('https://service.test/').catch((thrown: unknown) => thrown);
    expect(readNetworkCause(error, createRedactor([]))).toMatchObject({
      name: 'ProxyError',
      code: 'ECONNREFUSED',
      message: expect.stringContaining(`127.0.0.1:${proxyPort}`),
      withoutNames: expect.not.stringMatching(/127|secret/),
    });
  });
});
