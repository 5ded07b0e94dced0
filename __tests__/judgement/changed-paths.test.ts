// Tests of the paths that a pull request changes: which others are among them or below.
import { createAtOrBelow } from '../../src/judgement/changed-paths.ts';
import { growthOf, LINEAR_AT_MOST } from '../harness/growth.ts';
import { fc } from '../harness/random.ts';
import { expect, test } from '../jest.ts';

test('a path is at or below those that it begins with, folder by folder', () => {
  // Characters before and behind the slash, in the order in which texts are sorted.
  const path = fc
    .array(fc.constantFrom('a', 'b', 'a-', 'a0', '', '-', '😀'), { maxLength: 4 })
    .map((parts) => parts.join('/'));
  fc.assert(
    fc.property(fc.array(path), path, (some, other) => {
      const isBelow = some.some((each) => other === each || other.startsWith(`${each}/`));
      expect(createAtOrBelow(some)(other)).toBe(isBelow);
    }),
  );
});

test.each<[readonly string[], string, boolean]>([
  [['a', 'a/b'], 'a/c', true],
  [['a/b/c', 'a/b', 'a'], 'a/d/e', true],
  [['a', 'a-'], 'a/c', true],
  [['a-', 'b'], 'b/c', true],
  [['a/b'], 'a/c', false],
  [['ab'], 'a', false],
  [['a'], 'ab', false],
  [[], 'a', false],
])('of %j one is above %s: %p', (some, other, is) => {
  expect(createAtOrBelow(some)(other)).toBe(is);
});

test('takes time in proportion to the path, however deep it is and however many are changed', () => {
  const changed = createAtOrBelow(Array.from({ length: 3_000 }, (_, at) => 'd/'.repeat(at % 500).concat(`x${at}`)));
  const work = (length: number): number => {
    let below = 0;
    for (let at = 0; at < 200; at += 1) below += Number(changed(`${'d/'.repeat(length)}y${at}`));
    return below;
  };
  expect(work(10)).toBe(0);
  expect(growthOf(work, 500)).toBeLessThan(LINEAR_AT_MOST);
});
