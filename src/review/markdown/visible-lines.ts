// Owns which lines of a comment a reader sees as text: its blocks as Markdown has them, in time proportional to its length.
import { readHtmlBlock, readHtmlStart, type IsLast } from './html.ts';
import { readDefinitions } from './links.ts';
import { readHiddenRanges } from './paragraph.ts';
import { isDelimiterRow, isEmptyRow, isTable } from './table.ts';
import { isBlank, selectInside, toText, type BlockLine } from './ranges.ts';

type Container =
  | { readonly kind: 'quote' }
  | { readonly kind: 'item'; readonly indent: number; hasText: boolean }
  | { readonly kind: 'footnote' };

type Leaf =
  | {
      readonly kind: 'paragraph';
      readonly lines: BlockLine[];
      readonly isNote: boolean;
      /** Whether a line of it looks like the second one of a table that is none. */
      hasDelimiters: boolean;
    }
  | { readonly kind: 'table' }
  | { readonly kind: 'fence'; readonly fence: string }
  | { readonly kind: 'html'; readonly lines: BlockLine[]; readonly isLast: IsLast | null };

type Paragraph = Extract<Leaf, { readonly kind: 'paragraph' }>;
type Verbatim = Extract<Leaf, { readonly kind: 'fence' | 'html' }>;

interface Reading {
  readonly open: Container[];
  leaf: Leaf | null;
  readonly paragraphs: Paragraph[];
  readonly hidden: Set<number>;
  /** Whether HTML has left a tag open, and no paragraph has ended it. */
  hasOpenTag: boolean;
  /** Number of the line behind which nothing is shown any more. */
  lost: number;
}

/** A line, and how much of it is read. Tabs are spaces. */
interface Cursor {
  readonly index: number;
  readonly text: string;
  at: number;
}

const CONTROL = /[^\P{Cc}\t\n\r]/u;
/** More than anybody writes; deeper ones are read as text. */
const MAX_CONTAINERS = 100;

/** The lines that begin as text that a reader sees on a line of its own. */
export function toVisibleLines(body: string): readonly string[] {
  const lines = body.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  // Renderers do not agree on what is white space among these.
  if (CONTROL.test(body)) return [];
  const reading: Reading = {
    ...{ open: [], leaf: null, paragraphs: [], hidden: new Set<number>(), hasOpenTag: false },
    lost: lines.findIndex((line) => /^-{2,} ?Original Message ?-{2,}\s*$/i.test(line)),
  };
  if (reading.lost === -1) reading.lost = lines.length;
  lines.forEach((line, index) => {
    readLine(reading, { index, text: toSpaces(line), at: 0 });
  });
  closeLeaf(reading);
  hideInParagraphs(reading);
  return lines.filter((_, index) => index <= reading.lost && !reading.hidden.has(index));
}

function hideInParagraphs({ paragraphs, hidden }: Reading): void {
  const read = paragraphs.map(({ lines, isNote }) => {
    const text = toText(lines);
    return { lines, isNote, text, ...readDefinitions(text) };
  });
  const labels = new Set(read.flatMap((paragraph) => paragraph.labels));
  for (const { lines, isNote, text, end } of read) {
    const ranges = isNote
      ? [{ start: -1, end: text.length + 1 }]
      : [
          { start: -1, end },
          ...readHiddenRanges(text.slice(end), labels).map((range) => ({
            start: range.start + end,
            end: range.end + end,
          })),
        ];
    for (const index of selectInside(lines, ranges)) hidden.add(index);
  }
}

function readLine(reading: Reading, cursor: Cursor): void {
  const matched = matchContainers(reading.open, cursor);
  const { leaf } = reading;
  if (leaf !== null && leaf.kind !== 'paragraph') {
    const isInside = matched === reading.open.length;
    if (isInside && leaf.kind !== 'table' && continueLeaf(reading, leaf, cursor)) return;
    if (!isInside || leaf.kind !== 'table') closeTo(reading, matched);
  }
  const depth = openContainers(reading, cursor, matched);
  const rest = cursor.text.slice(inkOf(cursor));
  if (rest === '') {
    closeTo(reading, depth);
    return;
  }
  const isIndented = indentOf(cursor) >= 4;
  if (!isIndented && openLeaf(reading, cursor, depth)) return;
  if (reading.leaf?.kind === 'paragraph') {
    const isLoose = isIndented || depth < reading.open.length;
    reading.leaf.lines.push({ index: cursor.index, text: rest, isLoose });
    return;
  }
  if (reading.leaf?.kind === 'table' && !isIndented) {
    reading.hidden.add(cursor.index);
    if (isEmptyRow(rest)) giveUp(reading);
    return;
  }
  closeTo(reading, depth);
  if (isIndented) return;
  const isNote = reading.open.some(({ kind }) => kind === 'footnote');
  reading.leaf = {
    kind: 'paragraph',
    lines: [{ index: cursor.index, text: rest }],
    isNote,
    hasDelimiters: false,
  };
}

