// Owns the grammar of workflow commands: one line of a stream in, one command or nothing out.
// Follows the runner's ActionCommand.cs (v2.336); both of its forms are alive.

/** How a command was written: `::name props::data` or the older `##[name props]data`. */
export type CommandForm = '::' | '##[';

export interface RunnerCommand {
  /** Lower case; a stop token keeps the case that it was typed in. */
  readonly name: string;
  readonly form: CommandForm;
  /** Keys of the known properties as documented (`endLine`), others in lower case. */
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** The commands that the runner registers for a JavaScript action. */
export const registeredCommands: readonly string[] = [
  'add-mask',
  'add-matcher',
  'add-path',
  'debug',
  'echo',
  'endgroup',
  'error',
  'group',
  'notice',
  'remove-matcher',
  'save-state',
  'set-env',
  'set-output',
  'stop-commands',
  'warning',
];

const knownProperties = ['file', 'line', 'endLine', 'col', 'endColumn', 'title', 'name', 'owner'];

/** Each form undoes its own escapes, `%25` last, so that `%250A` stays `%0A`. */
const dataEscapes = { '%0D': '\r', '%0A': '\n', '%25': '%' };
const propertyEscapes = { '%0D': '\r', '%0A': '\n', '%3A': ':', '%2C': ',', '%25': '%' };
const legacyEscapes = { '%3B': ';', '%0D': '\r', '%0A': '\n', '%5D': ']', '%25': '%' };

/** White space as .NET trims it: U+0085 counts, the byte order mark does not. */
const leadingSpace = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;

/**
 * The runner looks for `::` with a culture-sensitive search, which passes over characters without weight; on a runner
 * without ICU it does not. A line is a command here when it is one in either reading.
 */
const separator = /:[\p{Cf}\p{Cc}]*:/gu;

/** Reads one line. `names` holds what is registered right now, in lower case, a stop token included. Never throws. */
export function parseCommand(line: string, names: ReadonlySet<string>): RunnerCommand | undefined {
  return parseColons(line, names) ?? parseBrackets(line, names);
}

function parseColons(line: string, names: ReadonlySet<string>): RunnerCommand | undefined {
  const message = line.replace(leadingSpace, '');
  if (!message.startsWith('::')) return undefined;
  for (const end of separatorsAfterStart(message)) {
    const info = message.slice(2, end);
    const name = readName(info);
    if (!names.has(name.toLowerCase())) continue;
    return {
      name: canonicalName(name),
      form: '::',
      properties: readProperties(info.slice(name.length).trim(), ',', propertyEscapes),
      data: unescape(message.slice(end + 2), dataEscapes),
    };
  }
  return undefined;
}

/** Where the command's head may end: the first plain `::`, and the first one of the culture-sensitive reading. */
function separatorsAfterStart(message: string): number[] {
  separator.lastIndex = 2;
  const plain = message.indexOf('::', 2);
  const weighed = separator.exec(message)?.index ?? -1;
  return [...new Set([plain, weighed])].filter((index) => index >= 0);
}

function parseBrackets(line: string, names: ReadonlySet<string>): RunnerCommand | undefined {
  const start = line.indexOf('##[');
  const end = start < 0 ? -1 : line.indexOf(']', start);
  if (end < 0) return undefined;
  const info = line.slice(start + 3, end);
  const name = readName(info);
  if (!names.has(name.toLowerCase())) return undefined;
  return {
    name: canonicalName(name),
    form: '##[',
    properties: readProperties(info.slice(name.length + 1), ';', legacyEscapes),
    data: unescape(line.slice(end + 1), legacyEscapes),
  };
}

function readName(info: string): string {
  const space = info.indexOf(' ');
  return space < 0 ? info : info.slice(0, space);
}

function canonicalName(name: string): string {
  const lower = name.toLowerCase();
  return registeredCommands.includes(lower) ? lower : name;
}

function readProperties(
  text: string,
  delimiter: string,
  escapes: Readonly<Record<string, string>>,
): Record<string, string> {
  const properties: Record<string, string> = {};
  for (const part of text.split(delimiter)) {
    // As .NET splits with "remove empty entries": equals signs before the key and before the value vanish.
    const pair = /^=*([^=]+)=+(.+)$/su.exec(part);
    const [, key, value] = pair ?? [];
    if (key !== undefined && value !== undefined) {
      properties[propertyKey(key)] = unescape(value, escapes);
    }
  }
  return properties;
}

function propertyKey(key: string): string {
  const lower = key.toLowerCase();
  return knownProperties.find((known) => known.toLowerCase() === lower) ?? lower;
}

function unescape(text: string, escapes: Readonly<Record<string, string>>): string {
  return Object.entries(escapes).reduce((rest, [token, to]) => rest.replaceAll(token, to), text);
}
