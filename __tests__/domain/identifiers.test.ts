// Owns which texts are identifiers.
import { describe, expect, test } from '@jest/globals';
import { parseCommitSha, parseRepoId, toShortSha } from '../../src/domain/identifiers.ts';

describe('a full commit SHA', () => {
  const digits = '0123456789abcdef0123456789abcdef01234567';
  test.each([
    ['of 40 digits', digits, digits],
    ['of 64 digits', digits + digits.slice(0, 24), digits + digits.slice(0, 24)],
    ['in upper case is read as lower case', digits.toUpperCase(), digits],
  ])('%s', (_, text, expected) => {
    expect(parseCommitSha(text)).toBe(expected);
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
    expect(parseCommitSha(text)).toBeNull();
  });
});

describe('a repository identifier', () => {
  test.each([['repo_1a2b'], ['repo_1A-2.b'], ['repo_é']])('is %j', (text) => {
    expect(parseRepoId(text)).toBe(text);
  });
  test.each([
    [''],
    ['repo_'],
    ['repo'],
    ['REPO_1'],
    ['xrepo_1'],
    ['repo_a b'],
    ['repo_a\n'],
    ['bug_1'],
  ])('is not %j', (text) => {
    expect(parseRepoId(text)).toBeNull();
  });
});

test('a short SHA has the seven digits that GitHub shows', () => {
  expect(toShortSha('0123456789abcdef')).toBe('0123456');
});
