// The rules of the second look-up: which scan is judged, and how long it is waited for.
import { describe, expect, it, jest } from '@jest/globals';
import { parseFault } from '../../sandbox/faults.ts';
import type { CommitData } from '../../sandbox/github/data.ts';
import { scanFailed } from '../../sandbox/scenarios/scans.ts';
import { storefront } from '../../sandbox/scenarios/storefront/names.ts';
import { withSandbox, type Sandbox } from '../harness/sandbox.ts';
import {
  changeService,
  cleanWorld,
  failingWorld,
  headScanOf,
  noScanWorld,
  runningWorld,
} from '../harness/worlds.ts';

jest.setTimeout(60_000);

const { headSha, baseSha } = storefront;
const quick = { 'poll-interval': '0' };

function looksAt(sandbox: Sandbox): number {
  return sandbox.service.requests.filter(({ url }) => url.includes('/scans?')).length;
}

describe('a scan that is running', () => {
  it('is waited for, a line a look, and then judged', () =>
    withSandbox(runningWorld({ afterLooks: 3 }), async (sandbox) => {
      const result = await sandbox.run();
      expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'failed']);
      expect(result.outputs['pending-security']).toBe('4');
      expect(looksAt(sandbox)).toBe(4);
      expect(
        result.log.match(/^Attempt \d: .* is in_progress .*gives up after 10 min/gmu),
      ).toHaveLength(3);
    }));

  it('that does not finish in time is scan-timeout', () =>
    withSandbox(runningWorld({}), async (sandbox) => {
      const result = await sandbox.run({ inputs: { 'wait-timeout': '1s' } });
      expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'scan-timeout']);
      expect(result.log).toMatch(/was still in_progress after \d+ s/u);
      expect(result.outputs).toMatchObject({ 'scan-sha': headSha, 'scan-match': 'exact' });
      expect(result.outputs['pending']).toBe('');
    }));

  it('is not waited for with wait-timeout: 0', () =>
    withSandbox(runningWorld({}), async (sandbox) => {
      const result = await sandbox.run({ inputs: { 'wait-timeout': '0' } });
      expect(result.outputs['reason']).toBe('scan-timeout');
      expect(looksAt(sandbox)).toBe(1);
    }));

  it.each(['failed', 'dlq'] as const)('that ends as %s is scan-failed', (endsAs) =>
    withSandbox(runningWorld({ afterLooks: 2, endsAs }), async (sandbox) => {
      const result = await sandbox.run();
      expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'scan-failed']);
      expect(result.outputs).toMatchObject({ 'scan-sha': headSha, 'scan-match': 'exact' });
      expect(result.log).toContain(`ended as ${endsAs}`);
    }),
  );

  it('is let go when the head moves meanwhile: superseded, and no comment', () =>
    withSandbox(
      runningWorld({}),
      async (sandbox) => {
        const result = await sandbox.run();
        expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'superseded']);
        expect(sandbox.ownComments()).toEqual([]);
        expect(looksAt(sandbox)).toBeLessThanOrEqual(4);
      },
      {
        watch: (request, sandbox) => {
          if (request.path.endsWith('/scans') && looksAt(sandbox) === 2) pushTo(sandbox);
        },
      },
    ));
});

/** Somebody pushes to the pull request. */
function pushTo({ github, world }: Sandbox): void {
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
    watch: (request: { readonly path: string }, sandbox: Sandbox) => {
      if (!request.path.endsWith('/scans')) return;
      const asked = looksAt(sandbox);
      if (asked === 2)
        sandbox.faults.add(parseFault('GET /public/v1/scans status=503 retry-after=0'));
      if (asked === 2 + 4 * count) sandbox.faults.clear();
    },
  });

  it('four times in a row is tolerated', () =>
    withSandbox(
      runningWorld({ afterLooks: 2 }),
      async (sandbox) => {
        const result = await sandbox.run();
        expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'failed']);
        expect(
          result.log.match(/^Attempt \d: the service answered 503 .*gives up after 10 min/gmu),
        ).toHaveLength(4);
      },
      failLooks(4),
    ));

  it('five times in a row is service-error', () =>
    withSandbox(
      runningWorld({ afterLooks: 2 }),
      async (sandbox) => {
        const result = await sandbox.run();
        expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'service-error']);
        expect(result.log).toMatch(/GET \/public\/v1\/scans answered 503 .*after 4 tries/u);
        expect(looksAt(sandbox)).toBe(1 + 5 * 4);
      },
      failLooks(5),
    ));

  it('with an answer that no try can mend is not asked again', () =>
    withSandbox(
      runningWorld({}),
      async (sandbox) => {
        const result = await sandbox.run();
        expect(result.outputs['reason']).toBe('service-error');
        expect(looksAt(sandbox)).toBe(2);
      },
      { faults: ['GET /public/v1/scans from=2 wrong-type=scans'] },
    ));

  it('by refusing the key is unauthorized at once', () =>
    withSandbox(
      runningWorld({}),
      async (sandbox) => {
        const result = await sandbox.run();
        expect(result.outputs['reason']).toBe('unauthorized');
        expect(looksAt(sandbox)).toBe(2);
      },
      { faults: ['GET /public/v1/scans from=2 status=401'] },
    ));
});

