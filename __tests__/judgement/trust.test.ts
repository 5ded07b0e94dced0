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
    ['a tracker is used by people', reviewed(20, { source: 'jira' }), '20 of 20: 100 %'],
  ])('%s', (_, bugs, share) => {
    const trust = decideTrust(bugs, 'full');
    expect(trust && formatShare(trust)).toBe(share);
  });
});

describe('folders', () => {
  const bugs = [
    ...reviewed(2, { path: 'src/api/a.ts' }),
    ...reviewed(4, { path: 'src/api/b.ts', ...resolved }),
    ...reviewed(5, { path: 'zoo/x.ts' }),
    ...reviewed(3, { path: 'README.md' }),
    ...reviewed(2, { path: 'lib/x.ts' }),
    ...reviewed(1, { path: 'lib/y.ts', ...resolved }),
    ...reviewed(2, { path: 'lib/deep/x.ts' }),
    ...reviewed(1, { path: 'one/x.ts' }),
    ...reviewed(9, { path: null }),
    ...reviewed(9, { path: 'good/x.ts', ...resolved }),
  ];

  test('the three with the most, then those with fewer reviews, then by name', () => {
    expect(decideTrust(bugs, 'full')?.folders).toEqual([
      { folder: 'zoo', notABug: 5, reviewed: 5 },
      { folder: '/', notABug: 3, reviewed: 3 },
      { folder: 'lib/deep', notABug: 2, reviewed: 2 },
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
    expect(decideTrust([...hidden, ...reviewed(1)], 'counts')).toEqual({
      notABug: 24,
      reviewed: 24,
      folders: [{ folder: 'src', notABug: 1, reviewed: 1 }],
    });
  });
});
