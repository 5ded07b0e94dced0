// Tests of log text: none becomes a command of the runner.
import { readLine } from '../../sandbox/runner/command.ts';
import { toLogLine, toLogText } from '../../src/runner/actions-runner.ts';
import { fc } from '../harness/random.ts';
import { launchHere } from '../harness/run-action.ts';
import { describe, expect, test } from '../jest.ts';

/** The lines of a printed text that are commands to the runner. It ends lines at any of the three line ends. */
function commandsIn(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/).filter((line) => readLine(line) !== 'text');
}

const hostile = [
  '::error::boom',
  '::set-output name=x::y',
  '::token::',
  '   ::error::boom',
  '\u0085::error::boom',
  '\u00a0\u3000::error::boom',
  '\u2028::error::boom',
  'first\n::error::second',
  'first\r::error::second',
  'first\u0085::error::second',
  '::error:\u200b:boom',
  '::ERROR file=a.ts::boom',
  '##[error]boom',
  'in the middle ##[add-mask]a',
  '##[##[error]boom',
  '##\u200b[error]boom',
  '# ##[set-env name=A]b',
  '\ufeff::error::boom',
];

describe('hostile text', () => {
  test('is hostile: most of it would be a command as it stands', () => {
    expect(hostile.filter((text) => commandsIn(text).length > 0).length).toBeGreaterThan(10);
  });

  test.each(hostile)('is no command in the log: %j', (text) => {
    expect(commandsIn(toLogText(text))).toEqual([]);
    expect(commandsIn(toLogLine(text))).toEqual([]);
  });

  test('is no command, whatever it is made of', () => {
    const fragments = fc.constantFrom(
      ...['::', ':', '##[', '#', '[', ']', 'error', 'set-output name=x', 'token', ' ', '\t', '\n'],
      ...['\r', '\u0085', '\u00a0', '\u2028', '\u200b', '\u00ad', '\ufeff', '\u000b', '> ', 'a'],
      ...['%0A', '\u061c', '\u0000', '\ud800'],
    );
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect(commandsIn(toLogText(text))).toEqual([]);
        expect(commandsIn(toLogLine(text))).toEqual([]);
      }),
    );
  });
});

describe('a text in the log', () => {
  test.each([
    ['stays as it is', 'Judging commit `abc` of a/b: 4 > 3, 100 %.', 'Judging commit `abc` of a/b: 4 > 3, 100 %.'],
    ['keeps its lines', 'one\n\ntwo\tthree', 'one\n\ntwo\tthree'],
    ['may hold colons in a line', 'std::vector is fine', 'std::vector is fine'],
    ['is quoted where a line would be a command', '  ::error::x', '> ::error::x'],
    ['has a gap where a command would begin', 'a ##[error]x', 'a # #[error]x'],
    ['has one kind of line end', 'a\r\nb\rc', 'a\nb\nc'],
    ['shows where a control character was', 'a\u0000b\u001b[31mc\u007f\u009b', 'a\ufffdb\ufffd[31mc\ufffd\ufffd'],
    ['shows where an invisible character was', 'a\u200bb\ufeff\u2060\u00ad\u180e', 'a\ufffdb\ufffd\ufffd\ufffd\ufffd'],
    ['shows where text would run backwards', 'a\u202eb\u2066c\u200f\u061c', 'a\ufffdb\ufffdc\ufffd\ufffd'],
    ['keeps other scripts', 'Überprüfung 検査 проверка 🦊', 'Überprüfung 検査 проверка 🦊'],
    ['may be empty', '', ''],
  ])('%s', (_, text, expected) => {
    expect(toLogText(text)).toBe(expected);
  });
});

describe('a line in the log', () => {
  test.each([
    ['joins lines', 'a\nb\r\n c', 'a b c'],
    ['joins white space', '  a \t  b ', 'a b'],
    ['is quoted where it would be a command', '\n\n::error::x', '> ::error::x'],
  ])('%s', (_, text, expected) => {
    expect(toLogLine(text)).toBe(expected);
  });
});

test.each([
  ['as it is', 'a key+of~mine'],
  ['in a URL', 'a%20key%2Bof~mine'],
  ['in a form', 'a+key%2Bof%7Emine'],
])('a secret is masked %s', async (_, form) => {
  const { stdout } = await launchHere({ environment: {} }, ({ runner }) => {
    runner.mask('a key+of~mine');
    runner.info(`It is ${form}.`);
    return Promise.resolve();
  });
  expect(stdout.split('\n')).toContain(`::add-mask::${form.replaceAll('%', '%25')}`);
  expect(stdout.split('\n')).toContain('It is ***.');
});
