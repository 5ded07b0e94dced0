// Owns what a line of text must look like before it goes to the runner's log, where some lines are commands.

const CONTROLS =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

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
