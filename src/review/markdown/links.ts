// Owns the parts of links that a reader does not see: addresses, titles and definitions.

import { isBlank } from './ranges.ts';

const TITLE = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\((?:[^()\\]|\\[^])*\)/y;
const POINTED = /<(?:[^<>\\\n]|\\[^\n])*>/y;
const SPACE = /[ \t\n]*/y;
const LINE_END = / *(?:\n|$)/y;
const LABEL = /\[((?:[^[\]\\]|\\[^]){1,999})\]/y;
/** As GitHub and micromark have it. */
const MAX_DEPTH = 32;

/** The end of the address and title in parentheses behind a link's text; null where they are none. */
export function readTail(text: string, at: number): number | null {
  if (text[at] !== '(') return null;
  const start = skip(SPACE, text, at + 1) ?? at;
  const address = readAddress(text, start);
  if (address === null) return null;
  const space = skip(SPACE, text, address) ?? address;
  const title = space > address ? skip(TITLE, text, space) : null;
  const end = title === null ? space : (skip(SPACE, text, title) ?? title);
  return text[end] === ')' ? end + 1 : null;
}

/** The label in brackets at a place, ready to be compared, and its end; null where there is none. */
export function readLabel(
  text: string,
  at: number,
): { readonly label: string; readonly end: number } | null {
  LABEL.lastIndex = at;
  const [whole = '', words = ''] = LABEL.exec(text) ?? [];
  return isBlank(words) ? null : { label: toLabel(words), end: at + whole.length };
}

/** A label as it is compared: neither case nor white space matters. */
export function toLabel(words: string): string {
  return words
    .replace(/[ \t\n]+/g, ' ')
    .replace(/^ | $/g, '')
    .toLowerCase()
    .toUpperCase();
}

/** The definitions at the beginning of a paragraph: their labels, and where the last one ends. */
export function readDefinitions(text: string): {
  readonly labels: readonly string[];
  readonly end: number;
} {
  const labels: string[] = [];
  let end = 0;
  for (;;) {
    const label = readLabel(text, end);
    const behind = label === null ? null : readDefinition(text, label.end);
    if (label === null || behind === null || behind === end) return { labels, end };
    labels.push(label.label);
    end = behind;
  }
}

/** The end of a definition, from behind its label. */
function readDefinition(text: string, at: number): number | null {
  if (text[at] !== ':') return null;
  const start = skip(SPACE, text, at + 1) ?? at;
  const address = readAddress(text, start);
  if (address === null || address === start) return null;
  const space = skip(SPACE, text, address) ?? address;
  const title = space > address ? skip(TITLE, text, space) : null;
  return (title === null ? null : skip(LINE_END, text, title)) ?? skip(LINE_END, text, address);
}

/** The end of an address, which may be empty; null where parentheses in it are left open. */
function readAddress(text: string, at: number): number | null {
  if (text[at] === '<') return skip(POINTED, text, at);
  let depth = 0;
  let end = at;
  for (; end < text.length; end += text[end] === '\\' ? 2 : 1) {
    const letter = text[end] ?? '';
    if (letter <= ' ' || letter === '\u007f') break;
    if (letter === ')' && depth === 0) break;
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (depth > MAX_DEPTH) return null;
  }
  return depth === 0 ? Math.min(end, text.length) : null;
}

function skip(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}