/** How many of the open containers go on in this line. */
function matchContainers(open: readonly Container[], cursor: Cursor): number {
  let count = 0;
  for (const container of open) {
    if (!matchContainer(container, cursor)) break;
    count += 1;
  }
  return count;
}

function matchContainer(container: Container, cursor: Cursor): boolean {
  const isEmpty = inkOf(cursor) === cursor.text.length;
  switch (container.kind) {
    case 'quote':
      return passQuote(cursor);
    case 'item':
      if (isEmpty) return container.hasText;
      container.hasText = true;
      return passIndent(cursor, container.indent);
    case 'footnote':
      return isEmpty || passIndent(cursor, 4);
  }
}

function passIndent(cursor: Cursor, indent: number): boolean {
  if (indentOf(cursor) < indent) return false;
  cursor.at += indent;
  return true;
}

function passQuote(cursor: Cursor): boolean {
  const ink = inkOf(cursor);
  if (indentOf(cursor) >= 4 || cursor.text[ink] !== '>') return false;
  cursor.at = ink + (cursor.text[ink + 1] === ' ' ? 2 : 1);
  return true;
}

/** Takes the containers that the line opens; gives how many are open in it. */
function openContainers(reading: Reading, cursor: Cursor, matched: number): number {
  let depth = matched;
  while (depth < MAX_CONTAINERS) {
    const isInParagraph = reading.leaf?.kind === 'paragraph' && depth === reading.open.length;
    const container = readContainer(cursor, isInParagraph);
    if (container === null) break;
    closeTo(reading, depth);
    reading.open.push(container);
    depth += 1;
  }
  return depth;
}

function readContainer(cursor: Cursor, isInParagraph: boolean): Container | null {
  if (passQuote(cursor)) return { kind: 'quote' };
  const indent = indentOf(cursor);
  if (indent >= 4) return null;
  const rest = cursor.text.slice(inkOf(cursor));
  const note = /^\[\^[^\] ]+\]: */.exec(rest)?.[0];
  if (note !== undefined) {
    cursor.at = inkOf(cursor) + note.length;
    return { kind: 'footnote' };
  }
  if (isBreak(rest)) return null;
  const [whole = '', marker = '', number = '1'] = /^([-+*]|(\d{1,9})[.)])(?: |$)/.exec(rest) ?? [];
  const hasText = !isBlank(rest.slice(whole.length));
  if (whole === '' || (isInParagraph && (!hasText || Number(number) !== 1))) return null;
  cursor.at = inkOf(cursor) + marker.length;
  const spaces = indentOf(cursor);
  const padding = hasText && spaces <= 4 ? spaces : 1;
  cursor.at = Math.min(cursor.at + padding, cursor.text.length);
  return { kind: 'item', indent: indent + marker.length + padding, hasText };
}

/** Opens the block that begins with the rest of the line, unless it is a paragraph; false where it is none. */
function openLeaf(reading: Reading, cursor: Cursor, depth: number): boolean {
  const rest = cursor.text.slice(inkOf(cursor));
  const paragraph = reading.leaf?.kind === 'paragraph' ? reading.leaf : null;
  if (paragraph !== null && depth === reading.open.length) {
    if (/^(?:=+|-+) *$/.test(rest)) return underline(reading, paragraph, rest);
    if (isDelimiterRow(rest)) return openTable(reading, paragraph, cursor);
  }
  if (isBreak(rest) || /^#{1,6}(?: |$)/.test(rest)) {
    closeTo(reading, depth);
    return true;
  }
  const [, ticks, tildes] = /^(?:(`{3,})[^`]*|(~{3,})[^]*)$/.exec(rest) ?? [];
  const fence = ticks ?? tildes;
  if (fence !== undefined) {
    closeTo(reading, depth);
    reading.leaf = { kind: 'fence', fence };
    return true;
  }
  const html = readHtmlStart(rest, paragraph !== null);
  if (html === null) return false;
  closeTo(reading, depth);
  const leaf: Verbatim = { kind: 'html', lines: [], isLast: html.isLast };
  reading.leaf = leaf;
  continueLeaf(reading, leaf, cursor);
  return true;
}

