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
import { readInputs, rowsOf } from '../harness/rows.ts';
import { withSandbox } from '../harness/sandbox.ts';
import { passTimeLimits, toTraffic } from '../harness/time-limits.ts';
import { failingWorld, manyWorld, runningWorld } from '../harness/worlds.ts';
import { describe, expect, it } from '../jest.ts';

const MINUTE_MS = 60_000;
const HOUR = 'wait-timeout=1h poll-interval=0';
const MINUTE = 'wait-timeout=1m poll-interval=10s';
const worlds: Readonly<Record<string, () => ScenarioWorld>> = {
  ...{ failing: failingWorld, many: manyWorld, running: () => runningWorld({}) },
};

/**
 * The faults, from the start to the end in minutes, the reason, the deadline that the log names, the world, the
 * inputs, the event, and how many comments are there after it where that matters.
 */
const CASES = `
the service does not answer                         | * /public/v1/* hang                        | 1.5 | service-error      | 90 s
the service asks for a minute before each try       | * /public/v1/* status=503 retry-after=60   | 1.5 | service-error      | 90 s
each answer of the service takes 29 seconds         |                                            | 1.5 | service-error      | 90 s  | many
GitHub does not answer                              | * /repos/* hang, * /graphql hang           | 2   | threshold-exceeded | 2 min
the conversation is not told, and an hour allowed   | GET */comments?* hang                      | 1.5 | threshold-exceeded | 90 s  | failing | ${HOUR}
nobody says whose token it is, and an hour allowed  | POST /graphql hang                         | 0.5 | threshold-exceeded |       | failing | ${HOUR} |       | 1
the dismissed bugs are not told, and an hour allowed | GET /public/v1/bugs?*status=dismissed&limit=100* hang | 1 | threshold-exceeded | 60 s | failing | ${HOUR} sarif-file=scan.sarif | | 1
neither answers                                     | * /public/v1/* hang, * /repos/* hang, * /graphql hang | 2 | service-error | 90 s
GitHub does not tell the commit                     | * /repos/* hang                            | 2   | github-error       | 2 min | failing |         | issue_comment
GitHub does not tell the pull request               | * /repos/* hang                            | 2   | service-error      | 90 s  | failing |         | push
the scan is in progress for ever                    |                                            | 1   | scan-timeout       |       | running | ${MINUTE}
the service falls silent while the scan is awaited  | GET /public/v1/scans from=2 hang           | 3   | service-error      | 3 min | running | ${MINUTE}
`;

it.each(rowsOf(CASES))(
  'ends red in time when %s',
  async (title = '', faults = '', minutes, reason, deadline, ...more) => {
    const [world = 'failing', inputs = '', event = '', comments = ''] = more;
    const build = worlds[world];
    if (build === undefined) throw new Error(`no world is named ${world}`);
    const answerMs = title.includes('takes 29 seconds') ? 29_000 : 0;
    const ends = Number(minutes);
    const clock = createTestClock();
    const startMs = clock.now();
    let late = 0;
    await withSandbox(
      build(),
      async (sandbox) => {
        const happened = event === 'push' || event === 'issue_comment' ? events[event](sandbox.world) : {};
        const stop = passTimeLimits(clock, toTraffic(sandbox));
        const given = readInputs(inputs === '' ? 'wait-timeout=0 poll-interval=0' : inputs);
        const result = await sandbox.run({ clock, inputs: given, ...happened }).finally(stop);
        expect([result.exitCode, result.outputs['reason']]).toEqual([1, reason]);
        if (deadline) expect(result.log).toContain(`taken ${deadline}, its deadline`);
        if (comments !== '') expect(sandbox.ownComments()).toHaveLength(Number(comments));
        const took = (clock.now() - startMs) / MINUTE_MS;
        expect(took).toBeGreaterThanOrEqual(ends);
        expect(took).toBeLessThan(ends + 0.6);
        // Those that were under way at the deadline.
        expect(late).toBeLessThanOrEqual(MAX_IN_FLIGHT);
      },
      {
        faults: faults === '' ? [] : faults.split(', '),
        watch: ({ path }) => {
          if (!path.startsWith('/public/') || answerMs === 0) return;
          if (clock.now() - startMs < ends * MINUTE_MS) clock.pass(answerMs);
          else late += 1;
        },
      },
    );
  },
);

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
