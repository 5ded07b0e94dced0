// Whether the service lists its bugs again, by the lists of the last scans of the default branch.
import { decideRelisting } from '../../src/doctor/relisting.ts';
import type { BugId } from '../../src/judgement/identifiers.ts';
import { expect, test } from '../jest.ts';
import { at } from '../judgement/fixtures.ts';

/** A word a scan, oldest first, each with a letter for a bug. A bug is found by the scan of that number, else before all. */
const decide = (scans: string, found: Readonly<Record<string, number>> = {}) =>
  decideRelisting(
    scans.split(' ').map((letters, index) => ({
      startedAt: at(10 * index),
      bugs: new Map((letters.match(/[a-z]/g) ?? []).map((id) => [id as BugId, at((found[id] ?? -1) * 10 + 5)])),
    })),
  );

test.each<[string, Readonly<Record<string, number>>, number, number]>([
  ['ab ab ab', {}, 2, 0],
  ['ab ab ab', { b: 0 }, 2, 0],
  ['ab a ab', {}, 2, 1],
  ['ab - ab', {}, 2, 2],
  // What is listed no more may be fixed.
  ['ab ab a', {}, 2, 0],
  ['ab a a', {}, 1, 0],
  // It had been found before the scan that leaves it out.
  ['a ab ab', {}, 2, 1],
  // Control: it was found while that scan ran, or by the next.
  ['a ab ab', { b: 0 }, 2, 0],
  ['a ab ab', { b: 1 }, 2, 0],
  ['a b c', { b: 1, c: 2 }, 0, 0],
])(
  'of scans that list %s, with bugs found by %j, %d bugs are listed twice, and %d missed',
  (scans, found, ...expected) => {
    const { listedTwice, missed } = decide(scans, found);
    expect([listedTwice, missed]).toEqual(expected);
  },
);

test('the order in which the service lists the scans is none', () => {
  const lists = [30, 10, 20].map((startedAt, index) => ({
    startedAt: at(startedAt),
    bugs: new Map(index === 2 ? [] : [['bug_a' as const, at(5)]]),
  }));
  expect(decideRelisting(lists)).toEqual({ scans: 3, listedTwice: 1, missed: 1 });
});
