// The rule that a run never hangs a runner: whatever does not answer, it ends within its waits and two minutes of work.
import type { ScenarioWorld } from '../../sandbox/scenarios/scenario.ts';
import { runGate } from '../../src/gate/run.ts';
import { MAX_IN_FLIGHT } from '../../src/net/transport.ts';
import { runReview } from '../../src/review/run.ts';
import { runRules } from '../../src/rules/run.ts';
import type { Runner } from '../../src/runner/runner.ts';
import type { Dependencies } from '../../src/runner/session.ts';
import { runWatch } from '../../src/watch/run.ts';
import { createTestClock } from '../harness/clock.ts';
import { events } from '../harness/events.ts';
import { withSandbox } from '../harness/sandbox.ts';
import { passTimeLimits, toTraffic } from '../harness/time-limits.ts';
import { failingWorld, manyWorld, runningWorld } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';

const MINUTE_MS = 60_000;
const service = '* /public/v1/*';
const rest = ['* /repos/* hang'];
const github = [...rest, '* /graphql hang'];
const noWait = { 'wait-timeout': '0', 'poll-interval': '0' };
const anHour = { 'wait-timeout': '1h', 'poll-interval': '0' };
const minute = { 'wait-timeout': '1m', 'poll-interval': '10s' };

interface Case {
  readonly faults: readonly string[];
  readonly world?: () => ScenarioWorld;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: 'issue_comment' | 'push';
  /** How long each answer of the service takes. */
  readonly answerMs?: number;
  /** Minutes from the start to the end. */
  readonly ends: number;
  readonly reason: string;
  /** How many comments are there after it, where it matters. */
  readonly comments?: number;
  /** What the log says of it. */
  readonly says: string | RegExp;
}

const serviceDeadline = 'Gave up on the service: the run has taken 90 s, its deadline.';
const readDeadline = 'reading for the report has taken 90 s, its deadline';
const runDeadline = 'the run has taken 2 min, its deadline';

const cases: Readonly<Record<string, Case>> = {
  'the service does not answer': {
    faults: [`${service} hang`],
    ends: 1.5,
    reason: 'service-error',
    says: serviceDeadline,
  },
  'the service asks for a minute before each try': {
    faults: [`${service} status=503 retry-after=60`],
    ends: 1.5,
    reason: 'service-error',
    says: serviceDeadline,
  },
  'each answer of the service takes 29 seconds': {
    faults: [],
    answerMs: 29_000,
    world: manyWorld,
    ends: 1.5,
    reason: 'service-error',
    says: serviceDeadline,
  },
  'GitHub does not answer': { faults: github, ends: 2, reason: 'threshold-exceeded', says: runDeadline },
  'the conversation is not told, and an hour was allowed for a scan': {
    faults: ['GET */comments?* hang'],
    inputs: anHour,
    ends: 1.5,
    reason: 'threshold-exceeded',
    says: `Could not write the comment: GitHub did not answer (${readDeadline}).`,
  },
  'nobody says whose token it is, and an hour was allowed for a scan': {
    faults: ['POST /graphql hang'],
    inputs: anHour,
    ends: 0.5,
    reason: 'threshold-exceeded',
    comments: 1,
    says: 'Judging commit',
  },
  'the dismissed bugs are not told, and an hour was allowed for a scan': {
    faults: ['GET /public/v1/bugs?*status=dismissed&limit=100* hang'],
    inputs: { ...anHour, 'sarif-file': 'scan.sarif' },
    ends: 1,
    reason: 'threshold-exceeded',
    comments: 1,
    says: 'Gave up on the service: reading for the report has taken 60 s, its deadline.',
  },
  'neither answers': {
    faults: [`${service} hang`, ...github],
    ends: 2,
    reason: 'service-error',
    says: serviceDeadline,
  },
  'GitHub does not tell the commit': {
    faults: rest,
    event: 'issue_comment',
    ends: 2,
    reason: 'github-error',
    says: runDeadline,
  },
  'GitHub does not tell the pull request': {
    faults: rest,
    event: 'push',
    ends: 2,
    reason: 'service-error',
    says: serviceDeadline,
  },
  'the scan is in progress for ever': {
    faults: [],
    world: () => runningWorld({}),
    inputs: minute,
    ends: 1,
    reason: 'scan-timeout',
    says: /had not finished after \d+ s/,
  },
  'the service falls silent while the scan is awaited': {
    faults: ['GET /public/v1/scans from=2 hang'],
    world: () => runningWorld({}),
    inputs: minute,
    ends: 3,
    reason: 'service-error',
    says: 'the run has taken 3 min, its deadline',
  },
};

