// Reads workflow commands in a line of output: the six that the actions give, and whatever else a runner might carry out.
// It follows the runner's ActionCommand.cs (v2.336).

const playedNames = ['add-mask', 'endgroup', 'error', 'group', 'notice', 'warning'] as const;
const propertyNames = ['title', 'file', 'line'] as const;

type CommandName = (typeof playedNames)[number];
type PropertyName = (typeof propertyNames)[number];

export interface RunnerCommand {
  readonly name: CommandName;
  readonly properties: Readonly<Partial<Record<PropertyName, string>>>;
  readonly data: string;
}

/** A runner trims this before it looks for `::`: white space as .NET has it, with U+0085 and without U+FEFF. */
const leadingSpace = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;

/** A runner with ICU compares by culture, so characters without weight do not part the two colons; without ICU they do. */
const separator = /:[\p{Cf}\p{Cc}]*:/gu;

/** `%25` comes last, so that `%250A` stays `%0A`. */
const dataEscapes = { '%0D': '\r', '%0A': '\n', '%25': '%' };
const propertyEscapes = { '%0D': '\r', '%0A': '\n', '%3A': ':', '%2C': ',', '%25': '%' };

/**
 * Reads one line of a stream. `unexpected` is whatever has the form of a command, `::name …::` after white space or
 * `##[name]` anywhere, but is not one of ours exactly as the toolkit writes it.
 */
export function readLine(line: string): RunnerCommand | 'text' | 'unexpected' {
  const trimmed = line.replace(leadingSpace, '');
  const end = trimmed.startsWith('::') ? findSeparator(trimmed) : null;
  if (end === null) return isLegacyCommand(line) ? 'unexpected' : 'text';
  if (trimmed !== line || !line.startsWith('::', end)) return 'unexpected';
  const [, head = '', list = ''] = /^(\S*)(?: (.*))?$/su.exec(line.slice(2, end)) ?? [];
  const name = playedNames.find((known) => known === head);
  const properties = readProperties(list);
  if (name === undefined || properties === null) return 'unexpected';
  return { name, properties, data: unescape(line.slice(end + 2), dataEscapes) };
}

function findSeparator(text: string): number | null {
  separator.lastIndex = 2;
  return separator.exec(text)?.index ?? null;
}

function isLegacyCommand(line: string): boolean {
  const start = line.indexOf('##[');
  return start >= 0 && line.includes(']', start);
}

/** Null when there is a property that the actions do not use. */
function readProperties(list: string): RunnerCommand['properties'] | null {
  const properties: Partial<Record<PropertyName, string>> = {};
  for (const part of list.split(',').filter((text) => text !== '')) {
    // .NET splits with "remove empty entries": equals signs before the key and before the value vanish.
    const [, key, value = ''] = /^=*([^=]+)=+(.+)$/su.exec(part) ?? [];
    const name = propertyNames.find((known) => known === key);
    if (name === undefined) return null;
    properties[name] = unescape(value, propertyEscapes);
  }
  return properties;
}

function unescape(text: string, escapes: Readonly<Record<string, string>>): string {
  return Object.entries(escapes).reduce((rest, [token, to]) => rest.replaceAll(token, to), text);
}
