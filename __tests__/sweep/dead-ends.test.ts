// What fails throughout one of several repositories, as a proxy that stops opening ways: what is asked of it after that.
import { organizationWorld as organizationOf } from '../../sandbox/scenarios/organization.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { unverified } from '../../src/judgement/reasons.ts';
import { watchDeadEnds } from '../../src/net/dead-ends.ts';
import type { FetchLike } from '../../src/net/fetch.ts';
import { type NetworkCause, readNetworkCause } from '../../src/net/network-cause.ts';
import { ProxyError } from '../../src/net/proxy.ts';
import { createRedactor } from '../../src/net/redact.ts';
import { sayFault, withoutRepeats } from '../../src/sweep/progress.ts';
import { createTestClock } from '../harness/clock.ts';
import { ACTIONS } from '../harness/run-action.ts';
import { type ActionName, type Sandbox, type SandboxRun, withSandbox } from '../harness/sandbox.ts';
import { withPermissions } from '../harness/worlds.ts';
import { describe, expect, test } from '../jest.ts';
import { organizationWorld } from '../recheck/worlds.ts';

/** An answer; null: one that is as it should be. */
type End = Error | Response | null;

const proxy = { url: new URL('http://proxy.test:3128'), variable: 'HTTPS_PROXY' };
const closed = (): Error =>
  new TypeError('fetch failed', { cause: new ProxyError(proxy, { text: 'closed the connection' }) });

describe('a way through the network of this machine', () => {
  const service = 'https://service.test/a';
  const failWith = (code: string): Error =>
    new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) });

  /** What each request of a repository comes to: tried again or not, or an answer. One letter is one request. */
  async function play(repositories: readonly (readonly End[])[], url = service): Promise<readonly string[]> {
    const ends: End[] = [];
    const { fetch, beginRepository } = watchDeadEnds(async () => {
      const end = ends.shift();
      if (end instanceof Error) throw end;
      return await Promise.resolve(end ?? new Response());
    });
    const told: string[] = [];
    for (const each of repositories) {
      beginRepository();
      let letters = '';
      for (const end of each) {
        ends.push(end);
        letters += await fetch(url).then(
          ({ status, isLasting = false }) => (isLasting ? 'L' : status === 200 ? 'a' : 't'),
          (error: unknown) => (readNetworkCause(error, createRedactor([])).isLasting ? 'L' : 't'),
        );
      }
      told.push(letters);
    }
    return told;
  }
  const four = [closed(), closed(), closed(), closed()];
  const busy = (status: number, retryAfter = '60'): Response =>
    new Response('', { status, headers: { 'retry-after': retryAfter } });
  const down = (): Response => new Response('', { status: 503 });

  test.each<[string, readonly (readonly End[])[], readonly string[]]>([
    [
      'is asked once a request where it failed throughout a repository',
      [four, [closed()], [closed()]],
      ['tttt', 'L', 'L'],
    ],
    ['stays so over a repository that asks nothing', [four, [], [closed()]], ['tttt', '', 'L']],
    ['is as before once somebody answers', [four, [closed(), null, closed()], four], ['tttt', 'Lat', 'tttt']],
    ['fails as before where somebody answered in between', [[...four, null], four], ['tttta', 'tttt']],
    ['fails as before after what may have been lost', [[closed()], [closed(), closed()]], ['t', 'tt']],
    [
      'is a name as well',
      [Array.from({ length: 4 }, () => failWith('ENOTFOUND')), [failWith('ENOTFOUND')]],
      ['tttt', 'L'],
    ],
    [
      'is a far end as well that answers nothing but to come back later',
      [[busy(429), busy(503)], [busy(403)], [busy(503), null, busy(503)], [busy(503)]],
      ['tt', 'L', 'Lat', 't'],
    ],
    // Controls: these are not of this machine's network, and ask nobody to wait.
    ['is not a far end that is out of order', [[down(), down(), down(), down()], [down()]], ['tttt', 't']],
    [
      'is not a far end that is down',
      [Array.from({ length: 4 }, () => failWith('ECONNREFUSED')), [failWith('ECONNREFUSED')]],
      ['tttt', 't'],
    ],
  ])('%s', async (_, repositories, told) => {
    expect(await play(repositories)).toEqual(told);
  });

  test('says the same of its cause, and is another for each origin', async () => {
    const { fetch, beginRepository } = watchDeadEnds(() => Promise.reject(closed()));
    const causeAt = async (url: string): Promise<NetworkCause> =>
      readNetworkCause(await fetch(url).catch((error: unknown) => error), createRedactor([]));
    for (let asked = 0; asked < 4; asked += 1) await causeAt(service);
    beginRepository();
    const [dead, other] = [await causeAt(service), await causeAt('https://github.test/b')];
    expect([dead.isLasting, other.isLasting]).toEqual([true, false]);
    expect([dead.name, dead.message, dead.withoutNames]).toEqual([other.name, other.message, other.withoutNames]);
  });
});

test('who asked last to wait is named until the next repository begins', async () => {
  const answers = [new Response('', { status: 503, headers: { 'retry-after': '60' } }), new Response()];
  const { fetch, findDelay, beginRepository } = watchDeadEnds(() => Promise.resolve(answers.shift() ?? new Response()));
  const told = [findDelay()];
  for (const url of ['https://api.github.test/a', 'https://service.test/b']) {
    await fetch(url);
    told.push(findDelay());
  }
  beginRepository();
  const said = 'api.github.test answered 503 and asked to wait';
  expect([...told, findDelay()]).toEqual([null, said, said, null]);
});

const COUNT = 8;
const names = Array.from({ length: COUNT }, (_, index) => `repo-${index}`);
const startMs = Date.UTC(2026, 10, 20, 9);

