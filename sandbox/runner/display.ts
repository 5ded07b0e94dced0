// Renders the log as GitHub's page shows it, from the runner's tagged lines.

const prefixes: Readonly<Record<string, string>> = {
  '##[group]': '▸ ',
  '##[error]': 'Error: ',
  '##[warning]': 'Warning: ',
  '##[notice]': 'Notice: ',
};

/** Colours, cursor movements and window titles of a terminal. */
const terminalSequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?)/gu;
/** Tab and line feed stay. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;

/** Gives one line a log entry; the end of a group prints nothing, and terminal sequences vanish. */
export function renderLog(entries: readonly string[]): string {
  return entries
    .filter((entry) => !entry.startsWith('##[endgroup]'))
    .map((entry) => `${renderEntry(entry)}\n`)
    .join('');
}

/** A message of several lines stays several lines. */
export function renderEntry(entry: string): string {
  const tag = Object.keys(prefixes).find((known) => entry.startsWith(known));
  const text = tag === undefined ? entry : `${prefixes[tag] ?? ''}${entry.slice(tag.length)}`;
  return text.replace(terminalSequences, '').replace(controls, '');
}
