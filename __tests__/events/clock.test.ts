// A clock of this machine that is wrong: the services, which run over sockets here, send their own time.
import { createTestClock } from '../harness/clock.ts';
import { runGateIn } from '../harness/sandbox.ts';
import { changeService, cleanWorld } from '../harness/worlds.ts';
import { expect, test } from '../jest.ts';
import { hourMs } from '../judgement/world.ts';

// Hours that the clock is ahead, hours since the newest scan ended, the input; what comes out.
test.each([
  [0, 1, '24h', 'within-threshold'],
  [0.5, 23.8, '24h', 'within-threshold'],
  [-0.5, 24.2, '24h', 'stale-scan'],
  [25, 1, '24h', 'stale-scan'],
  [-25, 30, '24h', 'stale-scan'],
  [-25, 30, '', 'within-threshold'],
  [24, 90, '24h', 'stale-scan'],
])('%d h ahead, with a scan %d h ago and max-scan-age=%s, is %s', async (ahead, ago, maxScanAge, reason) => {
  const world = changeService(cleanWorld(), ({ scans }) => ({
    scans: scans.map((scan) => ({ ...scan, completedAt: scan.completedAt && Date.now() - ago * hourMs })),
  }));
  const { outputs } = await runGateIn(world, {
    inputs: { 'max-scan-age': maxScanAge },
    clock: createTestClock(Date.now() + ahead * hourMs),
    hasSockets: true,
  });
  expect(outputs['reason']).toBe(reason);
});
