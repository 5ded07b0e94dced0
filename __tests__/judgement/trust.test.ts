// The share of reviewed bugs that people dismissed as not a bug.
import type { FindingKind } from '../../src/judgement/finding.ts';
import type { Review, ReviewedBug } from '../../src/judgement/reviewed-bug.ts';
import { decideTrust, formatShare } from '../../src/judgement/trust.ts';
import { describe, expect, test } from '../jest.ts';
import { aFinding, at } from './fixtures.ts';

type Parts = Partial<Review> & { readonly path?: string | null; readonly kind?: FindingKind };

function reviewed(count: number, { path = 'src/a.ts', kind = 'bug', ...review }: Parts = {}): readonly ReviewedBug[] {
  const whole = {
    state: 'dismissed',
    at: at(1),
    reason: 'not_a_bug',
    note: null,
    source: 'review',
    ...review,
  } as const;
  return Array.from({ length: count }, () => ({ ...aFinding('1', { kind, path }), review: whole }));
}

const resolved = { state: 'resolved', reason: null } as const;

describe('who has reviewed', () => {
  test.each<[what: string, readonly ReviewedBug[], share: string | null]>([
    ['nineteen reviews say nothing', reviewed(19), null],
    ['from twenty on', [...reviewed(3), ...reviewed(17, resolved)], '3 of 20: 15 %'],
    [
      'other reasons are no mistake of the service',
      [...reviewed(5), ...reviewed(15, { reason: 'wont_fix' })],
      '5 of 20: 25 %',
    ],
    ['a reason that stayed from before does not count', reviewed(20, { state: 'resolved' }), '0 of 20: 0 %'],
    ['what is pending again is not reviewed', [...reviewed(19), ...reviewed(5, { state: 'pending' })], null],
    ['nor what nobody looked at', [...reviewed(19), { ...aFinding(), review: null }], null],
    [
      'nor what the service itself saw fixed',
      [...reviewed(19), ...reviewed(5, { ...resolved, source: 'bug_fix_check' })],
      null,
    ],
    ...['review', 'linear', 'jira', 'asana', 'github_issue'].map((source): [string, readonly ReviewedBug[], string] => [
      `${source} stands for a person`,
      [...reviewed(19, resolved), ...reviewed(1, { source })],
      '1 of 20: 5 %',
    ]),
    ...['bug_fix_check', 'auto_fix', 'Review', null].map((source): [string, readonly ReviewedBug[], null] => [
      `${source ?? 'no source'} is no person`,
      [...reviewed(19, resolved), ...reviewed(1, { source })],
      null,
    ]),
  ])('%s', (_, bugs, share) => {
    const trust = decideTrust(bugs, 'full');
    expect(trust && formatShare(trust)).toBe(share);
  });
});

describe('folders', () => {
  const bugs = [
    ...reviewed(2, { path: 'src/api/a.ts' }),
    ...reviewed(9, { path: 'src/api/b.ts', ...resolved }),
    ...reviewed(15, { path: 'zoo/x.ts' }),
    ...reviewed(13, { path: 'README.md' }),
    ...reviewed(2, { path: 'lib/x.ts' }),
    ...reviewed(10, { path: 'lib/y.ts', ...resolved }),
    ...reviewed(2, { path: 'lib/deep/x.ts' }),
    ...reviewed(8, { path: 'lib/deep/x.ts', ...resolved }),
    // Nine are too few.
    ...reviewed(9, { path: 'one/x.ts' }),
    ...reviewed(9, { path: null }),
    ...reviewed(9, { path: 'good/x.ts', ...resolved }),
  ];

  test('the three with the most, then those with fewer reviews, then by name', () => {
    expect(decideTrust(bugs, 'full')?.folders).toEqual([
      { folder: 'zoo', notABug: 15, reviewed: 15 },
      { folder: '/', notABug: 13, reviewed: 13 },
      { folder: 'lib/deep', notABug: 2, reviewed: 10 },
    ]);
  });

  test('none without such a bug', () => {
    expect(decideTrust(reviewed(20, resolved), 'full')).toEqual({ notABug: 0, reviewed: 20, folders: [] });
  });

  test('where details are withheld, only of bugs that may be named', () => {
    const hidden = [
      ...reviewed(20, { path: 'secret/a.ts', kind: 'security' }),
      ...reviewed(3, { kind: 'unclassified' }),
    ];
    expect(decideTrust([...hidden, ...reviewed(10)], 'counts')).toEqual({
      notABug: 33,
      reviewed: 33,
      folders: [{ folder: 'src', notABug: 10, reviewed: 10 }],
    });
  });
});
