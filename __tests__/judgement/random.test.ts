// Random worlds, judged in memory, each compared with the reference judgement.
import { judge, type Judgement, type Waiting } from '../../src/judgement/judge.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';
import { toComparable } from './comparable.ts';
import { type RandomCase, randomCase, toQuestion, toWorld } from './random-world.ts';
import * as reference from './reference.ts';

async function judgeCase(given: RandomCase, wants: 'report' | 'verdict' = 'report'): Promise<Judgement | Waiting> {
  return await judge(toWorld(given.facts, given.subject), { ...toQuestion(given), wants });
}

describe('a random world', () => {
  test('is judged as the reference says', async () => {
    await fc.assert(
      fc.asyncProperty(randomCase, async (given) => {
        const expected = reference.judge(given);
        expect(toComparable(await judgeCase(given), expected)).toEqual(expected);
      }),
    );
  });

  test('has the same verdict where nobody reads more than that', async () => {
    await fc.assert(
      fc.asyncProperty(randomCase, async (given) => {
        const [full, bare] = [await judgeCase(given), await judgeCase(given, 'verdict')];
        expect(bare).toMatchObject({ verdict: { reason: full.kind === 'judged' ? full.verdict.reason : 'waiting' } });
      }),
    );
  });
});
