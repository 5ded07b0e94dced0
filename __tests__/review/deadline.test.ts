// Owns the rule of how long the service may take in each action: the gate is waited for, the others are not.
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { readGateInputs } from '../../src/gate/inputs.ts';
import { runGate } from '../../src/gate/run.ts';
import { readReviewInputs } from '../../src/review/inputs.ts';
import { runReview } from '../../src/review/run.ts';
import { readRulesInputs } from '../../src/rules/inputs.ts';
import { runRules } from '../../src/rules/run.ts';
import type { Runner } from '../../src/runner/runner.ts';
import type { Deadlines } from '../../src/story/deadline.ts';
import type { OpenWorld } from '../../src/story/world.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const { signal } = new AbortController();
/** Never asked: no world is opened. */
const runner = {} as Runner;
const given: Readonly<Record<string, string>> = {
  ...{ 'api-url': 'https://api.example.com', 'api-key': 'svc_test_x', repository: 'acme/shop' },
  ...{ operation: 'create', 'poll-interval': '5s', 'max-polls': '20', 'wait-timeout': '0' },
};
const read = (name: string): string => given[name] ?? '';

/** The deadlines that a story asks a world for; it gets none. */
async function deadlinesOf(tell: (openWorld: OpenWorld) => Promise<void>): Promise<Deadlines> {
  let deadlines: Deadlines | undefined;
  const told = tell(({ signals }) => {
    deadlines = signals;
    throw new Error('no world');
  });
  await expect(told).rejects.toThrow('no world');
  if (!deadlines) throw new Error('no deadlines');
  return deadlines;
}

it.each<[action: string, seconds: number, tell: (openWorld: OpenWorld) => Promise<void>]>([
  ['gate', 90, (openWorld) => runGate({ runner, signal, inputs: readGateInputs(read) }, openWorld)],
  [
    'review',
    300,
    (openWorld) => runReview({ runner, signal, inputs: readReviewInputs(read) }, openWorld),
  ],
  [
    'rules',
    // Besides twenty looks with up to ten seconds between them.
    500,
    (openWorld) => runRules({ runner, signal, inputs: readRulesInputs(read, 'linux') }, openWorld),
  ],
])(
  'the %s gives the service up after %i seconds, and GitHub half a minute later',
  async (...row) => {
    const [, seconds, tell] = row;
    const { service, github } = await deadlinesOf(tell);
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
