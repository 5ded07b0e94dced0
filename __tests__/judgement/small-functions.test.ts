// The small functions of the judgement, each with a table of examples: counts, addresses, orders, sentences.
import { toJobUrl, toRepositoryUrl, toRunUrl } from '../../src/judgement/address.ts';
import { toStricter } from '../../src/judgement/disclosure.ts';
import { compareByKind, uniqueById } from '../../src/judgement/finding.ts';
import { formatIso, withoutFullStop } from '../../src/judgement/format.ts';
import { compact, rotate, sum } from '../../src/judgement/lists.ts';
import { joinRelations, type Relations } from '../../src/judgement/relevance.ts';
import { isPending } from '../../src/judgement/reviewed-bug.ts';
import { MATCH_SENTENCES, toScanName, toStateWord, toTypeWarnings } from '../../src/judgement/scan-wording.ts';
import { decideTally } from '../../src/judgement/tally.ts';
import { describe, expect, test } from '../jest.ts';
import { aFinding, aScan, at, scanId } from './fixtures.ts';

test('a tally counts each kind, and takes what is settled as it is', () => {
  const findings = (['security', 'bug', 'unclassified', 'security', 'bug', 'bug'] as const).map((kind) =>
    aFinding('1', { kind }),
  );
  expect(decideTally(findings, { resolved: 4, dismissed: 5 })).toEqual({
    ...{ pending: 6, pendingSecurity: 2, pendingUnclassified: 1, resolved: 4, dismissed: 5 },
  });
});

describe('an address', () => {
  const address = { serverUrl: 'https://github.test', owner: 'ac me', repo: 'shop', runId: 7 };

  test('of a repository has its name escaped', () => {
    expect(toRepositoryUrl(address)).toBe('https://github.test/ac%20me/shop');
  });

  test.each([
    [7, 9, 'https://github.test/ac%20me/shop/actions/runs/7/job/9'],
    [7, null, 'https://github.test/ac%20me/shop/actions/runs/7'],
    [0, 9, null],
  ])('of run %p and job %p is that of the job, else of the run', (runId, jobId, expected) => {
    expect(toJobUrl({ ...address, runId }, jobId)).toBe(expected);
  });

  test('of a run that is not known is none', () => {
    expect([toRunUrl(address), toRunUrl({ ...address, runId: 0 })]).toEqual([
      'https://github.test/ac%20me/shop/actions/runs/7',
      null,
    ]);
  });
});

test.each([
  ['full', 'full', 'full'],
  ['full', 'counts', 'counts'],
  ['counts', 'full', 'counts'],
  ['counts', 'counts', 'counts'],
] as const)('of %s and %s the stricter is %s', (one, other, expected) => {
  expect(toStricter(one, other)).toBe(expected);
});

test.each([
  ['No.', 'No'],
  ['No. \n. ', 'No'],
  ['1.5 h', '1.5 h'],
  ['. .', ''],
  ['', ''],
])('%j without its full stop is %j', (text, expected) => {
  expect(withoutFullStop(text)).toBe(expected);
});

test('a bug is pending without a review, and where somebody opened it again', () => {
  const review = { at: at(0), reason: null, note: null, source: null };
  const states = ['pending', 'resolved', 'dismissed'] as const;
  expect(isPending({ review: null })).toBe(true);
  expect(states.map((state) => isPending({ review: { ...review, state } }))).toEqual([true, false, false]);
});

describe('a list', () => {
  test.each([
    [0, 'abc'],
    [1, 'bca'],
    [4, 'bca'],
    [-1, 'cab'],
  ])('rotated by %p begins there', (by, expected) => {
    expect(rotate(['a', 'b', 'c'], by).join('')).toBe(expected);
  });

  test('that is empty stays empty, whatever it is rotated by', () => {
    expect(rotate([], 3)).toEqual([]);
  });

  test('is compact without what is not there, and an empty text is there', () => {
    expect(compact(['', false, null, undefined, 'a'])).toEqual(['', 'a']);
    expect([sum([]), sum([1, 2])]).toEqual([0, 3]);
  });

  test('of findings has each once: of several with one id the last', () => {
    const findings = [1, 2, 3].map((ms) => aFinding(ms === 2 ? 'b' : 'a', { foundAt: at(ms) }));
    expect(uniqueById(findings).map(({ id, foundAt }) => [id, foundAt])).toEqual([
      ['bug_a', 3],
      ['bug_b', 2],
    ]);
  });

  test('by kind begins with security, then the newest, then by id', () => {
    const given = [
      aFinding('c', { kind: 'bug', foundAt: at(3) }),
      aFinding('b', { kind: 'security', foundAt: at(1) }),
      aFinding('a', { kind: 'security', foundAt: at(1) }),
      aFinding('d', { kind: 'security', foundAt: at(2) }),
    ];
    expect(given.toSorted(compareByKind).map(({ id }) => id)).toEqual(['bug_d', 'bug_a', 'bug_b', 'bug_c']);
  });
});

describe('of a scan', () => {
  test('the name has its ID, where it has one', () => {
    expect([toScanName(aScan({ id: scanId('1') })), toScanName(aScan({ id: null }))]).toEqual([
      'Scan `wr_1`',
      'The scan without an ID',
    ]);
  });

  test.each([
    ['in_progress', 'running', 'in progress'],
    ['dlq', 'failed', 'failed'],
    [null, 'complete', 'complete'],
  ] as const)('the state %p, which is %s, reads %s', (status, state, expected) => {
    expect(toStateWord(aScan({ status, state }))).toBe(expected);
  });

  test('each way of matching has a sentence of its own', () => {
    expect(new Set(Object.values(MATCH_SENTENCES)).size).toBe(3);
  });

  test('a type that no scan has is warned of, unless there is no scan', () => {
    expect(toTypeWarnings(['nightly'], [])).toEqual([]);
    expect(toTypeWarnings(['nightly', 'default'], [aScan({ type: 'default' })])).toEqual([
      expect.stringMatching(/^scan-types names "nightly", but none/),
    ]);
  });
});

test('a time is ISO 8601, unless it is none', () => {
  expect([formatIso(at(0)), formatIso(at(Number.NaN))]).toEqual(['1970-01-01T00:00:00.000Z', null]);
});

test.each(['introduced', 'found', 'touched', 'own', 'added'] as const)(
  '%s by any of several pull requests is joined',
  (by) => {
    const none: Relations = { introduced: 'no', found: 'no', touched: 'no', own: 'no', added: 'no' };
    const one: Relations = { ...none, [by]: 'yes' };
    expect([joinRelations([none, one]), joinRelations([one, none]), joinRelations([one]), joinRelations([])]).toEqual([
      ...[one, one, one, none],
    ]);
  },
);
