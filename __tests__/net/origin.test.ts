// Where key and token go: to their own origin, and nowhere else, whatever an answer or a proxy says.
import { createServer, type Server } from 'node:http';
import { createClient, type ServiceClient } from '../../src/client/index.ts';
import { toWhat } from '../../src/documents/causes.ts';
import { gitHubFault } from '../../src/github/fault.ts';
import { type Octokit, openOctokit } from '../../src/github/octokit.ts';
import { serviceUrl } from '../../src/inputs/readers.ts';
import { readInputs } from '../../src/inputs/table.ts';
import { systemClock } from '../../src/net/clock.ts';
import { openConnections } from '../../src/net/connections.ts';
import { createRedactor } from '../../src/net/redact.ts';
import { listen, rejection, stop } from '../client/loopback.ts';
import { describe, expect, test } from '../jest.ts';

const explain = (error: unknown, doing: string, permission: string): string =>
  toWhat(gitHubFault(error, { doing, permission }));

const KEY = 'svc_test_aB3xY9kLmN0pQrStUvWx';
const TOKEN = 'ghs_0123456789abcdefghijklmnopqrstuvwxyzAB';

/** A proxy that opens tunnels to somebody who does not speak TLS, or refuses to; `read` gives all that either saw. */
async function withProxy(act: (url: string, read: () => string) => Promise<void>, refusesWith?: number): Promise<void> {
  let read = '';
  const proxy: Server = createServer();
  proxy.on('connect', (request, client, head) => {
    read += `${request.url ?? ''}\n${JSON.stringify(request.headers)}\n${head.toString('latin1')}`;
    client.on('error', () => undefined);
    client.on('data', (bytes: Buffer) => (read += bytes.toString('latin1')));
    if (refusesWith !== undefined) {
      client.end(`HTTP/1.1 ${refusesWith} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    client.once('data', () => client.end('220 not what you think\r\n'));
  });
  const port = await listen(proxy);
  try {
    await act(`http://user:proxy-password@127.0.0.1:${port}`, () => read);
  } finally {
    await stop(proxy);
  }
}

/** Asks the service and GitHub through a proxy, and gives what each failed with. */
async function askThrough(proxy: string): Promise<readonly string[]> {
  const connections = openConnections({ HTTPS_PROXY: proxy });
  const { fetch } = connections;
  const clock = { ...systemClock, wait: () => Promise.resolve() };
  const client: ServiceClient = createClient({
    ...clock,
    baseUrl: 'https://service.test:8443',
    apiKey: KEY,
    fetch,
  });
  const octokit: Octokit = openOctokit({
    token: TOKEN,
    baseUrl: 'https://api.github.test',
    fetch,
    clock,
    redactor: createRedactor([TOKEN]),
    signal: new AbortController().signal,
  });
  try {
    return [
      String(await rejection(client.user.get())),
      explain(await rejection(octokit.rest.users.getAuthenticated()), 'read it', ''),
    ];
  } finally {
    await connections.close();
  }
}

describe('a proxy', () => {
  test('sees nothing of a request before the other end has shown who it is', () =>
    withProxy(async (url, read) => {
      expect(await askThrough(url)).toHaveLength(2);
      expect(read()).toContain('service.test:8443');
      expect(read()).toContain('api.github.test:443');
      expect(read()).not.toMatch(/svc_test|ghs_/);
    }));
});

describe('a service that the key would reach in the clear is refused before anything is sent:', () => {
  test.each([
    'http://localhost.evil.com',
    'http://127.0.0.1.evil.com',
    // Not every resolver keeps such names on this machine.
    'http://a.localhost',
    'http://0.0.0.0',
    'http://[::ffff:127.0.0.1]',
    'http://128.0.0.1',
    'http://2147483649',
    'http://localhost@evil.com',
    'http://evil.com#@localhost',
    'http://evil.com\\@localhost',
    'http:evil.com',
    'ht\ntp://evil.com',
    'http://localhostevil',
    'http://evil.com/localhost',
    'ftp://localhost',
    'javascript:alert(1)',
    '//localhost',
  ])('%j', (address) => {
    expect(() => readInputs({ apiUrl: serviceUrl('api-url') }, () => address)).toThrow(
      /^Scan Gate could not start: api-url is /u,
    );
    expect(() => createClient({ baseUrl: address, apiKey: 'svc_test_key' })).toThrow('baseUrl');
  });

  test.each([
    ['http://2130706433', 'http://127.0.0.1'],
    ['http://0x7f.1', 'http://127.0.0.1'],
    ['http://127.1:80', 'http://127.0.0.1'],
    ['http://LOCALHOST:8080/A/', 'http://localhost:8080/A'],
    ['http://localhost\\@evil.com', 'http://localhost/@evil.com'],
    ['http:\\\\localhost', 'http://localhost'],
    ['http://[::1]', 'http://[::1]'],
    ['https://evil.com\\@localhost', 'https://evil.com/@localhost'],
  ])('%j is %s, and what is checked is what is asked', async (address, asked) => {
    const urls: string[] = [];
    const fetch = (url: string): Promise<never> => {
      urls.push(url);
      return Promise.reject(new Error('no connection'));
    };
    expect(readInputs({ apiUrl: serviceUrl('api-url') }, () => address)).toEqual({ apiUrl: asked });
    const client = createClient({ baseUrl: address, apiKey: 'svc_test_key', fetch, maxTries: 1 });
    await expect(client.user.get()).rejects.toThrow('no connection');
    expect(urls).toEqual([`${asked}/public/v1/user`]);
  });
});
