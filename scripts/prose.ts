// The sentences of a page as a reader meets them, and how easy they are to read.
import type { Element, Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { syllable } from 'syllable';

export interface ProseMeasure {
  readonly words: number;
  readonly sentences: number;
  /** Flesch reading ease: 60 and more is plain English, below 30 is for graduates. Null where there is no prose. */
  readonly readingEase: number | null;
}

/**
 * Counts paragraphs and list items. Headings, tables, pictures, blocks of code and the addresses of links are no prose;
 * code within a sentence is, if it is a name that is read as words, such as `max-bugs`.
 */
export function measureProse(markdown: string): ProseMeasure {
  const sentences = proseOf(markdown).flatMap(sentencesOf);
  const words = sentences.flat();
  const syllables = words.reduce((sum, word) => sum + syllable(word), 0);
  const wordsInSentence = words.length / sentences.length;
  const syllablesInWord = syllables / words.length;
  return {
    words: words.length,
    sentences: sentences.length,
    // Flesch's formula, with the weights that he gave it.
    readingEase: words.length === 0 ? null : 206.835 - 1.015 * wordsInSentence - 84.6 * syllablesInWord,
  };
}

/** The text of each paragraph and list item, in order. */
export function proseOf(markdown: string): readonly string[] {
  // HTML in a page is markup, and its comments are not shown.
  const options = { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true };
  const blocks: string[] = [];
  collect(fromHtml(micromark(markdown, options), { fragment: true }), blocks);
  return blocks.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '');
}

const LEFT_OUT = /^(?:h[1-6]|pre|table)$/;
const BLOCK = /^(?:p|li|ul|ol|blockquote)$/;
// Whatever else stands in code is skipped: paths, patterns, values, samples.
const NAME = /^[a-z]+(?:-[a-z]+)*$/i;
// How a block begins that GitHub shows as a note or a warning.
const ALERT = /\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/g;

// The last of `blocks` is the one that text is added to.
function collect(node: Nodes, blocks: string[]): void {
  if (node.type === 'text') blocks.push((blocks.pop() ?? '') + node.value.replace(ALERT, ''));
  if (!('children' in node) || (node.type === 'element' && isLeftOut(node))) return;
  const isBlock = node.type === 'element' && BLOCK.test(node.tagName);
  if (isBlock) blocks.push('');
  for (const child of node.children) collect(child, blocks);
  if (isBlock) blocks.push('');
}

function isLeftOut({ tagName, children }: Element): boolean {
  if (tagName !== 'code') return LEFT_OUT.test(tagName);
  const [text] = children;
  return text?.type !== 'text' || !NAME.test(text.value);
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The words of each sentence; numbers are none. */
function sentencesOf(block: string): readonly (readonly string[])[] {
  return [...SENTENCES.segment(block)]
    .map(({ segment }) => segment.match(/\p{L}[\p{L}'’-]*/gu) ?? [])
    .filter((words) => words.length > 0);
}
