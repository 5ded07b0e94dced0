// The rule that a run never hangs a runner: whatever does not answer, it ends within its waits and two minutes of work.
import { expect, it } from '@jest/globals';
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { preload } from '../harness/preload.ts';
import { withSandbox, type Sandbox } from '../harness/sandbox.ts';
import { failingWorld, manyWorld, runningWorld } from '../harness/worlds.ts';
import { events } from '../harness/events.ts';

/** So many times faster the clock of the bundle's process goes: its limits stay what they are. */
const SPEED = 12;
const MINUTE_MS = 60_000;
/** For what is done after a deadline; a busy machine needs a second or two of its own time for it. */
const SLACK_MS = 4 * MINUTE_MS;

const QUICK_CLOCK = preload(
  `import t from 'node:timers/promises';import {syncBuiltinESMExports} from 'node:module';const n=Date.now,z=n();Date.now=()=>z+(n()-z)*${SPEED};const s=globalThis.setTimeout;globalThis.setTimeout=(f,ms,...a)=>s(f,ms/${SPEED},...a);const p=t.setTimeout;t.setTimeout=(ms,...a)=>p(ms/${SPEED},...a);const o=AbortSignal.timeout;AbortSignal.timeout=(ms)=>o.call(AbortSignal,Math.ceil(ms/${SPEED}));syncBuiltinESMExports()`,
);

const service = '* /public/v1/*';
const github = ['* /repos/* hang', '* /graphql hang'];
const noWait = { 'wait-timeout': '0' };
const minute = { 'wait-timeout': '1m', 'poll-interval': '10s' };

interface Case {
  readonly faults: readonly string[];
  readonly world?: () => ScenarioWorld;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: 'issue_comment' | 'push';
  /** Minutes from the start to the end; the first request is somewhat later. */
  readonly ends: number;
  readonly reason: string;
  /** What the log says of it. */
  readonly says: string | RegExp;
}

const lookUpOver = 'The service was given up: the run has taken 90 s, its deadline.';
const allOver = 'the run has taken 2 min, its deadline';

const cases: Readonly<Record<string, Case>> = {
  'the service does not answer': {
    ...{ faults: [`${service} hang`], ends: 1.5, reason: 'service-error', says: lookUpOver },
  },
  'the service asks for a minute before each try': {
    faults: [`${service} status=503 retry-after=60`],
    ...{ ends: 1.5, reason: 'service-error', says: lookUpOver },
  },
  'each answer of the service takes 29 seconds': {
    faults: [`${service} delay=${Math.round(29_000 / SPEED)}`],
    world: manyWorld,
    ...{ ends: 1.5, reason: 'service-error', says: lookUpOver },
  },
  'GitHub does not answer': {
    ...{ faults: github, ends: 2, reason: 'threshold-exceeded', says: allOver },
  },
  'neither answers': {
    faults: [`${service} hang`, ...github],
    ...{ ends: 2, reason: 'service-error', says: lookUpOver },
  },
  'GitHub does not tell the commit': {
    ...{ faults: github, event: 'issue_comment', ends: 2, reason: 'github-error', says: allOver },
  },
  'GitHub does not tell the pull request': {
    ...{ faults: github, event: 'push', ends: 2, reason: 'service-error', says: lookUpOver },
  },
  'the scan is in progress for ever': {
    ...{ faults: [], world: () => runningWorld({}), inputs: minute },
    ...{ ends: 1, reason: 'scan-timeout', says: /was still in_progress after \d+ s/ },
  },
  'the service falls silent while the scan is awaited': {
    ...{ faults: ['GET /public/v1/scans from=2 hang'], world: () => runningWorld({}) },
    ...{
      inputs: minute,
      ends: 2.5,
      reason: 'service-error',
      says: 'the run has taken 2 min, its deadline',
    },
  },
};

it.concurrent.each(Object.entries(cases))(
  'ends red in time when %s',
  async (_, { faults, world = failingWorld, inputs = noWait, event, ends, reason, says }) => {
    let firstMs: number | undefined;
    const act = async (sandbox: Sandbox): Promise<void> => {
      const happened = event ? events[event](sandbox.world) : {};
      const { outputs, exitCode, log } = await sandbox.run({
        env: QUICK_CLOCK,
        inputs,
        ...happened,
      });
      const tookMs = (Date.now() - (firstMs ?? 0)) * SPEED;
      expect([exitCode, outputs['reason']]).toEqual([1, reason]);
      expect(log).toMatch(says);
      expect(tookMs).toBeGreaterThan((ends / 2) * MINUTE_MS);
      expect(tookMs).toBeLessThan(ends * MINUTE_MS + SLACK_MS);
    };
    const watch = (): void => {
      firstMs ??= Date.now();
    };
    await withSandbox(world(), act, { faults, watch });
  },
  60_000,
);
