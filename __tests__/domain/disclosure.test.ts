// What a reader may learn.
import { describe, expect, test } from '@jest/globals';
import { fc } from '../harness/random.ts';
import {
  decideDisclosure,
  decideShown,
  type DisclosureInput,
  type Visibility,
} from '../../src/domain/disclosure.ts';
import { anAssessed, assessedFindings, someDetails } from './fixtures.ts';

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

describe('what is shown', () => {
  const all = [
    anAssessed({ kind: 'security' }),
    anAssessed({ kind: 'unclassified' }),
    anAssessed({ kind: 'bug' }),
  ];

  test('is everything in full disclosure', () => {
    expect(decideShown(all, 'full')).toEqual(all);
  });

  test('is no detail of security and unclassified bugs where only counts may be told', () => {
    expect(decideShown(all, 'counts').map(({ details }) => details)).toEqual([
      null,
      null,
      someDetails,
    ]);
  });

  test('keeps ids, kinds, what counts, and the order', () => {
    fc.assert(
      fc.property(fc.array(assessedFindings), (findings) => {
        const known = (list: readonly { readonly id: string; readonly gated: boolean }[]) =>
          list.map(({ id, gated }) => [id, gated]);
        expect(known(decideShown(findings, 'counts'))).toEqual(known(findings));
      }),
    );
  });

  test('holds not one word of a withheld finding', () => {
    const secret = anAssessed({
      kind: 'security',
      details: {
        title: 'LEAK',
        summary: 'LEAK',
        path: 'LEAK',
        linkedIssues: [{ tracker: 'LEAK', key: 'LEAK', url: 'LEAK' }],
        introducedBy: { sha: 'LEAK', date: 'LEAK', author: 'LEAK', pullRequest: 1 },
      },
    });
    expect(JSON.stringify(decideShown([secret], 'counts'))).not.toContain('LEAK');
  });
});
