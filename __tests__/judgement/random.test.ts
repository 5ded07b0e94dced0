// Random worlds, judged in memory, each compared with the reference judgement.
import { judge, type Judgement, type Waiting } from '../../src/judgement/judge.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';
import { type RandomCase, randomCase, toQuestion, toWorld } from './random-world.ts';
import * as reference from './reference.ts';

function toComparable(answer: Judgement | Waiting, like: reference.Expected): reference.Expected {
  if (answer.kind === 'waiting') return { reason: 'waiting', scan: null, bugs: null };
  const { verdict, selected, counted } = answer;
  const findings = counted?.findings ?? [];
  const idsOf = (some: readonly { readonly id: string }[]): readonly string[] => some.map(({ id }) => id).toSorted();
  return {
    reason: verdict.reason,
    scan: selected &&
      like.scan && {
        id: selected.scan.id,
        judged: idsOf(selected.judged),
        match: selected.match,
        behind: like.scan.behind === undefined ? undefined : (selected.commitsBehind ?? undefined),
      },
    bugs: counted &&
      like.bugs && {
        counted: idsOf(findings.filter((each) => each.counted)),
        pending: like.bugs.pending && idsOf(findings),
        resolved: counted.tally.resolved,
        dismissed: counted.tally.dismissed,
        missing: counted.missing,
      },
  };
}

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
