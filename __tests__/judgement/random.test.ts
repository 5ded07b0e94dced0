// Random worlds, judged in memory, each compared with the reference judgement.
import type { CommitSha } from '../../src/judgement/identifiers.ts';
import { judge, type Judgement, type Waiting } from '../../src/judgement/judge.ts';
import { createRememberedWorld, toPullQuestion } from '../../src/judgement/remembered-world.ts';
import { isUnverified } from '../../src/judgement/unverified.ts';
import { fc, RANDOM_RUNS } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';
import { toComparable } from './comparable.ts';
import { headSha, type RandomCase, randomCase, toAuthor, toQuestion, toWorld } from './random-world.ts';
import * as reference from './reference.ts';
import { mayPass } from './wrong-green.ts';

async function judgeCase(given: RandomCase, wants: 'report' | 'verdict' = 'report'): Promise<Judgement | Waiting> {
  return await judge(toWorld(given.facts, given.subject), { ...toQuestion(given), wants });
}

/** In memory a world takes a third of a millisecond. */
const settings = { numRuns: RANDOM_RUNS * 7 };

/** Every order of the same list. */
const shuffled = <Item>(items: readonly Item[]): fc.Arbitrary<Item[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length });

/** Whoever wants only a verdict asks a remembered world, where every head is the newest. */
const isOvertaken = ({ facts, subject }: RandomCase): boolean =>
  subject.isHead && facts.pulls.some(({ number, head }) => number === subject.pull && head !== subject.sha);

/** What recheck looks at: the newest head of an open pull request, of which GitHub counts what it lists. */
function toRemembered({ facts, inputs }: RandomCase): RandomCase {
  const pulls = facts.pulls.map((pull) => {
    const known = { ...pull, fileCount: pull.files.length, commitCount: null };
    return pull.number === 7 ? { ...known, isOpen: true, head: headSha, commits: [...pull.commits, headSha] } : known;
  });
  const refused = facts.refused.filter((question) => !/^(?:scans|head)\b/u.test(question));
  const subject = { name: 'gate', sha: headSha, pull: 7, isHead: true, isQueued: false, pushedTo: null };
  return { facts: { ...facts, pulls, refused }, inputs, subject, waits: { forStart: false, forEnd: false } };
}

async function judgeRemembered(given: RandomCase): Promise<Judgement | Waiting> {
  const world = toWorld(given.facts, given.subject);
  const history = await world.scans();
  if (isUnverified(history)) throw history;
  const author = given.facts.pulls.find(({ number }) => number === 7)?.author ?? null;
  const pull = { number: 7, headSha: headSha as CommitSha, closedAt: null, author: toAuthor(author) };
  const { inputs, now } = toQuestion(given);
  const question = toPullQuestion(pull, inputs, now);
  const memory = { ...world, history, ancestors: () => world.ancestors() };
  return await judge(createRememberedWorld(memory, pull, question), question);
}

/** A few hundred worlds in `npm test`, a million in `npm run test:random`. */
const wrongGreenRuns = RANDOM_RUNS < 1_000 ? RANDOM_RUNS * 20 : Math.ceil((RANDOM_RUNS * 1_000) / 3);

describe('a random world', () => {
  test('with evidence that pending security bugs are this pull request’s does not pass', async () => {
    let evident = 0;
    await fc.assert(
      fc.asyncProperty(randomCase, async (given) => {
        if (mayPass(given)) return;
        evident += 1;
        expect(toReason(await judgeCase(given))).not.toBe('within-threshold');
      }),
      { numRuns: wrongGreenRuns },
    );
    expect(evident).toBeGreaterThan(wrongGreenRuns / 50);
  });

  test('of random-world.ts is judged as reference.ts says', async () => {
    await fc.assert(
      fc.asyncProperty(randomCase, async (given) => {
        const expected = reference.judge(given);
        expect(toComparable(await judgeCase(given), expected)).toEqual(expected);
      }),
      settings,
    );
  });

  test('has the same verdict where nobody reads more than that', async () => {
    await fc.assert(
      fc.asyncProperty(randomCase, async (given) => {
        fc.pre(!isOvertaken(given));
        const [full, bare] = [await judgeCase(given), await judgeCase(given, 'verdict')];
        expect(toReason(bare)).toBe(toReason(full));
      }),
      settings,
    );
  });

  test('has the same verdict where it is remembered, as recheck and the doctor do', async () => {
    await fc.assert(
      fc.asyncProperty(randomCase.map(toRemembered), async (given) => {
        // Of what the service has not counted yet only the gate itself says something.
        fc.pre(!given.facts.scans.some((scan) => reference.isUncounted(given, scan)));
        expect(toReason(await judgeRemembered(given))).toBe(toReason(await judgeCase(given)));
      }),
      settings,
    );
  });

  test('is judged the same, whatever the order of its bugs and pull requests', async () => {
    const ordered = randomCase.chain((given) =>
      fc.record({ given: fc.constant(given), bugs: shuffled(given.facts.bugs), pulls: shuffled(given.facts.pulls) }),
    );
    await fc.assert(
      fc.asyncProperty(ordered, async ({ given, bugs, pulls }) => {
        const like = reference.judge(given);
        const other = await judgeCase({ ...given, facts: { ...given.facts, bugs, pulls } });
        expect(toComparable(other, like)).toEqual(toComparable(await judgeCase(given), like));
      }),
      settings,
    );
  });
});

const toReason = (answer: Judgement | Waiting): string =>
  answer.kind === 'waiting' ? 'waiting' : answer.verdict.reason;
