// The rules of a step: what commands change, what the log shows, and the runner's limits.
import { readAnnotation } from '../../sandbox/runner/annotation.ts';
import { CommandFileError, readPairs } from '../../sandbox/runner/command-files.ts';
import { readLine } from '../../sandbox/runner/command.ts';
import { renderLog } from '../../sandbox/runner/display.ts';
import { createLineReader } from '../../sandbox/runner/lines.ts';
import { createMasker } from '../../sandbox/runner/masker.ts';
import { Step } from '../../sandbox/runner/step.ts';
import { describe, expect, it } from '../jest.ts';

function play(...lines: string[]): Step {
  const step = new Step(createMasker());
  for (const line of lines) step.receive('stdout', line);
  return step;
}

function logOf(...lines: string[]): string {
  return renderLog(play(...lines).record.entries);
}

describe('the log', () => {
  it('shows groups and levels as the page does', () => {
    expect(logOf('::group::Look', 'a', '::endgroup::', '::error::no', '::notice::n')).toBe(
      '▸ Look\na\nError: no\nNotice: n\n',
    );
  });

  it('hides what was masked, in every form that the runner knows, and only from then on', () => {
    const secret = 's3cret&key';
    const lines = [secret, `::add-mask::${secret}`, `x ${secret} y`, encodeURIComponent(secret)];
    expect(logOf(...lines, Buffer.from(secret).toString('base64'))).toBe(`${secret}\nx *** y\n***\n***\n`);
  });

  it('drops terminal sequences', () => {
    expect(logOf('a\u001b[31mred\u001b[0m\u001b]0;title\u0007b\u0000')).toBe('aredb\n');
  });
});

describe('a command that no action of ours gives', () => {
  it.each([
    ['stdout', '::set-env name=A::b'],
    ['stdout', 'text ##[add-mask]x'],
    ['stderr', '::error::x'],
  ] as const)('fails the step, and is named: %s %s', (stream, line) => {
    const step = play();
    step.receive(stream, line);
    const { failed, unexpected, commands, annotations } = step.record;
    const what = `unexpected command on ${stream}: ${line}`;
    expect([failed, unexpected, commands]).toEqual([true, [what], []]);
    expect(annotations).toEqual([{ level: 'error', message: `sandbox runner: ${what}` }]);
  });
});

describe('annotations', () => {
  it('keeps ten of a level', () => {
    const { record } = play(...Array.from({ length: 12 }, (_, at) => `::error::e${at}`), '::notice::n');
    expect(record.annotations.map(({ message }) => message)).toEqual([
      ...Array.from({ length: 10 }, (_, at) => `e${at}`),
      'n',
    ]);
    expect(record.droppedAnnotations.map(({ message }) => message)).toEqual(['e10', 'e11']);
  });

  it('cuts a message at 4,096 characters', () => {
    expect(play(`::error::${'x'.repeat(5000)}`).record.annotations[0]?.message).toHaveLength(4096);
  });

  it.each([
    [
      { line: '3', file: 'a.ts', title: 'T' },
      { line: 3, file: 'a.ts', title: 'T' },
    ],
    [{ line: 'x' }, {}],
  ])('reads the properties %j', (properties, expected) => {
    expect(readAnnotation('error', 'm', properties)).toEqual({ level: 'error', message: 'm', ...expected });
  });
});

describe('lines of a stream', () => {
  it('ends a line at CR, LF and CRLF, also across chunks and in the middle of a character', () => {
    const lines: string[] = [];
    const reader = createLineReader((line) => lines.push(line));
    const bytes = Buffer.from('a\r\nb\rc\n\né\r');
    for (const byte of bytes) reader.push(Buffer.of(byte));
    reader.push(Buffer.from('\nlast'));
    reader.end();
    expect(lines).toEqual(['a', 'b', 'c', '', 'é', 'last']);
  });
});

describe('command files', () => {
  it.each([
    [
      'a=b\n\nc=d=e',
      [
        ['a', 'b'],
        ['c', 'd=e'],
      ],
    ],
    [
      'a<<E\n1\n\n2\nE\nb=<<\n',
      [
        ['a', '1\n\n2'],
        ['b', '<<'],
      ],
    ],
    ['a<<E\nE\n', [['a', '']]],
    ['a<<E=F\nx\nE=F\n', [['a', 'x']]],
    ['a=1\r\n', [['a', '1\r']]],
  ])('reads %j', (text, pairs) => {
    expect([...readPairs(text, 'linux')]).toEqual(pairs);
  });

  it.each([
    [
      'a=1\r\nb=2\n',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['a<<E\r\n1\n2\r\nE\r\n', [['a', '1\n2']]],
    ['a=1\r2\r\n', [['a', '1\r2']]],
  ])('reads %j on Windows', (text, pairs) => {
    expect([...readPairs(text, 'win32')]).toEqual(pairs);
  });

  it.each([
    ['nothing', "Invalid format 'nothing'"],
    ['=x', 'Value cannot be null or empty. (Parameter name)'],
    ['<<E\nx\nE\n', "Invalid format '<<E'. Name must not be empty and delimiter must not be empty"],
    ['a<<E\nx\n', "Invalid value. Matching delimiter not found 'E'"],
    ['a<<E\nx', 'Invalid value. EOF marker missing new line.'],
  ])('refuses %j', (text, message) => {
    expect(() => [...readPairs(text)]).toThrow(new CommandFileError(message));
  });
});

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

it.each(['', '::', '::error', '::error :', 'text ::error::x', '\ufeff::error::x', '##[error', '# #[error]x'])(
  'is text: %j',
  (line) => {
    expect(readLine(line)).toBe('text');
  },
);
