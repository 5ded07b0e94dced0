// The lines about bugs in a log, as plain text.
import { cut, toVisibleLine } from '../../documents/markdown.ts';
import { countOf } from '../../judgement/format.ts';

const MAX_TITLE_CHARACTERS = 120;
const MAX_LINES = 100;

/** A bug as a log shows it: title, file if it has one, id. */
export function toBugFacts(
  id: string,
  { title, path }: { readonly title: string; readonly path: string | null },
): string {
  const shown = cut(toVisibleLine(title), MAX_TITLE_CHARACTERS);
  return [shown, path ?? '', id].filter((part) => part !== '').join(', ');
}

/** Keeps a hundred lines, and adds one that says how many more there are. */
export function cutLines(lines: readonly string[]): readonly string[] {
  const missing = lines.length - MAX_LINES;
  if (missing <= 0) return lines;
  return [...lines.slice(0, MAX_LINES), countOf(missing, 'more bug', 'more bugs')];
}
