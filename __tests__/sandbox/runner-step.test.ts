// Owns the rules of a step: what commands change, what the log shows, and the runner's limits.
import { describe, expect, it } from '@jest/globals';
import { readAnnotation } from '../../sandbox/runner/annotation.ts';
import { CommandFileError, readPairs, readPaths } from '../../sandbox/runner/command-files.ts';
import { renderLog } from '../../sandbox/runner/display.ts';
import { createLineReader } from '../../sandbox/runner/lines.ts';
import { createMasker } from '../../sandbox/runner/masker.ts';
import { Step } from '../../sandbox/runner/step.ts';

function play(...lines: string[]): Step {
  const step = new Step({ masker: createMasker(), workspace: '/w', fileExists: () => false });
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
    expect(logOf(...lines, Buffer.from(secret).toString('base64'))).toBe(
      `${secret}\nx *** y\n***\n***\n`,
    );
  });

  it('prints a stopped command as text until the token comes', () => {
    const { record } = play(
      '::stop-commands::pause-1234',
      '::error::x',
      '::PAUSE-1234::',
      '::error::y',
    );
    expect(record.annotations.map(({ message }) => message)).toEqual(['y']);
    expect(record.entries).toEqual([
      '::stop-commands::***',
      '::error::x',
      '::PAUSE-1234::',
      '##[error]y',
    ]);
  });

  it.each(['', 'error', 'pause-logging'])('fails on the stop token %j', (token) => {
    expect(play(`::stop-commands::${token}`).record.failed).toBe(true);
  });

  it('drops terminal sequences', () => {
    expect(logOf('a\u001b[31mred\u001b[0m\u001b]0;title\u0007b\u0000')).toBe('aredb\n');
  });
});

describe('commands of the past', () => {
  it('still sets an output, with a warning', () => {
    const { record } = play('::set-output name=x::y');
    expect(record.outputs).toEqual({ x: 'y' });
    expect(record.annotations[0]?.message).toMatch(/^The `set-output` command is deprecated/u);
  });

  it.each(['::set-env name=A::b', '::add-path::/x', '::set-output::y', '::add-matcher::none.json'])(
    'fails the step: %s',
    (line) => {
      const { record } = play(line);
      expect(record.failed).toBe(true);
      expect(record.annotations.map(({ message }) => message)).toContain(
        `Unable to process command '${line}' successfully.`,
      );
    },
  );
});

describe('annotations', () => {
  it('keeps ten of a level', () => {
    const { record } = play(
      ...Array.from({ length: 12 }, (_, at) => `::error::e${at}`),
      '::notice::n',
    );
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
      { line: '3', endLine: '5', col: '1', endColumn: '2' },
      { line: 3, endLine: 5 },
    ],
    [
      { line: '3', endLine: '3', col: '1', endColumn: '2' },
      { line: 3, endLine: 3, col: 1, endColumn: 2 },
    ],
    [{ endLine: '5' }, { line: 5, endLine: 5 }],
    [{ line: '5', endLine: '3' }, {}],
    [{ col: '4' }, {}],
    [{ line: '1', col: '4', endColumn: '2' }, { line: 1 }],
    [
      { line: '1', endColumn: '2' },
      { line: 1, col: 2, endColumn: 2 },
    ],
    [{ line: 'x' }, {}],
    [{ file: '/w/src/a.ts' }, { file: 'src/a.ts' }],
    [{ file: '/other/a.ts' }, { file: '/other/a.ts' }],
  ])('reads the position %j', (properties, expected) => {
    const annotation = readAnnotation({
      level: 'error',
      message: 'm',
      workspace: '/w',
      properties,
    });
    expect(annotation).toEqual({ level: 'error', message: 'm', ...expected });
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
    ['<<E\nx\nE\n', "Invalid format '<<E'. Name must not be empty and delimiter must not be empty"],
    ['a<<E\nx\n', "Invalid value. Matching delimiter not found 'E'"],
    ['a<<E\nx', 'Invalid value. EOF marker missing new line.'],
  ])('refuses %j', (text, message) => {
    expect(() => [...readPairs(text)]).toThrow(new CommandFileError(message));
  });

  it('reads paths', () => {
    expect(readPaths('/a\n\n/b\n/a\n')).toEqual(['/b', '/a']);
  });
});
