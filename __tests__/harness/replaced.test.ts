// The change of a text fails where nothing changes.
import { expect, test } from '../jest.ts';
import { replaced } from './replaced.ts';

test.each<[string | RegExp, string, string]>([
  ['b', 'x', 'axcb'],
  [/b/g, 'x', 'axcx'],
  [/(a)b/, '$1', 'acb'],
  [/$/, '!', 'abcb!'],
])('%s by %s gives %s', (pattern, by, changed) => {
  expect(replaced('abcb', pattern, by)).toBe(changed);
});

test.each<[string | RegExp, string]>([
  ['d', 'x'],
  [/^b/, 'x'],
  ['a', 'a'],
])('%s by %s fails', (pattern, by) => {
  expect(() => replaced('abcb', pattern, by)).toThrow('Nothing to replace');
});
