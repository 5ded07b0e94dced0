// Tests of disclosure: what a reader may learn.
import { hasQuotation } from '../../src/judgement/cause.ts';
import {
  decideDisclosure,
  decideShown,
  type DisclosureInput,
  isDisclosed,
  toFaultForReaders,
  disclose,
  type Visibility,
} from '../../src/judgement/disclosure.ts';
import { type AssessedFinding, compareFindings } from '../../src/judgement/finding.ts';
import { Unverified } from '../../src/judgement/unverified.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';
import { anAssessed, anOutage, assessedFindings, at, bugId, someDetails } from './fixtures.ts';

describe('disclosure', () => {
  test.each<[DisclosureInput, Visibility, string]>([
    ['auto', 'private', 'full'],
    ['auto', 'internal', 'full'],
    ['auto', 'public', 'counts'],
    ['auto', 'unknown', 'counts'],
    ['full', 'public', 'full'],
    ['full', 'unknown', 'full'],
    ['full', 'private', 'full'],
    ['counts', 'private', 'counts'],
    ['counts', 'internal', 'counts'],
    ['counts', 'public', 'counts'],
  ])('%s in a repository that is %s is %s', (input, visibility, expected) => {
    expect(decideDisclosure(input, visibility)).toBe(expected);
  });
});

test.each([
  ['security', 'full', true],
  ['unclassified', 'full', true],
  ['bug', 'full', true],
  ['security', 'counts', false],
  ['unclassified', 'counts', false],
  ['bug', 'counts', true],
] as const)('the details of a bug of kind %s may be shown in %s: %s', (kind, disclosure, may) => {
  expect(isDisclosed({ kind }, disclosure)).toBe(may);
});

const told = { ...anOutage('service').cause, quotation: 'It broke: LEAK.' };

test('the words of others may be shown only where everything may', () => {
  const shown = (['full', 'counts'] as const).map((disclosure) => disclose(told, disclosure));
  expect(shown.map((cause) => ('said' in cause ? cause.said : null))).toEqual(['It broke: LEAK.', 'It broke.']);
  expect([hasQuotation(told), ...shown.map(hasQuotation)]).toEqual([true, false, false]);
  expect(disclose(anOutage('service').cause, 'full')).toEqual(anOutage('service').cause);
});

test.each([
  ['full', 'public', 'It broke.'],
  ['full', 'unknown', 'It broke.'],
  ['auto', 'public', 'It broke.'],
  ['counts', 'public', 'It broke.'],
  // Nobody reads there who may not know.
  ['full', 'private', 'It broke: LEAK.'],
  ['full', 'internal', 'It broke: LEAK.'],
  ['auto', 'private', 'It broke: LEAK.'],
  ['counts', 'private', 'It broke.'],
] as const)('the words of others, by `disclosure: %s` in a repository that is %s: %s', (input, visibility, said) => {
  expect(toFaultForReaders(new Unverified(told), { input, visibility })).toMatchObject({ cause: { said } });
});

describe('what is shown', () => {
  const all = [anAssessed({ kind: 'security' }), anAssessed({ kind: 'unclassified' }), anAssessed({ kind: 'bug' })];

  test('is everything in full disclosure', () => {
    expect(decideShown(all, 'full')).toBe(all);
  });

  test('is no detail of security and unclassified bugs where only counts may be told', () => {
    expect(decideShown(all, 'counts').map(({ details }) => details)).toEqual([null, null, someDetails]);
  });

  test('is every finding, and the place of a withheld one does not depend on the pull request', () => {
    const relevances = fc.constantFrom('introduced' as const, 'touched' as const);
    fc.assert(
      fc.property(fc.array(fc.tuple(assessedFindings, relevances)), (findings) => {
        const idsOf = (list: readonly AssessedFinding[]): readonly string[] =>
          decideShown(list.toSorted(compareFindings), 'counts')
            .filter(({ kind }) => kind !== 'bug')
            .map(({ id, kind }) => `${kind} ${id}`);
        const all = findings.map(([finding]) => finding);
        const others = findings.map(([finding, relevance]) => ({ ...finding, relevance }));
        expect(decideShown(all, 'counts')).toHaveLength(all.length);
        expect(idsOf(all)).toEqual(idsOf(others));
      }),
    );
  });

  test('has withheld findings first: security, then the newest', () => {
    const [old, recent] = [at(1), at(2)];
    const list = [
      anAssessed({ id: bugId('bug'), kind: 'bug', foundAt: at(3) }),
      anAssessed({ id: bugId('unclassified'), kind: 'unclassified', foundAt: recent }),
      anAssessed({ id: bugId('old'), kind: 'security', foundAt: old }),
      anAssessed({ id: bugId('recent'), kind: 'security', foundAt: recent }),
    ];
    expect(decideShown(list, 'counts').map(({ id }) => id)).toEqual(
      ['recent', 'old', 'unclassified', 'bug'].map(bugId),
    );
  });
});
