// A far end that answers nothing for three repositories in a row: it is not asked for the rest, which is named.
import { organizationWorld as organizationOf } from '../../sandbox/scenarios/organization.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import type { FetchLike } from '../../src/net/fetch.ts';
import { ProxyError } from '../../src/net/proxy.ts';
import { createFarEnds } from '../../src/runner/far-ends.ts';
import { createTestClock } from '../harness/clock.ts';
import { ACTIONS } from '../harness/run-action.ts';
import { type ActionName, type Sandbox, type SandboxRun, withSandbox } from '../harness/sandbox.ts';
import { withPermissions } from '../harness/worlds.ts';
import { describe, expect, test } from '../jest.ts';
import { organizationWorld } from '../recheck/worlds.ts';

const proxy = { url: new URL('http://proxy.test:3128'), variable: 'HTTPS_PROXY' };

test.each<[string, readonly (readonly [status: number, retryAfter?: string])[], isSilent: boolean]>([
  ['nothing was asked', [], false],
  ['no connection', [[0]], true],
  ['its server fails', [[500], [503]], true],
  [
    'it asks to come back later',
    [
      [429, '60'],
      [403, '60'],
    ],
    true,
  ],
  ['one of its answers is none', [[200], [503]], false],
  ['it refuses', [[403]], false],
  ['it knows of no such thing', [[404]], false],
])('a far end is silent, or not: %s', async (_, answers, isSilent) => {
  const ends = createFarEnds();
  for (const [status, retryAfter] of answers) {
    const headers = new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    const fetch = ends.watch('service', () =>
      status === 0 ? Promise.reject(new TypeError('x')) : Promise.resolve(new Response('', { status, headers })),
    );
    await fetch('https://service.test').catch(() => undefined);
  }
  await ends.watch('GitHub', () => Promise.resolve(new Response()))('https://github.test');
  expect([ends.takeSilent(), ends.takeSilent()]).toEqual([isSilent ? 'service' : null, null]);
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
  /** Of which repositories, by their place, the service was asked, but for the lists that all share. */
  readonly asked: readonly number[];
}

const hangUp = (): never => {
  throw new TypeError('fetch failed', { cause: new ProxyError(proxy, { text: 'closed the connection' }) });
};

const busy = (): Response => new Response('{}', { status: 429, headers: { 'retry-after': '60' } });

const down = (): Response => new Response('{}', { status: 503 });

/** A run in which what is asked about some repositories, by their place, fails at the service. */
async function playWithout(
  action: ActionName,
  isFailing: (place: number) => boolean,
  fail: () => Response,
): Promise<FailedRun> {
  const clock = createTestClock(startMs, true);
  const asked = new Set<number>();
  const play = async (sandbox: Sandbox): Promise<SandboxRun> => {
    clock.pass(3_600_000);
    const places = new Map<string | null, number>();
    sandbox.service.state.change(({ repos }) => {
      for (const { id, name } of repos) places.set(id, names.indexOf(name));
    });
    const through =
      (fetch: FetchLike): FetchLike =>
      async (url, init) => {
        const place = places.get(new URL(url).searchParams.get('repo_id'));
        if (place === undefined) return await fetch(url, init);
        asked.add(place);
        return isFailing(place) ? fail() : await fetch(url, init);
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
  return { ...run, asked: [...asked] };
}

describe.each(['watch', 'doctor', 'recheck', 'insights'] as const)('%s of several repositories', (action) => {
  test.each([
    ['a proxy begins to hang up', hangUp],
    ['the service begins to ask everybody to wait', busy],
    ['the service is down', down],
  ])('is done with the service after three where %s, and names the rest', async (_, fail) => {
    const { exitCode, asked, outputs, log } = await playWithout(action, () => true, fail);
    expect([exitCode, JSON.parse(outputs['failed'] ?? '[]')]).toEqual([1, names.map((name) => `acme/${name}`)]);
    expect(asked).toEqual([0, 1, 2]);
    expect(log.split('Not looked at').length - 1).toBe(COUNT - 3);
  });

  test.each<[string, silent: readonly number[]]>([
    ['two in a row', [0, 1, 3, 4, 6, 7]],
    ['one', [5]],
    ['none', []],
  ])('asks for all where the service is silent for %s', async (_, silent) => {
    const { asked, outputs } = await playWithout(action, (place) => silent.includes(place), hangUp);
    expect(asked).toEqual(names.map((_, place) => place));
    expect(JSON.parse(outputs['failed'] ?? '[]')).toEqual(silent.map((place) => `acme/repo-${place}`));
  });
});