/** Ends a paragraph as a heading; false where it holds definitions alone, so that the line is the first of its text. */
function underline(reading: Reading, paragraph: Paragraph, line: string): boolean {
  const text = toText(paragraph.lines);
  if (readDefinitions(text).end < text.length) {
    closeLeaf(reading);
    return true;
  }
  // Renderers do not agree on whether dashes are text or a rule there.
  if (line.startsWith('-')) giveUp(reading);
  return false;
}

/** Makes a table of the last line of a paragraph and the present one; false where they are none. */
function openTable(reading: Reading, paragraph: Paragraph, cursor: Cursor): boolean {
  const head = paragraph.lines.at(-1);
  const delimiters = cursor.text.slice(inkOf(cursor));
  const is = head === undefined ? false : isTable(head.text, delimiters);
  // Nor do they on a loose line as a head, or on a second try in a paragraph, or on a tag as a head.
  const isDoubtful = is === null || head?.isLoose === true || (is && paragraph.hasDelimiters);
  if (isDoubtful || (is && readHtmlStart(head?.text ?? '', false) !== null)) giveUp(reading);
  paragraph.hasDelimiters = true;
  if (is !== true || head === undefined) return false;
  paragraph.lines.pop();
  closeLeaf(reading);
  reading.hidden.add(head.index).add(cursor.index);
  reading.leaf = { kind: 'table' };
  return true;
}

/** Shows nothing at all: an own reading of what others read in several ways would be a guess. */
function giveUp(reading: Reading): void {
  reading.lost = -1;
}

/** Adds the line to a block of code or HTML; false where it ends before the line. */
function continueLeaf(reading: Reading, leaf: Verbatim, cursor: Cursor): boolean {
  const rest = cursor.text.slice(cursor.at);
  if (leaf.kind === 'html') {
    if (leaf.isLast === null && isBlank(rest)) return false;
    leaf.lines.push({ index: cursor.index, text: rest });
    if (leaf.isLast?.(rest) === true) closeLeaf(reading);
    return true;
  }
  reading.hidden.add(cursor.index);
  const [, end] = /^ {0,3}(`{3,}|~{3,}) *$/.exec(rest) ?? [];
  if (end?.startsWith(leaf.fence) === true) reading.leaf = null;
  return true;
}

/** Ends the open block and all but so many containers. */
function closeTo(reading: Reading, depth: number): void {
  closeLeaf(reading);
  reading.open.length = Math.min(reading.open.length, depth);
}

function closeLeaf(reading: Reading): void {
  const { leaf } = reading;
  reading.leaf = null;
  if (leaf?.kind === 'paragraph' && leaf.lines.length > 0) reading.paragraphs.push(leaf);
  // Definitions make no tag.
  if (leaf?.kind === 'paragraph' && leaf.lines[0]?.text.startsWith('[') === false) {
    reading.hasOpenTag = false;
  }
  if (leaf?.kind !== 'html') return;
  // In an open tag, what looks like another one is attributes.
  if (reading.hasOpenTag) reading.lost = Math.min(reading.lost, leaf.lines[0]?.index ?? 0);
  const { ranges, isOpen, hasOpenTag } = readHtmlBlock(toText(leaf.lines));
  reading.hasOpenTag = hasOpenTag;
  const shown = leaf.isLast === null ? selectInside(leaf.lines, ranges) : null;
  for (const index of shown ?? leaf.lines.map((line) => line.index)) reading.hidden.add(index);
  if (isOpen) reading.lost = Math.min(reading.lost, leaf.lines.at(-1)?.index ?? reading.lost);
}

function isBreak(rest: string): boolean {
  return /^(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/.test(rest);
}

/** Where the first character stands that is no space; the length where there is none. */
function inkOf({ text, at }: Cursor): number {
  let ink = at;
  while (text[ink] === ' ') ink += 1;
  return ink;
}

function indentOf(cursor: Cursor): number {
  return inkOf(cursor) - cursor.at;
}

/** With a tab as the spaces up to the next fourth column. */
function toSpaces(line: string): string {
  const [first = '', ...rest] = line.split('\t');
  return rest.reduce(
    (text, part) => text.padEnd(text.length + 4 - (text.length % 4)) + part,
    first,
  );
}