it.each(Object.entries(cases))('ends red in time when %s', async (_, given) => {
  const { faults, world = failingWorld, inputs = noWait, event, answerMs = 0 } = given;
  const clock = createTestClock();
  const startMs = clock.now();
  let late = 0;
  await withSandbox(
    world(),
    async (sandbox) => {
      const happened = event ? events[event](sandbox.world) : {};
      const stop = passTimeLimits(clock, toTraffic(sandbox));
      const result = await sandbox.run({ clock, inputs, ...happened }).finally(stop);
      expect([result.exitCode, result.outputs['reason']]).toEqual([1, given.reason]);
      expect(result.log).toMatch(given.says);
      expect(sandbox.ownComments()).toHaveLength(given.comments ?? sandbox.ownComments().length);
      const minutes = (clock.now() - startMs) / MINUTE_MS;
      expect(minutes).toBeGreaterThanOrEqual(given.ends);
      expect(minutes).toBeLessThan(given.ends + 0.6);
      // Those that were under way at the deadline.
      expect(late).toBeLessThanOrEqual(MAX_IN_FLIGHT);
    },
    {
      faults,
      watch: ({ path }) => {
        if (!path.startsWith('/public/') || answerMs === 0) return;
        if (clock.now() - startMs < given.ends * MINUTE_MS) clock.pass(answerMs);
        else late += 1;
      },
    },
  );
});

describe('the service is given up, and GitHub half a minute later,', () => {
  it.each([
    // Besides three pauses of five seconds, after which lists that fall short are read again.
    ['the gate', 105, runGate],
    ['the review', 300, runReview],
    // Besides twenty polls with up to ten seconds between them.
    ['the rules', 500, runRules],
    // Besides three seconds for each of twenty comments, and half a minute for lists that fall short.
    ['the watch', 390, runWatch],
  ] as const)('by %s after %i seconds', async (_, seconds, run) => {
    expect(await deadlinesOf(run)).toEqual([seconds * 1_000, (seconds + 30) * 1_000]);
  });
});

const given: Readonly<Record<string, string>> = {
  'api-url': 'https://api.example.com',
  'api-key': 'svc_test_x',
  repository: 'acme/shop',
  repositories: 'acme/shop',
  operation: 'create',
  'poll-interval': '5s',
  'max-polls': '20',
  'wait-timeout': '0',
};
const ignore = (): void => undefined;
/** As much of a runner as is used before anything is asked. */
const runner: Partial<Runner> = {
  system: 'linux',
  input: (name) => given[name] ?? '',
  mask: ignore,
  output: ignore,
  notice: ignore,
};

/** After how many milliseconds an action gives up the service, and GitHub. It gets no further than to say so. */
async function deadlinesOf(run: (dependencies: Dependencies) => Promise<void>): Promise<readonly number[]> {
  const delays: number[] = [];
  const after = (ms: number): (() => void) => {
    if (delays.push(ms) === 2) throw new Error('no further');
    return ignore;
  };
  const dependencies: Partial<Dependencies> = {
    runner: runner as Runner,
    signal: new AbortController().signal,
    clock: { ...createTestClock(), after },
  };
  await expect(run(dependencies as Dependencies)).rejects.toThrow('no further');
  return delays;
}
