// The format of GITHUB_OUTPUT: name=value pairs and heredocs.

/** The runner's refusal of a command file; its message is what the log says. */
export class CommandFileError extends Error {
  override readonly name = 'CommandFileError';
}

/**
 * Yields pairs in order of the file: the runner keeps those before a faulty one. Where lines end
 * depends on the system.
 * @throws CommandFileError for a line that is neither form, a pair without a name, or a heredoc without its delimiter.
 */
export function* readPairs(
  text: string,
  platform = process.platform,
): Generator<readonly [name: string, value: string]> {
  const lines = splitLines(text, platform);
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (line === '') continue;
    const { name, value, delimiter } = readHead(line);
    if (delimiter === null) {
      yield [name, value];
      continue;
    }
    const end = lines.indexOf(delimiter, index + 1);
    if (end < 0) throw missingDelimiter(text, delimiter);
    yield [name, lines.slice(index + 1, end).join('\n')];
    index = end;
  }
}

interface Head {
  readonly name: string;
  readonly value: string;
  /** Null: the value is on this line. */
  readonly delimiter: string | null;
}

function readHead(line: string): Head {
  const [, name = '', sign, rest = ''] = /^(.*?)(=|<<)(.*)$/su.exec(line) ?? [];
  if (sign === undefined) throw new CommandFileError(`Invalid format '${line}'`);
  if (sign === '<<' && (name === '' || rest === '')) {
    throw new CommandFileError(`Invalid format '${line}'. Name must not be empty and delimiter must not be empty`);
  }
  if (name === '') throw new CommandFileError('Value cannot be null or empty. (Parameter name)');
  return { name, value: rest, delimiter: sign === '<<' ? rest : null };
}

function missingDelimiter(text: string, delimiter: string): CommandFileError {
  return new CommandFileError(
    text.endsWith('\n')
      ? `Invalid value. Matching delimiter not found '${delimiter}'`
      : 'Invalid value. EOF marker missing new line.',
  );
}

/** On Windows a CR is part of the line. What follows the last LF counts when it is not empty. */
function splitLines(text: string, platform: NodeJS.Platform): string[] {
  const lines = text.split(platform === 'win32' ? /\r?\n/u : '\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
