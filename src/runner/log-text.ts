// What a line of text must look like before it goes to the runner's log, where some lines are commands.

/** Controls and what has no shape of its own (categories Cc and Cf), line and paragraph separators. */
const CONTROLS = /(?![\t\n])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * Makes text safe to print: no line is a workflow command (`::name::`), none holds a legacy one (`##[name]`),
 * no control, invisible or bidirectional characters. Line feeds stay.
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

/** The same on one line, for texts that are part of a sentence. */
export function toLogLine(text: string): string {
  return toLogText(text.replace(/\s+/g, ' ').trim());
}
