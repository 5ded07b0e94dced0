// The dismissals that are listed: of the period, without a note, and with an end.
import { type Dismissals, decideDismissals } from '../../src/insights/dismissals.ts';
import { toShownBug } from '../../src/insights/shown-bug.ts';
import { toPeriod } from '../../src/judgement/day.ts';
import type { ReviewedBug } from '../../src/judgement/reviewed-bug.ts';
import { describe, expect, test } from '../jest.ts';
import { aBug, now } from './worlds.ts';

function dismissalsOf(bugs: readonly ReviewedBug[], repository = 'acme/shop'): Dismissals {
  const beside = bugs.map((bug) => ({ bug, shown: toShownBug(bug, repository, 'full') }));
  return decideDismissals(beside, toPeriod(now, 30), now);
}

const idsOf = (bugs: readonly { readonly id: string }[]): readonly string[] => bugs.map(({ id }) => id);

test('the dismissals of the period, newest first, ties by id', () => {
  const { dismissed } = dismissalsOf([
    aBug('b', { review: ['dismissed', '2026-11-12'] }),
    aBug('a', { review: ['dismissed', '2026-11-12'] }),
    aBug('new', { review: ['dismissed', '2027-01-01'] }),
    aBug('first', { review: ['dismissed', '2026-10-22T00:00:00Z'] }),
    aBug('before', { review: ['dismissed', '2026-10-21T23:59:59.999Z'] }),
    aBug('resolved', { review: ['resolved', '2026-11-12'] }),
    aBug('opened', { review: ['pending', '2026-11-12'] }),
    aBug('untouched'),
  ]);
  expect(idsOf(dismissed)).toEqual(['bug_new', 'bug_a', 'bug_b', 'bug_first']);
});

test('to look at again: security bugs of the period without any note', () => {
  const dismissed = ['dismissed', '2026-11-12'] as const;
  const { toLookAtAgain } = dismissalsOf([
    aBug('none', { kind: 'security', review: dismissed }),
    aBug('blank', { kind: 'security', review: dismissed, note: ' \n' }),
    aBug('noted', { kind: 'security', review: dismissed, note: 'Known.' }),
    aBug('other', { kind: 'bug', review: dismissed }),
    aBug('unclassified', { kind: 'unclassified', review: dismissed }),
    aBug('old', { kind: 'security', review: ['dismissed', '2026-01-01'] }),
    aBug('resolved', { kind: 'security', review: ['resolved', '2026-11-12'] }),
  ]);
  expect(idsOf(toLookAtAgain)).toEqual(['bug_blank', 'bug_none']);
});

describe('acceptances that end', () => {
  const accepted = (name: string, note: string): ReviewedBug =>
    aBug(name, { review: ['dismissed', '2025-01-01'], note });

  test('are those that have ended or will within thirty days, of any age, the first first', () => {
    // The day itself still belongs to it, and ends at midnight, half a day after noon.
    const { ending } = dismissalsOf([
      accepted('late', 'until 2026-12-19.'),
      accepted('later', 'until 2026-12-20.'),
      accepted('today', 'until 2026-11-20.'),
      accepted('yesterday', 'until 2026-11-19.'),
      accepted('long', 'until 2025-06-01.'),
      accepted('open-ended', 'for ever'),
      aBug('resolved', { review: ['resolved', '2025-01-01'], note: 'until 2025-06-01.' }),
    ]);
    expect(ending.map(({ shown, day, isOver }) => [shown.id, day, isOver])).toEqual([
      ['bug_long', '2025-06-01', true],
      ['bug_yesterday', '2026-11-19', true],
      ['bug_today', '2026-11-20', false],
      ['bug_late', '2026-12-19', false],
    ]);
  });

  test('whose date cannot be read are counted', () => {
    const { ending, unreadable } = dismissalsOf([accepted('a', 'until spring'), accepted('b', 'until 2026-13-01')]);
    expect([ending, unreadable]).toEqual([[], 2]);
  });
});

test('what the service writes as reason and source of a withheld bug is shown only where it is one of its words', () => {
  const bug = (kind: 'security' | 'bug', reason: string, source: string): ReviewedBug =>
    aBug('a', { kind, review: ['dismissed', '2026-11-12'], reason, source });
  const shown = (one: ReviewedBug): readonly unknown[] => {
    const { review } = toShownBug(one, 'acme/shop', 'counts');
    return [review?.reason, review?.source];
  };
  expect(shown(bug('security', 'SQL injection in login.ts', 'src/login.ts'))).toEqual(['other', 'other']);
  expect(shown(bug('security', 'wont_fix', 'jira'))).toEqual(['wont_fix', 'jira']);
  expect(shown(bug('bug', 'too_slow', 'chat'))).toEqual(['too_slow', 'chat']);
});
