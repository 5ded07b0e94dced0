// Owns the grammar of the files that an action writes for the runner: name=value pairs, heredocs, paths.

/** The runner's refusal of a file command; its message is what the log says. */
export class CommandFileError extends Error {
  override readonly name = 'CommandFileError';
}

/**
 * Pairs of GITHUB_OUTPUT, GITHUB_ENV and GITHUB_STATE in order of the file. A generator, because the runner keeps the
 * pairs before a faulty one. Where lines end depends on the system.
 * @throws CommandFileError for a line that is neither form, or a heredoc without its delimiter.
 */
export function* readPairs(
  text: string,
  platform = process.platform,
): Generator<readonly [name: string, value: string]> {
  const lines = splitLines(text, platform);
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (line === '') continue;
    const equals = line.indexOf('=');
    const heredoc = line.indexOf('<<');
    if (equals >= 0 && (heredoc < 0 || equals < heredoc)) {
      yield [line.slice(0, equals), line.slice(equals + 1)];
    } else if (heredoc >= 0) {
      const delimiter = line.slice(heredoc + 2);
      if (heredoc === 0 || delimiter === '') {
        throw new CommandFileError(
          `Invalid format '${line}'. Name must not be empty and delimiter must not be empty`,
        );
      }
      const end = lines.indexOf(delimiter, index + 1);
      if (end < 0) throw missingDelimiter(text, delimiter);
      yield [line.slice(0, heredoc), lines.slice(index + 1, end).join('\n')];
      index = end;
    } else {
      throw new CommandFileError(`Invalid format '${line}'`);
    }
  }
}

/** Lines of GITHUB_PATH, empty ones left out, a repeated one in its last place. */
export function readPaths(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/u).filter((line) => line !== '');
  return lines.filter((line, index) => lines.lastIndexOf(line) === index);
}

function missingDelimiter(text: string, delimiter: string): CommandFileError {
  return new CommandFileError(
    text.endsWith('\n')
      ? `Invalid value. Matching delimiter not found '${delimiter}'`
      : 'Invalid value. EOF marker missing new line.',
  );
}

/** But on Windows a CR is part of the line. What follows the last LF counts when it is not empty. */
function splitLines(text: string, platform: NodeJS.Platform): string[] {
  const lines = text.split(platform === 'win32' ? /\r?\n/u : '\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
