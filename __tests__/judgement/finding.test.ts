// The order in which findings are shown.
import { compareFindings, compareText } from '../../src/judgement/finding.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';
import { anAssessed, assessedFindings, at, bugId } from './fixtures.ts';

describe('the order of findings', () => {
  const later = { foundAt: at(9), id: bugId('z') };
  test.each([
    [
      'security comes before everything else',
      anAssessed({ countsAsSecurity: true, relevance: 'backlog' }),
      anAssessed({ ...later, countsAsSecurity: false, relevance: 'introduced' }),
    ],
    [
      'what counts as security decides, not the kind',
      anAssessed({ kind: 'unclassified', countsAsSecurity: true }),
      anAssessed({ ...later, kind: 'bug' }),
    ],
    [
      'introduced comes before touched',
      anAssessed({ relevance: 'introduced' }),
      anAssessed({ ...later, relevance: 'touched' }),
    ],
    [
      'touched comes before backlog',
      anAssessed({ relevance: 'touched' }),
      anAssessed({ ...later, relevance: 'backlog' }),
    ],
    [
      'the newest comes first',
      anAssessed({ foundAt: at(2), id: bugId('z') }),
      anAssessed({ foundAt: at(1), id: bugId('a') }),
    ],
    ['ties are broken by id, in code unit order', anAssessed({ id: bugId('B') }), anAssessed({ id: bugId('a') })],
    ['ids are text, not numbers', anAssessed({ id: bugId('10') }), anAssessed({ id: bugId('9') })],
  ])('%s', (_, first, second) => {
    expect(compareFindings(first, second)).toBeLessThan(0);
    expect(compareFindings(second, first)).toBeGreaterThan(0);
  });

  test('is antisymmetric, and equal only for what it cannot tell apart', () => {
    fc.assert(
      fc.property(assessedFindings, assessedFindings, (a, b) => {
        const order = Math.sign(compareFindings(a, b));
        expect(Math.sign(compareFindings(b, a)) + order).toBe(0);
        const same =
          a.id === b.id &&
          a.foundAt === b.foundAt &&
          a.relevance === b.relevance &&
          a.countsAsSecurity === b.countsAsSecurity;
        expect(order === 0).toBe(same);
      }),
    );
  });

  test('does not depend on the order in which findings arrive', () => {
    const byId = fc.uniqueArray(assessedFindings, { selector: ({ id }) => id });
    const both = byId.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(both, ([list, shuffled]) => {
        expect(shuffled.toSorted(compareFindings)).toEqual(list.toSorted(compareFindings));
      }),
    );
  });
});

describe('the order of texts', () => {
  test.each([
    ['a', 'a', 0],
    ['a', 'b', -1],
    ['b', 'a', 1],
    ['', 'a', -1],
    ['Z', 'a', -1],
    ['z', 'ä', -1],
  ])('%j against %j is %d', (a, b, expected) => {
    expect(compareText(a, b)).toBe(expected);
  });
});