describe('a commit without a scan', () => {
  it('is no-scan, with the five newest scans and what to do', () =>
    withSandbox(noScanWorld(), async (sandbox) => {
      const result = await sandbox.run();
      expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'no-scan']);
      const [, lines = ''] = /The newest scans:\n((?:- .*\n)+)/u.exec(result.log) ?? [];
      expect(lines.match(/^- `[0-9a-f]{7}`, \S+ days old, (?:complete|failed)$/gmu)).toHaveLength(
        5,
      );
      expect(result.log).toContain('wait-for-scan');
      expect(looksAt(sandbox)).toBe(1);
    }));

  it('is waited for with wait-for-scan, and judged when the scan appears', () => {
    const found = headScanOf(failingWorld());
    return withSandbox(
      changeService(noScanWorld(), () => {
        const { bugs, surfaced } = failingWorld().service;
        return { bugs, surfaced };
      }),
      async (sandbox) => {
        const result = await sandbox.run({ inputs: { ...quick, 'wait-for-scan': '1m' } });
        expect([result.outputs['verdict'], result.outputs['scan-id']]).toEqual([
          'failed',
          found.workflowRequestId,
        ]);
        expect(result.log).toContain('no scan yet');
      },
      {
        watch: (request, sandbox) => {
          if (!request.path.endsWith('/scans') || looksAt(sandbox) !== 2) return;
          sandbox.service.state.change((data) => {
            data.scans.push(found);
          });
        },
      },
    );
  });

  it('is no-scan when wait-for-scan is over', () =>
    withSandbox(noScanWorld(), async (sandbox) => {
      const result = await sandbox.run({ inputs: { ...quick, 'wait-for-scan': '3s' } });
      expect(result.outputs['reason']).toBe('no-scan');
      expect(looksAt(sandbox)).toBeGreaterThanOrEqual(2);
    }));

  it('is judged by the scan of the nearest ancestor with scan-match: ancestor', () =>
    withSandbox(noScanWorld(), async (sandbox) => {
      const { outputs } = await sandbox.run({ inputs: { 'scan-match': 'exact, ancestor' } });
      expect(outputs).toMatchObject({
        'scan-sha': baseSha,
        'scan-match': 'ancestor',
        'commits-behind': '4',
      });
    }));

  it('is github-error when the ancestors cannot be read', () =>
    withSandbox(
      noScanWorld(),
      async (sandbox) => {
        const result = await sandbox.run({ inputs: { 'scan-match': 'exact, ancestor, latest' } });
        expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'github-error']);
        expect(result.log).toContain('contents: read');
      },
      { faults: ['GET /repos/acme/storefront/commits* status=403'] },
    ));

  it('is judged by the newest scan of any commit with scan-match: latest', () =>
    withSandbox(noScanWorld(), async (sandbox) => {
      const { outputs } = await sandbox.run({ inputs: { 'scan-match': 'latest' } });
      expect(outputs).toMatchObject({ 'scan-sha': baseSha, 'scan-match': 'latest' });
    }));
});

describe('the scan of the commit', () => {
  it('is scan-failed when all of them failed or were given up', () =>
    withSandbox(scanFailed.build(Date.now()), async (sandbox) => {
      const result = await sandbox.run();
      expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'scan-failed']);
    }));

  it('that failed stands back for an older complete one of the same commit, and the log says so', () => {
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
    return withSandbox(changed, async (sandbox) => {
      const result = await sandbox.run();
      expect(result.outputs).toMatchObject({ verdict: 'failed', 'scan-id': 'wr_GK7JrHOL7SpX' });
      expect(result.log).toMatch(/stands in for a newer scan: .*failed/u);
    });
  });

  it('is the newest of several complete ones', () => {
    const world = failingWorld();
    const newer = {
      ...headScanOf(world),
      workflowRequestId: 'wr_newer',
      createdAt: Date.now() - 120_000,
      completedAt: Date.now() - 60_000,
      bugCounts: null,
    };
    const changed = changeService(world, ({ scans }) => ({ scans: [...scans, newer] }));
    return withSandbox(changed, async (sandbox) => {
      const { outputs } = await sandbox.run();
      expect(outputs).toMatchObject({ 'scan-id': 'wr_newer', pending: '0', verdict: 'passed' });
    });
  });

  it('is stale-scan when it is older than max-scan-age', () =>
    withSandbox(cleanWorld(), async (sandbox) => {
      const result = await sandbox.run({ inputs: { 'max-scan-age': '15m' } });
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
      const fresh = await sandbox.run({ inputs: { 'max-scan-age': '1h' } });
      expect([fresh.exitCode, fresh.outputs['verdict']]).toEqual([0, 'passed']);
    }));

  it('does not count when its type is not among scan-types', () =>
    withSandbox(cleanWorld(), async (sandbox) => {
      const other = await sandbox.run({ inputs: { 'scan-types': 'recentChanges' } });
      expect(other.outputs['reason']).toBe('no-scan');
      const same = await sandbox.run({ inputs: { 'scan-types': 'default, recentChanges' } });
      expect(same.outputs).toMatchObject({ verdict: 'passed', 'scan-sha': headSha });
    }));

  it('with a status that nobody knows is not complete', () =>
    withSandbox(
      failingWorld(),
      async (sandbox) => {
        const result = await sandbox.run({ inputs: { 'wait-timeout': '0' } });
        expect([result.exitCode, result.outputs['reason']]).toEqual([1, 'scan-timeout']);
      },
      {
        faults: ['GET /public/v1/scans set=scans.*.workflowStatus value="paused"'],
      },
    ));
});
