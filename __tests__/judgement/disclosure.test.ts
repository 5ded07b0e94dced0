// Tests of disclosure: what a reader may learn.
import {
  decideDisclosure,
  decideShown,
  type DisclosureInput,
  isDisclosed,
  toFaultForReaders,
  toShownFault,
  type Visibility,
} from '../../src/judgement/disclosure.ts';
import { type AssessedFinding, compareFindings } from '../../src/judgement/finding.ts';
import { unverified } from '../../src/judgement/reasons.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';
import { anAssessed, assessedFindings, at, bugId, someDetails } from './fixtures.ts';

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

test('the words of the service may be shown only where everything may', () => {
  const own = unverified('service-error', 'It broke.');
  const quoted = own.with({ quoted: 'It broke: LEAK.' });
  const shown = [toShownFault(quoted, 'full'), toShownFault(quoted, 'counts'), toShownFault(own, 'full')];
  expect(shown.map(({ what }) => what)).toEqual(['It broke: LEAK.', 'It broke.', 'It broke.']);
  expect(JSON.stringify(shown)).not.toContain('quoted');
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
] as const)('the words of others, by `disclosure: %s` in a repository that is %s: %s', (input, visibility, what) => {
  for (const reason of ['service-error', 'unauthorized', 'repository-not-found', 'github-error'] as const) {
    const fault = unverified(reason, 'It broke.').with({ quoted: 'It broke: LEAK.' });
    expect(toFaultForReaders(fault, { input, visibility }).what).toBe(what);
  }
});

test.each([
  ['full', 'public', 'for everybody'],
  ['auto', 'unknown', 'for everybody'],
  ['auto', 'private', 'for members'],
  ['full', 'internal', 'for members'],
  // How much is shown has nothing to do with who may open a pull request.
  ['counts', 'private', 'for members'],
] as const)('advice, by `disclosure: %s` in a repository that is %s: %s', (input, visibility, advice) => {
  const fault = unverified('no-scan', 'None.', ['for everybody']).with({ privateAdvice: ['for members'] });
  expect(toFaultForReaders(fault, { input, visibility }).advice).toEqual([advice]);
  // Control: most advice is for both.
  expect(toFaultForReaders(unverified('no-scan', 'None.', ['the same']), { input, visibility }).advice).toEqual([
    'the same',
  ]);
});

test('`full` allows all of bugs all the same', () => {
  expect(decideDisclosure('full', 'public')).toBe('full');
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

  test('holds not one word of a withheld finding', () => {
    const secret = anAssessed({
      kind: 'security',
      ...{ title: 'LEAK', summary: 'LEAK', path: 'LEAK' },
      linkedIssues: [{ tracker: 'LEAK', key: 'LEAK', url: 'LEAK' }],
      introducedBy: { sha: 'LEAK', date: 'LEAK', author: 'LEAK', pullRequest: 1 },
    });
    expect(JSON.stringify(decideShown([secret], 'counts'))).not.toContain('LEAK');
  });
});
