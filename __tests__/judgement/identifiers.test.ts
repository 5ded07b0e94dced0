// Tests of identifiers: which texts are one, and which names of repositories are the same.
import * as ids from '../../src/judgement/identifiers.ts';
import { isSameFullName } from '../../src/judgement/identifiers.ts';
import { describe, expect, test } from '../jest.ts';

describe('a full commit SHA', () => {
  const digits = '0123456789abcdef0123456789abcdef01234567';
  test.each([
    ['of 40 digits', digits, digits],
    ['of 64 digits', digits + digits.slice(0, 24), digits + digits.slice(0, 24)],
    ['in upper case is read as lower case', digits.toUpperCase(), digits],
  ])('%s', (_, text, expected) => {
    expect(ids.parseCommitSha(text)).toBe(expected);
  });

  test.each([
    ['short', digits.slice(0, 7)],
    ['one digit short', digits.slice(1)],
    ['one digit long', `${digits}0`],
    ['with another letter', `g${digits.slice(1)}`],
    ['with white space', ` ${digits}`],
    ['with a line feed at the end', `${digits}\n`],
    ['a branch', 'main'],
    ['empty', ''],
    ['with a letter that is only lower-cased to one', `${digits.slice(1)}\u212a`],
  ])('is not one that is %s', (_, text) => {
    expect(ids.parseCommitSha(text)).toBeNull();
  });
});

describe('an identifier of the service is its prefix and any text behind it', () => {
  test.each<[prefix: string, is: (value: unknown) => boolean]>([
    ['bug_', ids.isBugId],
    ['bfrv_', ids.isReviewId],
    ['repo_', ids.isRepoId],
    ['org_', ids.isOrgId],
    ['rule_', ids.isRuleId],
    ['rcr_', ids.isRuleRequestId],
    ['wr_', ids.isScanId],
  ])('%s', (prefix, is) => {
    const good = ['1a2b', '-', 'é', ' ', 'a b\n', '\n'].map((rest) => prefix + rest);
    expect(good.filter(is)).toEqual(good);
    const bad = ['', prefix, prefix.slice(0, -1), `x${prefix}1`, `${prefix.toUpperCase()}1`, 'x_1'];
    expect([...bad, null, undefined, 1, [`${prefix}1`]].filter(is)).toEqual([]);
  });
});

test('the SHA of a commit may be any text, and a time is null where it is none', () => {
  expect(['main', '', null, 7].map(ids.isCommitId)).toEqual([true, true, false, false]);
  expect(['1970-01-01T00:00:01Z', 'soon', null].map(ids.parseTime)).toEqual([1_000, null, null]);
});

test('a short SHA has the seven digits that GitHub shows', () => {
  expect(ids.toShortSha('0123456789abcdef')).toBe('0123456');
});

test.each([
  ['acme/shop', 'acme/shop', true],
  ['acme/shop', 'ACME/ShoP', true],
  ['acme/shop', 'acme/shops', false],
  ['acme/kiosk', 'acme/\u212aios\u212a', false],
])('the repositories %j and %j are the same: %s', (a, b, expected) => {
  expect(isSameFullName(a, b)).toBe(expected);
});
