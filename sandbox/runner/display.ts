// The log as GitHub's page shows it, from the runner's tagged lines.

const prefixes: Readonly<Record<string, string>> = {
  '##[group]': '▸ ',
  '##[error]': 'Error: ',
  '##[warning]': 'Warning: ',
  '##[notice]': 'Notice: ',
};

/** Colours, cursor movements and window titles of a terminal. */
const terminalSequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?)/gu;
/** What is left of control characters, tab and line feed kept. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;

/** One line per log entry; an end of a group prints nothing; terminal sequences vanish, as on a page of text. */
export function renderLog(entries: readonly string[]): string {
  return entries
    .filter((entry) => !entry.startsWith('##[endgroup]'))
    .map((entry) => `${renderEntry(entry)}\n`)
    .join('');
}

/** One entry as text; a message of several lines stays several lines. */
export function renderEntry(entry: string): string {
  const tag = Object.keys(prefixes).find((known) => entry.startsWith(known));
  const text = tag === undefined ? entry : `${prefixes[tag] ?? ''}${entry.slice(tag.length)}`;
  return text.replace(terminalSequences, '').replace(controls, '');
}
