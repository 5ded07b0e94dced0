// The rule of how long the service may take in each action: the gate is waited for, the others are not.
import { expect, it } from '@jest/globals';
import { runGate } from '../../src/gate/run.ts';
import type { ActionEvent } from '../../src/github/event.ts';
import { runReview } from '../../src/review/run.ts';
import { runRules } from '../../src/rules/run.ts';
import type { Deadlines } from '../../src/runner/deadline.ts';
import type { Dependencies } from '../../src/runner/dependencies.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { createTestClock, type TestClock } from '../harness/clock.ts';

const given: Readonly<Record<string, string>> = {
  ...{ 'api-url': 'https://api.example.com', 'api-key': 'svc_test_x', repository: 'acme/shop' },
  ...{ operation: 'create', 'poll-interval': '5s', 'max-polls': '20', 'wait-timeout': '0' },
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

/** The deadlines that an action connects with; it gets no connection. */
async function deadlinesOf(
  run: (dependencies: Dependencies) => Promise<void>,
  clock: TestClock,
): Promise<Deadlines> {
  let known: Deadlines | undefined;
  const running = run({
    runner: runner as Runner,
    signal: new AbortController().signal,
    event: {} as ActionEvent,
    clock,
    connect: ({ deadlines }) => {
      known = deadlines;
      throw new Error('no connection');
    },
  });
  await expect(running).rejects.toThrow('no connection');
  if (!known) throw new Error('no deadlines');
  return known;
}

it.each([
  ['gate', 90, runGate],
  ['review', 300, runReview],
  // Besides twenty polls with up to ten seconds between them.
  ['rules', 500, runRules],
] as const)(
  'the %s gives the service up after %i seconds, and GitHub half a minute later',
  async (_, seconds, run) => {
    const clock = createTestClock();
    const { service, github } = await deadlinesOf(run, clock);
    clock.pass((seconds - 1) * 1_000);
    expect(service.aborted).toBe(false);
    clock.pass(1_000);
    expect([service.aborted, github.aborted]).toEqual([true, false]);
    clock.pass(29_000);
    expect(github.aborted).toBe(false);
    clock.pass(1_000);
    expect(github.aborted).toBe(true);
  },
);
