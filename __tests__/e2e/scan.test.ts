// The rules of the second look-up: which scan is judged, and how long it is waited for.
import { describe, expect, it, jest } from '@jest/globals';
import { parseFault } from '../../sandbox/faults.ts';
import type { CommitData } from '../../sandbox/github/data.ts';
import { scanFailed } from '../../sandbox/scenarios/scans.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { withScene, type Scene } from './scene.ts';
import {
  changeService,
  cleanWorld,
  failingWorld,
  headScanOf,
  noScanWorld,
  runningWorld,
} from './worlds.ts';

jest.setTimeout(60_000);

const { headSha, baseSha } = storefront;
const quick = { 'poll-interval': '0' };

function looksAt(scene: Scene): number {
  return scene.service.requests.filter(({ url }) => url.includes('/scans?')).length;
}

describe('a scan that is running', () => {
  it.concurrent('is waited for, a line a look, and then judged', () =>
    withScene(runningWorld({ afterLooks: 3 }), async (scene) => {
      const result = await scene.run();
      expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'failed']);
      expect(result.outputs['pending-security']).toBe('4');
      expect(looksAt(scene)).toBe(4);
      expect(
        result.log.match(/^Attempt \d: .* is in_progress .*gives up after 10 min/gmu),
      ).toHaveLength(3);
    }),
  );

  it.concurrent('that does not finish in time is scan-timeout', () =>
    withScene(runningWorld({}), async (scene) => {
      const result = await scene.run({ inputs: { 'wait-timeout': '1s' } });
      expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'scan-timeout']);
      expect(result.log).toMatch(/was still in_progress after \d+ s/u);
      expect(result.outputs).toMatchObject({ 'scan-sha': headSha, 'scan-match': 'exact' });
      expect(result.outputs['pending']).toBe('');
    }),
  );

  it.concurrent('is not waited for with wait-timeout: 0', () =>
    withScene(runningWorld({}), async (scene) => {
      const result = await scene.run({ inputs: { 'wait-timeout': '0' } });
      expect(result.outputs['reason']).toBe('scan-timeout');
      expect(looksAt(scene)).toBe(1);
    }),
  );

  it.concurrent.each(['failed', 'dlq'] as const)('that ends as %s is scan-failed', (endsAs) =>
    withScene(runningWorld({ afterLooks: 2, endsAs }), async (scene) => {
      const result = await scene.run();
      expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'scan-failed']);
      expect(result.outputs).toMatchObject({ 'scan-sha': headSha, 'scan-match': 'exact' });
      expect(result.log).toContain(`ended as ${endsAs}`);
    }),
  );

  it.concurrent('is let go when the head moves meanwhile: superseded, and no comment', () =>
    withScene(
      runningWorld({}),
      async (scene) => {
        const result = await scene.run();
        expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'superseded']);
        expect(scene.ownComments()).toEqual([]);
        expect(looksAt(scene)).toBeLessThanOrEqual(4);
      },
      {
        watch: (request, scene) => {
          if (request.path.endsWith('/scans') && looksAt(scene) === 2) pushTo(scene);
        },
      },
    ),
  );
});

/** Somebody pushes to the pull request. */
function pushTo({ github, world }: Scene): void {
  const commit: CommitData = {
    sha: 'e'.repeat(40),
    parents: [world.sha],
    message: 'One more thing',
    authorName: 'Mara Lindqvist',
    date: new Date().toISOString(),
  };
  github.pushCommit(world.pullRequest, commit);
}

