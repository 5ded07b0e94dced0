// Owns the rule where key and token go: to their own origin, and nowhere else, whatever that origin says.
import { createServer, type Server } from 'node:http';
import { describe, expect, it, jest } from '@jest/globals';
import { createClient } from '../../src/client/index.ts';
import { serviceUrl } from '../../src/inputs/readers.ts';
import { readInputs } from '../../src/inputs/table.ts';
import type { FaultInjector } from '../../sandbox/http.ts';
import { listen, stop } from '../client/loopback.ts';
import { formsIn } from '../e2e/leak.ts';
import { onStage, type Play } from '../hostile/play.ts';
import { fullWorld } from '../hostile/worlds.ts';

jest.setTimeout(120_000);

const untouched: FaultInjector = { intercept: () => Promise.resolve(false) };

/** A server that nobody may ask, and the heads of requests that it got all the same. */
async function withStranger(act: (url: string, asked: readonly string[]) => Promise<void>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.end('{}');
  });
  const port = await listen(server);
  try {
    await act(`http://127.0.0.1:${port}`, asked);
  } finally {
    await stop(server);
  }
}

/** Answers paths with a redirect; counts how often. */
function redirecting(paths: RegExp, status: number, location: string) {
  const sent = { count: 0 };
  const injector: FaultInjector = {
    intercept: ({ path }, { request, response }) => {
      if (!paths.test(path)) return Promise.resolve(false);
      sent.count += 1;
      response.writeHead(status, { location: location.replace('{path}', request.url ?? '') });
      response.end();
      return Promise.resolve(true);
    },
  };
  return { sent, injector };
}

const actions: readonly Play[] = [
  { action: 'gate' },
  { action: 'rules', inputs: { operation: 'pull' } },
];

describe('a redirect of the service is an error that says so, and nobody is asked who should not be:', () => {
  const statuses = [301, 302, 303, 307, 308];
  const cells = statuses.flatMap((status, at) => {
    const what = actions[at % actions.length];
    return what ? [[status, what.action, what] as const] : [];
  });

  it.concurrent.each(cells)('%i to another port, with the %s', (status, _, what) =>
    withStranger(async (url, asked) => {
      const { sent, injector } = redirecting(/^\/public/u, status, `${url}{path}`);
      await onStage(fullWorld(2), injector, async (play) => {
        const { result, faults } = await play(what);
        expect([result.conclusion, faults]).toEqual(['failure', []]);
        expect(result.log).toContain(`answered ${status}: a redirect to ${url}. `);
        expect(result.log).toContain('Redirects are not followed');
      });
      expect([asked, sent.count]).toEqual([[], 1]);
    }),
  );

  it.concurrent.each([
    ['of another scheme', 'https://attacker.example/x', 'https://attacker.example'],
    [
      'with the key in its name',
      'https://{key}.attacker.example/x',
      'https://***.attacker.example',
    ],
    ['with the key in its path', 'https://attacker.example/{key}', 'https://attacker.example'],
    ['on this server', '/public/v2/repos', 'http://127.0.0.1:'],
    ['that is none', 'http://[', 'a redirect'],
  ])('to an address %s', async (_, location, said) => {
    const world = fullWorld(2);
    const { sent, injector } = redirecting(
      /^\/public/u,
      302,
      location.replace('{key}', world.apiKey),
    );
    await onStage(world, injector, async (play) => {
      const { result, faults } = await play({ action: 'gate' });
      expect([result.conclusion, faults, sent.count]).toEqual(['failure', [], 1]);
      expect(result.log).toContain(said);
    });
  });
});

describe('a redirect of GitHub is not followed, and what it hides is told:', () => {
  it.concurrent.each([301, 307])('%i', (status) =>
    withStranger(async (url, asked) => {
      const { sent, injector } = redirecting(/^\/(?:repos|graphql)/u, status, `${url}{path}`);
      await onStage(fullWorld(2), injector, async (play) => {
        const { result, faults } = await play({ action: 'gate' });
        // The verdict needs the service alone: it is red for its own reason, and what could not be reported is said.
        expect([result.outputs['verdict'], faults]).toEqual(['failed', []]);
        expect(result.log).toMatch(/a redirect \(30\d\), which is not followed/u);
      });
      expect(asked).toEqual([]);
      expect(sent.count).toBeGreaterThan(0);
    }),
  );

  it.concurrent('ends the run red where the decision needs GitHub', () =>
    withStranger(async (url, asked) => {
      const { injector } = redirecting(/^\/repos/u, 302, `${url}{path}`);
      await onStage(fullWorld(2), injector, async (play) => {
        const inputs = { 'gate-on': 'introduced', 'max-security-bugs': 'off' };
        const { result } = await play({ action: 'gate', inputs });
        expect([result.conclusion, result.outputs['reason']]).toEqual(['failure', 'github-error']);
        expect(result.log).toMatch(/a redirect \(302\), which is not followed/u);
      });
      expect(asked).toEqual([]);
    }),
  );
});

