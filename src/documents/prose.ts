// The service's prose in Markdown: its code is shown as code, everything else as letters.
import { cut, join, type Markdown, safe, SEPARATOR, toCode, toText } from './markdown.ts';

/**
 * Untrusted text as blocks: paragraphs, each line of its own, and code blocks. Fenced blocks and inline code keep their
 * characters and indentation; all other markup becomes letters. Empty text gives no blocks.
 */
export function toProse(untrusted: string, maxCharacters: number): readonly Markdown[] {
  const blocks: Markdown[] = [];
  const lines = cut(untrusted, maxCharacters).split(/\r\n|[\n\r\u2028\u2029]/);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const fence = /^ {0,3}(`{3,}|~{3,}(?!~))[^`]*$/.exec(line)?.[1];
    if (fence === undefined) {
      const text = toLine(line);
      if (text !== '') blocks.push(text);
      continue;
    }
    const end = findFenceEnd(lines, at + 1, fence);
    blocks.push(...toCodeBlock(lines.slice(at + 1, end)));
    at = end;
  }
  return blocks;
}

/** The line that closes a fence, or the end of the text. */
function findFenceEnd(lines: readonly string[], from: number, fence: string): number {
  const closing = lines.findIndex((line, at) => at >= from && isClosing(line.trim(), fence.charAt(0), fence.length));
  return closing === -1 ? lines.length : closing;
}

function isClosing(line: string, mark: string, least: number): boolean {
  return line.length >= least && line === mark.repeat(line.length);
}

/** A code block whose fence is longer than any run of backticks inside. Nothing for lines that are all blank. */
export function toCodeBlock(untrusted: readonly string[], language: 'text' | 'yaml' = 'text'): readonly Markdown[] {
  const lines = untrusted.map(toCodeLine);
  if (lines.every((line) => line.trim() === '')) return [];
  const longest = lines.flatMap((line) => line.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return [[`${fence}${language}`, ...lines, fence].join('\n') as Markdown];
}

const INVISIBLE_IN_CODE =
  /(?![\t\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|\p{Surrogate}/gu;

function toCodeLine(line: string): string {
  return line.replace(INVISIBLE_IN_CODE, '').replace(/\t/g, '    ').trimEnd();
}

/** One line in which pairs of backticks are code. */
function toLine(text: string): Markdown {
  const pieces = text.split(/(?<!`)(`{1,2})(?!`)([^`]+)\1(?!`)/);
  const rendered = pieces.map((piece, index) => {
    if (index % 3 === 1) return safe``;
    // An empty code span must not join what stands on its two sides.
    if (index % 3 === 2) return toCode(piece, piece.length) || SEPARATOR;
    return toInner(piece);
  });
  const line = join(
    rendered.filter((piece) => piece !== ''),
    '',
  );
  return line.trim() as Markdown;
}

/** Between code spans the spaces at the ends count, which text on its own does not have. */
function toInner(piece: string): Markdown {
  const text = toText(piece, Math.max(1, piece.length));
  if (text === '') return /\s/.test(piece) ? safe` ` : safe``;
  const before = /^\s/.test(piece) ? safe` ` : safe``;
  const after = /\s$/.test(piece) ? safe` ` : safe``;
  return join([before, text, after], '');
}
