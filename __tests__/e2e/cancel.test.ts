// Owns the rule that a cancelled job ends at once.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, jest } from '@jest/globals';
import type { RunnerResult } from '../../sandbox/runner/runner.ts';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { IS_WINDOWS } from '../platform.ts';
import { preload } from './preload.ts';
import { withScene, type Scene } from './scene.ts';
import { failingWorld, runningWorld } from './worlds.ts';

jest.setTimeout(60_000);

/** From the request to the signal: time enough for its answer, or for the process to wait for one. */
const delayMs = 500;

/**
 * Sends the process a signal as soon as there is a file. The runner sends it from outside; to the process it is the same.
 * On Windows it presses Ctrl+C, which no process can do to itself: the event that comes of it is made instead.
 */
function signalWhen(file: string, signal: string): Readonly<Record<string, string>> {
  const send = IS_WINDOWS ? `process.emit('${signal}')` : `process.kill(process.pid,'${signal}')`;
  return preload(`
    import { existsSync } from 'node:fs';
    const watch = setInterval(() => {
      if (!existsSync(${JSON.stringify(file)})) return;
      clearInterval(watch);
      ${send};
    }, 20).unref();
  `);
}

interface Cancelled {
  readonly signal: string;
  /** The request, as `METHOD path`, that is under way or was answered when the job is cancelled. */
  readonly at: RegExp;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly faults?: readonly string[];
}

/** Runs the bundle and cancels it. How long it took to end begins with the signal. */
async function cancel(
  world: ScenarioWorld,
  { signal, at, inputs = {}, faults = [] }: Cancelled,
  look: (result: RunnerResult, tookMs: number, scene: Scene) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cancel-'));
  const file = join(folder, 'now');
  let sent: Promise<number> | undefined;
  const send = async (): Promise<number> => {
    await sleep(delayMs);
    await writeFile(file, '');
    return Date.now();
  };
  try {
    await withScene(
      world,
      async (scene) => {
        const result = await scene.run({ inputs, env: signalWhen(file, signal) });
        const endedMs = Date.now();
        if (sent === undefined) throw new Error('the request never came');
        look(result, endedMs - (await sent), scene);
      },
      {
        faults,
        watch: ({ method, path }) => {
          if (at.test(`${method} ${path}`)) sent ??= send();
        },
      },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

it.concurrent.each(['SIGTERM', 'SIGINT'])(
  '%s ends the job at once while it waits for a scan',
  (signal) =>
    cancel(
      runningWorld({}),
      { signal, at: /\/scans$/, inputs: { 'poll-interval': '60s' } },
      (result, tookMs, scene) => {
        expect(tookMs).toBeGreaterThan(0);
        expect(tookMs).toBeLessThan(5_000);
        expect(result.exitCode).toBe(1);
        expect(result.outputs['verdict']).toBe('unverified');
        expect(result.annotations.map(({ message }) => message)).toEqual([
          `The job was cancelled (${signal}).`,
        ]);
        expect(scene.service.requests.filter(({ url }) => url.includes('/scans'))).toHaveLength(1);
        expect(scene.ownComments()).toEqual([]);
      },
    ),
);

it.concurrent.each([
  ['the service does not answer', 'GET /public/v1/bugs hang', /^GET \/public\/v1\/bugs$/],
  [
    'the service stops in the middle',
    'GET /public/v1/bugs hang=middle',
    /^GET \/public\/v1\/bugs$/,
  ],
  ['GitHub does not answer', 'GET /repos/* hang', /^GET \/repos\//],
  ['GitHub does not say who we are', 'POST /graphql hang', /^POST \/graphql$/],
  ['GitHub does not take the comment', 'POST /repos/* hang', /^POST \/repos\//],
])('SIGTERM ends the job at once while %s', (_, fault, at) =>
  cancel(failingWorld(), { signal: 'SIGTERM', at, faults: [fault] }, (result, tookMs, scene) => {
    expect(tookMs).toBeLessThan(5_000);
    expect(result.exitCode).toBe(1);
    expect(scene.ownComments()).toEqual([]);
  }),
);