/** A proxy that opens tunnels to a stranger, or refuses to; `read` gives all that either got to see. */
async function withProxy(
  act: (url: string, read: () => string, targets: readonly string[]) => Promise<void>,
  refusesWith?: number,
): Promise<void> {
  const targets: string[] = [];
  let read = '';
  const proxy: Server = createServer((request, response) => {
    read += `${request.method} ${request.url} ${JSON.stringify(request.headers)}\n`;
    response.writeHead(502).end();
  });
  proxy.on('connect', (request, client, head) => {
    targets.push(request.url ?? '');
    read += `${JSON.stringify(request.headers)}\n${head.toString('latin1')}`;
    client.on('error', () => undefined);
    client.on('data', (bytes: Buffer) => (read += bytes.toString('latin1')));
    if (refusesWith !== undefined) {
      client.end(`HTTP/1.1 ${refusesWith} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    // At the far end somebody answers who does not speak TLS.
    client.once('data', () => client.end('220 not what you think\r\n'));
  });
  const port = await listen(proxy);
  try {
    await act(`http://user:proxy-password@127.0.0.1:${port}`, () => read, targets);
  } finally {
    await stop(proxy);
  }
}

describe('a proxy', () => {
  it.concurrent('is never asked for what is on this machine', () =>
    withProxy(async (url, read, targets) => {
      const env = { HTTP_PROXY: url, HTTPS_PROXY: url, http_proxy: url, https_proxy: url };
      await onStage(fullWorld(2), untouched, async (play) => {
        const { result, faults } = await play({ action: 'gate', env });
        expect([result.outputs['verdict'], faults]).toEqual(['failed', []]);
      });
      expect([targets, read()]).toEqual([[], '']);
    }),
  );

  it.concurrent(
    'opens a tunnel, in which nothing is said before the far end has shown who it is',
    () =>
      withProxy(async (url, read, targets) => {
        const world = fullWorld(2);
        await onStage(world, untouched, async (play) => {
          const inputs = { 'api-url': 'https://service.test:8443', comment: 'never' };
          const { result } = await play({ action: 'gate', env: { HTTPS_PROXY: url }, inputs });
          expect(result.outputs['reason']).toBe('service-error');
          expect(formsIn(result.stdout, ['proxy-password'])).toEqual([]);
        });
        expect(new Set(targets)).toEqual(new Set(['service.test:8443']));
        expect(formsIn(read(), [world.apiKey, world.githubToken])).toEqual([]);
      }),
  );

  it.concurrent.each([403, 407])(
    'that refuses (%i) ends the run red, and is not told the key',
    (status) =>
      withProxy(async (url, read, targets) => {
        const world = fullWorld(2);
        await onStage(world, untouched, async (play) => {
          const inputs = { 'api-url': 'https://service.test', comment: 'never' };
          const { result } = await play({ action: 'gate', env: { HTTPS_PROXY: url }, inputs });
          expect([result.conclusion, result.outputs['reason']]).toEqual([
            'failure',
            'service-error',
          ]);
          expect(formsIn(result.stdout, ['proxy-password'])).toEqual([]);
        });
        expect(new Set(targets)).toEqual(new Set(['service.test:443']));
        expect(formsIn(read(), [world.apiKey, world.githubToken])).toEqual([]);
      }, status),
  );
});

describe('a service that the key would reach in the clear is refused before anything is sent:', () => {
  const refused = [
    'http://localhost.evil.com',
    'http://127.0.0.1.nip.io',
    'http://0.0.0.0',
    'http://0',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://[::1].evil.com',
    'http://2130706434.evil.com',
    'http://128.0.0.1',
    'http://2147483649',
    'http://localhost@evil.com',
    'http://127.0.0.1:80@evil.com',
    'http://evil.com#@localhost',
    'http://evil.com?@localhost',
    'http://evil.com\\@localhost',
    'http:\\\\evil.com',
    'http:evil.com',
    'HTTP://EVIL.COM',
    'ht\ntp://evil.com',
    'http://evil.com.',
    'http://localhostevil',
    'http://xlocalhost',
    'http://evil.com/localhost',
    'http://evil.com%2f@localhost',
    'ftp://localhost',
    'ws://localhost',
    'javascript:alert(1)',
    'file:///etc/passwd',
    '//localhost',
  ];

  it.each(refused)('%j', (address) => {
    expect(() => readInputs({ url: serviceUrl('api-url') }, () => address)).toThrow(
      /^One input is not right\.\napi-url: /u,
    );
    expect(() => createClient({ baseUrl: address, apiKey: 'svc_test_key' })).toThrow('baseUrl');
  });

  it.each([
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
    expect(readInputs({ url: serviceUrl('api-url') }, () => address)).toEqual({ url: asked });
    const client = createClient({ baseUrl: address, apiKey: 'svc_test_key', fetch, maxTries: 1 });
    await expect(client.user.get()).rejects.toThrow('no connection');
    expect(urls).toEqual([`${asked}/public/v1/user`]);
  });

  it.concurrent.each(['http://localhost.evil.com', 'http://0.0.0.0', 'http://evil.com#@localhost'])(
    '%j, also with a proxy',
    (address) =>
      withProxy(async (url, read, targets) => {
        await onStage(fullWorld(1), untouched, async (play, stage) => {
          const env = { HTTP_PROXY: url, HTTPS_PROXY: url };
          const inputs = { 'api-url': address };
          const { result, faults } = await play({ action: 'gate', env, inputs });
          expect([result.conclusion, faults]).toEqual(['failure', []]);
          expect(result.outputs['reason']).toBe('invalid-input');
          expect([stage.service.requests, stage.github.requests]).toEqual([[], []]);
        });
        expect([targets, read()]).toEqual([[], '']);
      }),
  );
});