function worldOf(action: ActionName): ScenarioWorld {
  if (action !== 'recheck') {
    return organizationOf(
      names.map((name) => ({ name })),
      { nowMs: startMs },
    );
  }
  const options = { nowMs: startMs, specsOf: () => [{ number: 1, was: 'failed', now: 'passed' }] as const };
  return withPermissions(organizationWorld(names, options), { actions: 'write' });
}

interface FailedRun extends SandboxRun {
  /** What was asked of the service, but for the lists that all share. */
  readonly tried: number;
}

const hangUp = (): never => {
  throw closed();
};

const busy = (): Response => new Response('{}', { status: 429, headers: { 'retry-after': '60' } });

/**
 * A run in which the first of what is asked of a repository at the service fail, after the lists that all share.
 *
 * @default fail Like a proxy that hangs up; null: it does not fail.
 */
async function playWithout(
  action: ActionName,
  failures: number,
  fail: (url: string) => Response | null = hangUp,
): Promise<FailedRun> {
  const clock = createTestClock(startMs, true);
  let tried = 0;
  const play = async (sandbox: Sandbox): Promise<SandboxRun> => {
    clock.pass(3_600_000);
    const through =
      (fetch: FetchLike): FetchLike =>
      async (url, init) => {
        const isList = /\/public\/v1\/(?:repos|user)$/u.test(new URL(url).pathname);
        if (isList || url.startsWith(sandbox.github.url)) return await fetch(url, init);
        tried += 1;
        return (tried <= failures ? fail(url) : null) ?? (await fetch(url, init));
      };
    return await sandbox.play({
      ...{ action, clock, github: { runNumber: 0 } },
      event: {
        name: 'schedule',
        payload: { repository: { visibility: 'private', private: true, full_name: 'acme/ops' } },
      },
      inputs: { repositories: names.map((name) => `acme/${name}`).join('\n') },
      run: async (given) => await ACTIONS[action]?.({ ...given, fetch: through(given.fetch) }),
    });
  };
  const run = await withSandbox(worldOf(action), play, { now: () => clock.now() });
  return { ...run, tried };
}

describe.each(['watch', 'doctor', 'recheck', 'insights'] as const)('%s of several repositories', (action) => {
  test.each([
    ['a proxy begins to hang up', hangUp],
    ['the service begins to ask everybody to wait', busy],
  ])('tries four times where %s, and then once a request', async (_, fail) => {
    const { exitCode, tried, outputs } = await playWithout(action, Infinity, fail);
    expect([exitCode, JSON.parse(outputs['failed'] ?? '[]')]).toEqual([1, names.map((name) => `acme/${name}`)]);
    // Recheck asks twice.
    const requests = action === 'recheck' ? 2 : 1;
    expect(tried).toBe(requests * (4 + COUNT - 1));
  });

  test('reads the others where the proxy is back', async () => {
    const { outputs } = await playWithout(action, action === 'recheck' ? 10 : 5);
    expect(JSON.parse(outputs['failed'] ?? '[]')).toEqual(['acme/repo-0', 'acme/repo-1']);
  });

  test('fails nowhere where a request was lost', async () => {
    const { outputs } = await playWithout(action, 1);
    expect(outputs['failed']).toBe('[]');
  });
});

describe.each(['watch', 'recheck', 'insights'] as const)('what %s of several repositories says', (action) => {
  const SAME = 'The same as for acme/repo-0.';
  const timesIn = (text: string, words: string): number => text.split(words).length - 1;

  test('of a proxy that hangs up is said once, and of each other repository that it is the same', async () => {
    const { log, summary } = await playWithout(action, Infinity);
    // Recheck asks two questions of each in the log. Where nothing could be read, the summary of insights begins with why.
    const isAskedTwice = action === 'recheck';
    expect(timesIn(log, 'closed the connection')).toBe(isAskedTwice || action === 'insights' ? 2 : 1);
    expect(timesIn(log, SAME)).toBe((isAskedTwice ? 2 : 1) * (COUNT - 1));
    expect(timesIn(summary, 'closed the connection')).toBe(action === 'insights' ? 2 : 1);
    expect(timesIn(summary, SAME)).toBe(COUNT - 1);
  });
});

test('what a service says of each repository is not the same, though its words are', () => {
  const ofService = unverified('service-error', 'The service answered 503.');
  const ofProxy = unverified('service-error', 'Closed.').with({ surrounding: 'proxy' });
  const looked = [
    ...['a', 'b'].map((repository) => ({ repository, fault: ofService })),
    ...['c', 'd'].map((repository) => ({ repository, fault: ofProxy })),
    { repository: 'e', fault: unverified('github-error', 'Closed.').with({ surrounding: 'proxy' }) },
    { repository: 'f', fault: null },
  ];
  const said: string[] = [];
  for (const index of looked.keys()) {
    sayFault({ error: (text) => said.push(text) }, looked.slice(0, index + 1));
  }
  const words = ['The service answered 503.', 'The service answered 503.', 'Closed.', 'The same as for c.', 'Closed.'];
  expect(said).toEqual(words.map((what, index) => `${'abcde'[index]} could not be read completely: ${what}`));
  expect(withoutRepeats(looked).map(({ fault }) => fault?.what)).toEqual([...words, undefined]);
});

test.each(['watch', 'doctor', 'recheck', 'insights'] as const)(
  '%s says who took the time of a repository, and not that whoever was not asked failed',
  async (action) => {
    const { log, outputs } = await playWithout(action, Infinity, (url) => (url.includes('/bugs') ? busy() : null));
    expect(JSON.parse(outputs['failed'] ?? '[]')).toHaveLength(COUNT);
    expect(log).toContain('answered 429');
    expect(log).not.toMatch(/Gave up on the service: this|GitHub did not answer/);
  },
);