describe('a service that stumbles while it is polled', () => {
  /** From the second look on, so many whole looks fail: four tries each. */
  const failLooks = (count: number) => ({
    watch: (request: { readonly path: string }, scene: Scene) => {
      if (!request.path.endsWith('/scans')) return;
      const asked = looksAt(scene);
      if (asked === 2)
        scene.faults.add(parseFault('GET /public/v1/scans status=503 retry-after=0'));
      if (asked === 2 + 4 * count) scene.faults.clear();
    },
  });

  it.concurrent('four times in a row is tolerated', () =>
    withScene(
      runningWorld({ afterLooks: 2 }),
      async (scene) => {
        const result = await scene.run();
        expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'failed']);
        expect(
          result.log.match(/^Attempt \d: the service answered 503 .*gives up after 10 min/gmu),
        ).toHaveLength(4);
      },
      failLooks(4),
    ),
  );

  it.concurrent('five times in a row is service-error', () =>
    withScene(
      runningWorld({ afterLooks: 2 }),
      async (scene) => {
        const result = await scene.run();
        expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'service-error']);
        expect(result.log).toMatch(/GET \/public\/v1\/scans answered 503 .*after 4 tries/u);
        expect(looksAt(scene)).toBe(1 + 5 * 4);
      },
      failLooks(5),
    ),
  );

  it.concurrent('with an answer that no try can mend is not asked again', () =>
    withScene(
      runningWorld({}),
      async (scene) => {
        const result = await scene.run();
        expect(result.outputs['reason']).toBe('service-error');
        expect(looksAt(scene)).toBe(2);
      },
      { faults: ['GET /public/v1/scans from=2 wrong-type=scans'] },
    ),
  );

  it.concurrent('by refusing the key is unauthorized at once', () =>
    withScene(
      runningWorld({}),
      async (scene) => {
        const result = await scene.run();
        expect(result.outputs['reason']).toBe('unauthorized');
        expect(looksAt(scene)).toBe(2);
      },
      { faults: ['GET /public/v1/scans from=2 status=401'] },
    ),
  );
});

describe('a commit without a scan', () => {
  it.concurrent('is no-scan, with the five newest scans and what to do', () =>
    withScene(noScanWorld(), async (scene) => {
      const result = await scene.run();
      expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'no-scan']);
      const [, lines = ''] = /The newest scans:\n((?:- .*\n)+)/u.exec(result.log) ?? [];
      expect(lines.match(/^- `[0-9a-f]{7}`, \S+ days old, (?:complete|failed)$/gmu)).toHaveLength(
        5,
      );
      expect(result.log).toContain('wait-for-scan');
      expect(looksAt(scene)).toBe(1);
    }),
  );

  it.concurrent('is waited for with wait-for-scan, and judged when the scan appears', () => {
    const found = headScanOf(failingWorld());
    return withScene(
      changeService(noScanWorld(), () => {
        const { bugs, surfaced } = failingWorld().service;
        return { bugs, surfaced };
      }),
      async (scene) => {
        const result = await scene.run({ inputs: { ...quick, 'wait-for-scan': '1m' } });
        expect([result.outputs['verdict'], result.outputs['scan-id']]).toEqual([
          'failed',
          found.workflowRequestId,
        ]);
        expect(result.log).toContain('no scan yet');
      },
      {
        watch: (request, scene) => {
          if (!request.path.endsWith('/scans') || looksAt(scene) !== 2) return;
          scene.service.state.change((data) => {
            data.scans.push(found);
          });
        },
      },
    );
  });

  it.concurrent('is no-scan when wait-for-scan is over', () =>
    withScene(noScanWorld(), async (scene) => {
      const result = await scene.run({ inputs: { ...quick, 'wait-for-scan': '3s' } });
      expect(result.outputs['reason']).toBe('no-scan');
      expect(looksAt(scene)).toBeGreaterThanOrEqual(2);
    }),
  );

  it.concurrent('is judged by the scan of the nearest ancestor with scan-match: ancestor', () =>
    withScene(noScanWorld(), async (scene) => {
      const { outputs } = await scene.run({ inputs: { 'scan-match': 'exact, ancestor' } });
      expect(outputs).toMatchObject({
        'scan-sha': baseSha,
        'scan-match': 'ancestor',
        'commits-behind': '4',
      });
    }),
  );

  it.concurrent('is github-error when the ancestors cannot be read', () =>
    withScene(
      noScanWorld(),
      async (scene) => {
        const result = await scene.run({ inputs: { 'scan-match': 'exact, ancestor, latest' } });
        expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'github-error']);
        expect(result.log).toContain('contents: read');
      },
      { faults: ['GET /repos/acme/storefront/commits* status=403'] },
    ),
  );

  it.concurrent('is judged by the newest scan of any commit with scan-match: latest', () =>
    withScene(noScanWorld(), async (scene) => {
      const { outputs } = await scene.run({ inputs: { 'scan-match': 'latest' } });
      expect(outputs).toMatchObject({ 'scan-sha': baseSha, 'scan-match': 'latest' });
    }),
  );
});

