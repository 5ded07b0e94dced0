// Owns the rule that a cancelled job ends at once.
import { expect, it, jest } from '@jest/globals';
import { IS_WINDOWS } from '../platform.ts';
import { preload } from './preload.ts';
import { withScene } from './scene.ts';
import { failingWorld, runningWorld } from './worlds.ts';

jest.setTimeout(60_000);

const delayMs = 2_500;

/**
 * The runner sends the signal from outside; to the process it is the same. On Windows it presses Ctrl+C, which no process
 * can do to itself: the event that comes of it is made instead.
 */
const cancelled = (signal: string) => {
  const send = IS_WINDOWS ? `process.emit('${signal}')` : `process.kill(process.pid,'${signal}')`;
  return preload(`setTimeout(()=>${send},${delayMs}).unref()`);
};

it.concurrent.each(['SIGTERM', 'SIGINT'])(
  '%s ends the job at once while it waits for a scan',
  (signal) =>
    withScene(runningWorld({}), async (scene) => {
      const startedMs = Date.now();
      const result = await scene.run({
        inputs: { 'poll-interval': '60s' },
        env: cancelled(signal),
      });
      const tookMs = Date.now() - startedMs;
      expect(tookMs).toBeGreaterThan(delayMs);
      expect(tookMs).toBeLessThan(delayMs + 5_000);
      expect(result.exitCode).toBe(1);
      expect(result.outputs['verdict']).toBe('unverified');
      expect(result.annotations.map(({ message }) => message)).toEqual([
        `The job was cancelled (${signal}).`,
      ]);
      expect(scene.service.requests.filter(({ url }) => url.includes('/scans'))).toHaveLength(1);
      expect(scene.ownComments()).toEqual([]);
    }),
);

it.concurrent.each([
  ['the service does not answer', 'GET /public/v1/bugs hang'],
  ['the service stops in the middle', 'GET /public/v1/bugs hang=middle'],
  ['GitHub does not answer', 'GET /repos/* hang'],
  ['GitHub does not say who we are', 'POST /graphql hang'],
  ['GitHub does not take the comment', 'POST /repos/* hang'],
])('SIGTERM ends the job at once while %s', (_, fault) =>
  withScene(
    failingWorld(),
    async (scene) => {
      const startedMs = Date.now();
      const result = await scene.run({ env: cancelled('SIGTERM') });
      expect(Date.now() - startedMs).toBeLessThan(delayMs + 5_000);
      expect(result.exitCode).toBe(1);
      expect(scene.ownComments()).toEqual([]);
    },
    { faults: [fault] },
  ),
);
