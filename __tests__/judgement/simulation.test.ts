// The judge in a simulation with a ground truth: what came in with the pull request passes only where nothing that the
// inputs ask for says whose it is.
import type { EpochMs } from '../../src/judgement/identifiers.ts';
import { judge } from '../../src/judgement/judge.ts';
import type { JudgementInputs } from '../../src/judgement/question.ts';
import { fc, RANDOM_RUNS } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';
import { script, type Simulated, type SimulatedBug, simulate, simulatedNowMs } from './simulation.ts';
import { aQuestion } from './world.ts';

async function judgeReason({ head, world }: Simulated, inputs: Partial<JudgementInputs>): Promise<string> {
  const now = simulatedNowMs as EpochMs;
  const answer = await judge(world, aQuestion({ sha: head, pullRequest: 7, now, asOf: now, inputs }));
  return answer.kind === 'waiting' ? 'waiting' : answer.verdict.reason;
}

interface SetUp {
  readonly name: string;
  readonly inputs: Partial<JudgementInputs>;
  /** Whether a bug that came in may pass: nothing that the set-up asks for says whose it is. */
  readonly mayPass: (bug: SimulatedBug) => boolean;
}

/** The service names nobody, or the pull request below, whose commits this one holds under other SHAs after a rebase. */
const isUnnamed = ({ named, introduced }: SimulatedBug): boolean => named === 'nobody' || introduced?.pull !== 7;

const since = (simulatedNowMs - 5 * 3_600_000) as EpochMs;
const setUps: readonly SetUp[] = [
  {
    name: 'the default inputs',
    inputs: {},
    // It was found in a pull request that this one was stacked on once, and nothing says where it came from.
    mayPass: (bug) => isUnnamed(bug) && bug.isElsewhere && bug.found?.at !== 7,
  },
  {
    name: 'gate-on: introduced, touched',
    inputs: { gateOn: ['introduced', 'touched'] },
    mayPass: (bug) => isUnnamed(bug) && bug.isElsewhere,
  },
  { name: 'gate-on: introduced', inputs: { gateOn: ['introduced'] }, mayPass: isUnnamed },
  { name: 'gate-on: touched', inputs: { gateOn: ['touched'] }, mayPass: ({ isElsewhere }) => isElsewhere },
  {
    name: 'found-since',
    inputs: { foundSince: since },
    mayPass: (bug) => isUnnamed(bug) && (bug.found?.atMs ?? 0) < since,
  },
];

const numRuns = RANDOM_RUNS * 10;

describe('a pull request with a pending bug that came in with it', () => {
  test.each(setUps)('does not pass with $name unless nothing says whose the bug is', async ({ inputs, mayPass }) => {
    let held = 0;
    await fc.assert(
      fc.asyncProperty(script, async (given) => {
        const simulated = simulate(given);
        if (simulated.cameIn.every(mayPass)) return;
        held += 1;
        expect(await judgeReason(simulated, inputs)).not.toBe('within-threshold');
      }),
      { numRuns },
    );
    expect(held).toBeGreaterThan(numRuns / 5);
  });

  test('passes with gate-on: introduced where the bug names nobody, which is what that set-up gives up', async () => {
    let passed = 0;
    await fc.assert(
      fc.asyncProperty(script, async (given) => {
        const simulated = simulate(given);
        if (simulated.cameIn.length === 0) return;
        const reason = await judgeReason(simulated, { gateOn: ['introduced'] });
        passed += Number(reason === 'within-threshold');
      }),
      { numRuns },
    );
    expect(passed).toBeGreaterThan(0);
  });
});
