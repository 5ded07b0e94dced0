// The service's prose in Markdown: its code is shown as code, everything else as letters.
import { cut, gfm, join, type Markdown, renderCode, renderInner, SEPARATOR, trustAsMarkdown } from './markdown.ts';

/**
 * Untrusted text as blocks: paragraphs, each line of its own, and code blocks. Fenced blocks and inline code keep their
 * characters and indentation; all other markup becomes letters. Empty text gives no blocks.
 */
export function renderProse(untrusted: string, maxCharacters: number): readonly Markdown[] {
  const blocks: Markdown[] = [];
  const lines = cut(untrusted, maxCharacters).split(/\r\n|[\n\r\u2028\u2029]/);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const fence = /^ {0,3}(`{3,}|~{3,}(?!~))[^`]*$/.exec(line)?.[1];
    if (fence === undefined) {
      blocks.push(renderLine(line));
      continue;
    }
    const end = findFenceEnd(lines, at + 1, fence);
    blocks.push(renderCodeBlock(lines.slice(at + 1, end)));
    at = end;
  }
  return blocks.filter(({ length }) => length > 0);
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
export function renderCodeBlock(untrusted: readonly string[], language: 'text' | 'yaml' = 'text'): Markdown {
  const lines = untrusted.map(toCodeLine);
  if (lines.every((line) => line.trim() === '')) return gfm``;
  const longest = lines.flatMap((line) => line.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return trustAsMarkdown([`${fence}${language}`, ...lines, fence].join('\n'));
}

const INVISIBLE_IN_CODE =
  /(?![\t\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|\p{Surrogate}/gu;

function toCodeLine(line: string): string {
  return line.replace(INVISIBLE_IN_CODE, '').replace(/\t/g, '    ').trimEnd();
}

/** One line in which pairs of backticks are code. */
function renderLine(text: string): Markdown {
  const pieces = text.split(/(?<!`)(`{1,2})(?!`)([^`]+)\1(?!`)/);
  const rendered = pieces.map((piece, index) => {
    if (index % 3 === 1) return null;
    // An empty code span must not join what stands on its two sides.
    if (index % 3 === 2) return renderCode(piece, piece.length) ?? SEPARATOR;
    return renderInner(piece);
  });
  return trustAsMarkdown(String(join(rendered, '')).trim());
}
