// The remembered world: one repository's lists, asked about a pull request as it is now, or was when it was closed.
import type { EpochMs } from '../../src/judgement/identifiers.ts';
import {
  createRememberedWorld,
  type JudgedPull,
  type Memory,
  toPullQuestion,
} from '../../src/judgement/remembered-world.ts';
import { isUnverified } from '../../src/judgement/unverified.ts';
import type { OpenPull } from '../../src/judgement/world.ts';
import { expect, test } from '../jest.ts';
import { aWorld, nowMs, shaOf, someInputs } from './world.ts';

const now = nowMs as EpochMs;
const hoursAgo = (hours: number): EpochMs => (nowMs - hours * 3_600_000) as EpochMs;
const pull: JudgedPull = { number: 7, headSha: shaOf('head'), closedAt: null, author: null };
const other: OpenPull = { number: 9, headSha: 'f'.repeat(40), author: null };

async function remember(scans: readonly string[], openPulls: readonly OpenPull[]): Promise<Memory> {
  const world = aWorld({ scans });
  const history = await world.scans();
  if (isUnverified(history)) throw history;
  const open = { pulls: openPulls, isWhole: true };
  return { ...world, history, openPulls: () => Promise.resolve(open), ancestors: () => world.ancestors() };
}

test('the question is for a verdict alone, of now or of the end of the pull request, and waits for nothing', () => {
  const inputs = { ...someInputs, waitTimeoutMs: 600_000 };
  expect(toPullQuestion(pull, inputs, now)).toEqual({
    ...{ sha: pull.headSha, pullRequest: 7, isHead: true, isQueued: false, pushedTo: null, inputs },
    ...{ now, asOf: now, wants: 'verdict', waits: { forStart: false, forEnd: false }, waitedMs: 600_000 },
    judgesUncounted: false,
  });
  const asOf = (closedAt: EpochMs): EpochMs => toPullQuestion({ ...pull, closedAt }, inputs, now).asOf;
  expect([asOf(hoursAgo(2)), asOf(hoursAgo(-2))]).toEqual([hoursAgo(2), now]);
});

test('the pull request is open in it, once, with the others, and its head is the judged one', async () => {
  const question = toPullQuestion(pull, someInputs, now);
  const stale = { ...pull, headSha: shaOf('before') };
  const world = createRememberedWorld(await remember(['full'], [stale, other]), pull, question);
  expect(await world.openPulls(7)).toEqual({ pulls: [other, pull], isWhole: true });
  expect(await world.head(7)).toEqual({
    sha: pull.headSha,
    fileCount: null,
    commitCount: null,
  });
  const { history } = await remember(['full'], []);
  expect(await world.scans()).toEqual(history);
});

test('a head has as many files as GitHub counts, that of another pull request its own', async () => {
  const question = toPullQuestion(pull, someInputs, now);
  const memory = await remember(
    ['full'],
    [
      { ...pull, fileCount: 1 },
      { ...other, fileCount: 5 },
    ],
  );
  const world = createRememberedWorld(memory, { ...pull, fileCount: 3 }, question);
  const countOf = async (number: number): Promise<unknown> => {
    const head = await world.head(number);
    return isUnverified(head) ? head : head.fileCount;
  };
  expect([await countOf(7), await countOf(9), await countOf(11)]).toEqual([3, 5, null]);
});

test('ancestors are asked for until one of them has a scan that can stand in', async () => {
  const memory = await remember(['old base'], []);
  const asked: string[] = [];
  const ancestors: Memory['ancestors'] = (sha, isEnough) => {
    const chain = ['head', 'parent', 'base'].map(shaOf);
    asked.push(sha, ...chain.map((_, index) => String(isEnough(chain.slice(0, index + 1)))));
    return Promise.resolve(chain);
  };
  const world = createRememberedWorld({ ...memory, ancestors }, pull, toPullQuestion(pull, someInputs, now));
  await world.ancestors();
  expect(asked).toEqual([pull.headSha, 'false', 'false', 'true']);
});
