// Makes text safe for the runner's log, where some lines are commands.

/** Control and format characters (categories Cc and Cf), line and paragraph separators. */
const CONTROLS = /(?![\t\n])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * Makes text safe to print: no line is a workflow command (`::name::`) or contains a legacy one (`##[name]`), and there
 * are no control, invisible or bidirectional characters. Keeps line feeds.
 */
export function toLogText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, '\u{FFFD}')
    .replaceAll('##[', '# #[')
    .split('\n')
    .map((line) => (/^\s*::/.test(line) ? `> ${line.trimStart()}` : line))
    .join('\n');
}

/** The same on one line, for text that is part of a sentence. */
export function toLogLine(text: string): string {
  return toLogText(text.replace(/\s+/g, ' ').trim());
}