describe('the scan of the commit', () => {
  it.concurrent('is scan-failed when all of them failed or were given up', () =>
    withScene(scanFailed.build(Date.now()), async (scene) => {
      const result = await scene.run();
      expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'scan-failed']);
    }),
  );

  it.concurrent(
    'that failed stands back for an older complete one of the same commit, and the log says so',
    () => {
      const world = failingWorld();
      const failed = {
        ...headScanOf(world),
        workflowRequestId: 'wr_failed',
        workflowStatus: 'failed',
        createdAt: Date.now() - 60_000,
        completedAt: null,
        bugCounts: null,
      };
      const changed = changeService(world, ({ scans }) => ({ scans: [...scans, failed] }));
      return withScene(changed, async (scene) => {
        const result = await scene.run();
        expect(result.outputs).toMatchObject({ verdict: 'failed', 'scan-id': 'wr_GK7JrHOL7SpX' });
        expect(result.log).toMatch(/stands in for a newer scan: .*failed/u);
      });
    },
  );

  it.concurrent('is the newest of several complete ones', () => {
    const world = failingWorld();
    const newer = {
      ...headScanOf(world),
      workflowRequestId: 'wr_newer',
      createdAt: Date.now() - 120_000,
      completedAt: Date.now() - 60_000,
      bugCounts: null,
    };
    const changed = changeService(world, ({ scans }) => ({ scans: [...scans, newer] }));
    return withScene(changed, async (scene) => {
      const { outputs } = await scene.run();
      expect(outputs).toMatchObject({ 'scan-id': 'wr_newer', pending: '0', verdict: 'passed' });
    });
  });

  it.concurrent('is stale-scan when it is older than max-scan-age', () =>
    withScene(cleanWorld(), async (scene) => {
      const result = await scene.run({ inputs: { 'max-scan-age': '15m' } });
      expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'stale-scan']);
      expect(result.outputs).toMatchObject({
        'scan-id': expect.stringMatching(/^wr_/),
        'scan-sha': headSha,
        'scan-match': 'exact',
        'scan-age-hours': '0.3',
        'commits-behind': '0',
        pending: '',
      });
      expect(result.log).toContain('The newest scans:');
      const fresh = await scene.run({ inputs: { 'max-scan-age': '1h' } });
      expect([fresh.exitCode, fresh.outputs['verdict']]).toEqual([0, 'passed']);
    }),
  );

  it.concurrent('does not count when its type is not among scan-types', () =>
    withScene(cleanWorld(), async (scene) => {
      const other = await scene.run({ inputs: { 'scan-types': 'recentChanges' } });
      expect(other.outputs['reason']).toBe('no-scan');
      const same = await scene.run({ inputs: { 'scan-types': 'default, recentChanges' } });
      expect(same.outputs).toMatchObject({ verdict: 'passed', 'scan-sha': headSha });
    }),
  );

  it.concurrent('with a status that nobody knows is not complete', () =>
    withScene(
      failingWorld(),
      async (scene) => {
        const result = await scene.run({ inputs: { 'wait-timeout': '0' } });
        expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'scan-timeout']);
      },
      {
        faults: ['GET /public/v1/scans set=scans.*.workflowStatus value="paused"'],
      },
    ),
  );
});
