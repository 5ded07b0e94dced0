// The rule of how long the service may take in each action: the gate is waited for, the others are not.
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { runGate } from '../../src/gate/run.ts';
import type { EpochMs } from '../../src/domain/identifiers.ts';
import type { ActionEvent } from '../../src/github/event.ts';
import { runReview } from '../../src/review/run.ts';
import { runRules } from '../../src/rules/run.ts';
import type { Deadlines } from '../../src/runner/deadline.ts';
import type { Dependencies } from '../../src/runner/dependencies.ts';
import type { Runner } from '../../src/runner/runner.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

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
async function deadlinesOf(run: (dependencies: Dependencies) => Promise<void>): Promise<Deadlines> {
  let known: Deadlines | undefined;
  const running = run({
    runner: runner as Runner,
    signal: new AbortController().signal,
    event: {} as ActionEvent,
    clock: { now: () => 0 as EpochMs, wait: () => Promise.resolve(), random: () => 0, after: () => ignore },
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
  async (...row) => {
    const [, seconds, run] = row;
    const { service, github } = await deadlinesOf(run);
    jest.advanceTimersByTime(seconds * 1_000 - 1);
    expect(service.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(service.aborted).toBe(true);
    jest.advanceTimersByTime(29_999);
    expect(github.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(github.aborted).toBe(true);
  },
);
