// The reading of patches: the first line that a reviewer sees changed.
import { describe, expect, test } from '@jest/globals';
import { fc } from '../harness/random.ts';
import { readFirstChangedLine } from '../../src/github/patch.ts';

describe('the first changed line', () => {
  test.each<[string, readonly string[], number]>([
    ['of a new file is its first', ['@@ -0,0 +1,2 @@', '+a', '+b'], 1],
    ['of a new file of one line is its first', ['@@ -0,0 +1 @@', '+a'], 1],
    ['is the first that was added', ['@@ -10,3 +10,4 @@ f()', ' a', ' b', '+c', ' d'], 12],
    ['is where a line was replaced', ['@@ -10,3 +10,3 @@', ' a', '-b', '+c', ' d'], 11],
    ['is what took the place of removed lines', ['@@ -10,4 +10,2 @@', ' a', '-b', '-c', ' d'], 11],
    [
      'comes from the first hunk',
      ['@@ -1,2 +1,2 @@', ' a', '-b', '+c', '@@ -50,2 +50,3 @@', ' x', '+y'],
      2,
    ],
    [
      'is where a hunk of removals stands before one of additions',
      ['@@ -1,4 +1,3 @@', ' a', '-b', ' c', '@@ -50,2 +49,3 @@', ' x', '+y'],
      2,
    ],
    [
      'is the last line where the end of the file was removed',
      ['@@ -8,3 +8,1 @@', ' a', '-b', '-c'],
      8,
    ],
    ['may be an empty line', ['@@ -1,2 +1,3 @@', ' a', '+', ' b'], 2],
    ['may look like a header', ['@@ -1,2 +1,3 @@', ' a', '+@@ -9,9 +9,9 @@', ' b'], 2],
    ['may begin with two pluses', ['@@ -1 +1,2 @@', ' a', '++i;'], 2],
    [
      'is not changed by a missing line feed',
      ['@@ -1 +1,2 @@', '-a', '\\ No newline at end of file', '+a', '+b'],
      1,
    ],
    ['of a removed file is 1', ['@@ -1,2 +0,0 @@', '-a', '-b'], 1],
    ['of a patch without hunks is 1', ['+a', ' b'], 1],
    ['of an empty patch is 1', [], 1],
  ])('%s', (_, lines, expected) => {
    expect(readFirstChangedLine(lines.join('\n'))).toBe(expected);
  });

  test('of a file without a patch, such as a picture, is 1', () => {
    expect(readFirstChangedLine(null)).toBe(1);
  });

  test('is a positive whole number, whatever the patch is', () => {
    const line = fc.oneof(
      fc.constantFrom('@@ -1,2 +0,0 @@', '@@ -1 +5 @@', '@@ -1,2 +3,4 @@ f', '+a', '-b', ' c', ''),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const first = readFirstChangedLine(lines.join('\n'));
        expect(Number.isSafeInteger(first) && first >= 1).toBe(true);
      }),
    );
  });
});
