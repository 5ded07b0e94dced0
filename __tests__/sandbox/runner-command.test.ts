// Which lines are commands to the sandbox's runner, which it refuses, and which are text.
import { describe, expect, it } from '@jest/globals';
import { readLine } from '../../sandbox/runner/command.ts';

it.each([
  ['::error::boom', 'error', {}, 'boom'],
  ['::endgroup::', 'endgroup', {}, ''],
  ['::error file=a.ts,line=3,title=T::m', 'error', { file: 'a.ts', line: '3', title: 'T' }, 'm'],
  ['::error file=a%3Ab%2Cc%25%0Ad::x', 'error', { file: 'a:b,c%\nd' }, 'x'],
  ['::error file==a=b::x', 'error', { file: 'a=b' }, 'x'],
  ['::error::a%0Ab%0Dc%25d%250A', 'error', {}, 'a\nb\rc%d%0A'],
  ['::error::a::b', 'error', {}, 'a::b'],
  ['::error:::x', 'error', {}, ':x'],
  ['::error::a ##[add-mask]b', 'error', {}, 'a ##[add-mask]b'],
])('is a command: %j', (line, name, properties, data) => {
  expect(readLine(line)).toEqual({ name, properties, data });
});

describe('what a runner might carry out and no action of ours gives', () => {
  it.each([
    ...['set-env name=A', 'set-output name=x', 'save-state name=s', 'add-path', 'add-matcher'],
    ...['remove-matcher', 'stop-commands', 'echo', 'debug', 'a-token', ' error', 'ERROR', ''],
    ...['error col=1', 'error file', 'error file=,line=1', 'error\u00a0file=a'],
  ])('is refused: ::%s::', (head) => {
    expect(readLine(`::${head}::x`)).toBe('unexpected');
  });

  it.each([
    ['   \t::error::boom'],
    ['\u0085\u3000::error::boom'],
    ['::error:\u200b:x'],
    ['##[error]boom'],
    ['title: ##[add-mask]the'],
    ['##[a] ##[error]x'],
    ['::error ##[group]x'],
    ['::nothing:: ##[stop-commands]t'],
  ])('is refused: %j', (line) => {
    expect(readLine(line)).toBe('unexpected');
  });
});

it.each([
  '',
  '::',
  '::error',
  '::error :',
  'text ::error::x',
  '\ufeff::error::x',
  '##[error',
  '# #[error]x',
])('is text: %j', (line) => {
  expect(readLine(line)).toBe('text');
});
