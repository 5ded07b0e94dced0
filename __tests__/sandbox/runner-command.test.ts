// Owns the table of lines: what the runner takes for a command, and what it does not.
import { describe, expect, it } from '@jest/globals';
import { parseCommand, registeredCommands } from '../../sandbox/runner/command.ts';

const names = new Set([...registeredCommands, 'token-1']);

describe('lines that are commands', () => {
  it.each([
    ['::error::boom', 'error', {}, 'boom'],
    ['   \t::error::boom', 'error', {}, 'boom'],
    ['\u0085\u3000::error::boom', 'error', {}, 'boom'],
    ['::ERROR::boom', 'error', {}, 'boom'],
    [
      '::error file=a.ts,line=3,endLine=4,title=T::m',
      'error',
      { file: 'a.ts', line: '3', endLine: '4', title: 'T' },
      'm',
    ],
    [
      '::error FILE=a.ts,endline=4,COL=1::m',
      'error',
      { file: 'a.ts', endLine: '4', col: '1' },
      'm',
    ],
    ['::error file=a%3Ab%2Cc%25%0Ad::x', 'error', { file: 'a:b,c%\nd' }, 'x'],
    ['::error file==a=b::x', 'error', { file: 'a=b' }, 'x'],
    ['::error file=,line=::x', 'error', {}, 'x'],
    ['::error ,,file=a.ts,,::x', 'error', { file: 'a.ts' }, 'x'],
    ['::error::a%0Ab%0Dc%25d%250A', 'error', {}, 'a\nb\rc%d%0A'],
    ['::error::a::b', 'error', {}, 'a::b'],
    ['::error:::x', 'error', {}, ':x'],
    ['::error::', 'error', {}, ''],
    ['::set-output name=x::y', 'set-output', { name: 'x' }, 'y'],
    ['::token-1::', 'token-1', {}, ''],
    ['##[error]boom', 'error', {}, 'boom'],
    ['title: ##[add-mask]the', 'add-mask', {}, 'the'],
    ['a ] ##[warning file=a.ts;line=2]m', 'warning', { file: 'a.ts', line: '2' }, 'm'],
    ['##[warning file=a%3Bb%5D]m%3Bn', 'warning', { file: 'a;b]' }, 'm;n'],
    ['::nothing:: ##[stop-commands]t', 'stop-commands', {}, 't'],
    ['::error ##[group]x', 'group', {}, 'x'],
    ['::error:\u200b:x', 'error', {}, ':x'],
  ])('%j', (line, name, properties, data) => {
    expect(parseCommand(line, names)).toMatchObject({ name, properties, data });
  });
});

describe('lines that are text', () => {
  it.each([
    [''],
    ['::'],
    ['::error'],
    ['::error :'],
    ['::unknown::x'],
    [':: error::x'],
    ['text ::error::x'],
    ['\ufeff::error::x'],
    ['- ::set-output name=x::y'],
    ['::error\u00a0file=a::x'],
    ['##[error'],
    ['##[ error]x'],
    ['##[unknown]x'],
    ['# #[error]x'],
    ['#\u200b#[error]x'],
    ['##[a] ##[error]x'],
    ['::internal-set-repo-path repoFullName=x::y'],
  ])('%j', (line) => {
    expect(parseCommand(line, names)).toBeUndefined();
  });
});
