// Owns what a paragraph hides: code, tags, addresses and titles of links, the text that stands for an image.
import { openCodeElements, openHtml, type FindHtml } from './html.ts';
import { readLabel, readTail, toLabel } from './links.ts';
import type { Range } from './ranges.ts';

const URL_START = /(?:https?:\/\/|www\.)[^ \t\n<]+/iy;
const MAX_LABEL_CHARACTERS = 999;

interface Opener {
  readonly start: number;
  /** Where the text between the brackets begins. */
  readonly text: number;
  readonly isImage: boolean;
}

/** A walk through a paragraph. */
interface Walk {
  readonly text: string;
  readonly labels: ReadonlySet<string>;
  readonly ranges: Range[];
  readonly openers: Opener[];
  /** Openers before this one are inside of no link: links do not hold links. */
  inactive: number;
  lastBracket: number;
}

/** The parts of a paragraph that are not text of their own lines; `labels` are those of all definitions. */
export function readHiddenRanges(text: string, labels: ReadonlySet<string>): readonly Range[] {
  const walk: Walk = { text, labels, ranges: [], openers: [], inactive: 0, lastBracket: -1 };
  const findHtml = openHtml(text);
  const findCodeEnd = openCode(text);
  const code = openCodeElements();
  let at = 0;
  while (at < text.length) {
    switch (text[at]) {
      case '\\':
        at += 2;
        break;
      case '`':
        at = passCode(walk, at, findCodeEnd);
        break;
      case '<': {
        const end = passHtml(walk, at, findHtml);
        const element = end > at + 1 ? code.pass(text.slice(at, end), at) : null;
        if (element !== null) walk.ranges.push(element);
        at = end;
        break;
      }
      case '!':
        at = text[at + 1] === '[' ? passOpener(walk, at, true) : at + 1;
        break;
      case '[':
        at = passOpener(walk, at, false);
        break;
      case ']':
        at = passCloser(walk, at);
        break;
      default:
        at = passText(walk, at);
    }
  }
  return walk.ranges;
}

/** Behind ordinary text; an address that is no more than written out is a link, and what is in it means nothing else. */
function passText({ text, openers, ranges }: Walk, at: number): number {
  if (openers.length > 0 || !/[hw]/i.test(text[at] ?? '')) return at + 1;
  if (/[a-z0-9]/i.test(text[at - 1] ?? '')) return at + 1;
  URL_START.lastIndex = at;
  const [url] = URL_START.exec(text) ?? [];
  if (url === undefined) return at + 1;
  // Renderers do not agree on whether such an address ends there, and so not on what the paragraph says.
  if (/\s/.test(url)) ranges.push({ start: -1, end: text.length + 1 });
  return at + url.length;
}

function passCode(walk: Walk, at: number, findCodeEnd: FindCodeEnd): number {
  let behind = at;
  while (walk.text[behind] === '`') behind += 1;
  const end = findCodeEnd(behind - at, behind);
  if (end === null) return behind;
  walk.ranges.push({ start: at, end });
  return end;
}

function passHtml(walk: Walk, at: number, findHtml: FindHtml): number {
  const tag = findHtml(at);
  if (tag === null) return at + 1;
  walk.ranges.push({ start: at, end: at + tag.length });
  return at + tag.length;
}

function passOpener(walk: Walk, start: number, isImage: boolean): number {
  const text = start + (isImage ? 2 : 1);
  walk.openers.push({ start, text, isImage });
  walk.lastBracket = start;
  return text;
}

function passCloser(walk: Walk, at: number): number {
  const opener = walk.openers.pop();
  const isActive = opener !== undefined && (opener.isImage || walk.openers.length >= walk.inactive);
  walk.inactive = Math.min(walk.inactive, walk.openers.length);
  const end = isActive ? (readTail(walk.text, at + 1) ?? readReference(walk, opener, at)) : null;
  walk.lastBracket = at;
  if (opener === undefined || end === null) return at + 1;
  walk.ranges.push({ start: opener.isImage ? opener.start : at, end });
  if (!opener.isImage) walk.inactive = walk.openers.length;
  return end;
}

/** The end of a link or an image whose address is in a definition; null where there is no such definition. */
function readReference(walk: Walk, opener: Opener, at: number): number | null {
  const { text, labels, lastBracket } = walk;
  if (labels.size === 0) return null;
  const named = readLabel(text, at + 1);
  if (named !== null) return labels.has(named.label) ? named.end : null;
  const hasBrackets = lastBracket >= opener.text;
  if (hasBrackets || at - opener.text > MAX_LABEL_CHARACTERS) return null;
  if (!labels.has(toLabel(text.slice(opener.text, at)))) return null;
  return at + (text.startsWith('[]', at + 1) ? 3 : 1);
}

/** The end of the code that so many backticks before a place begin; null when it does not end. Asked in order. */
type FindCodeEnd = (length: number, from: number) => number | null;

function openCode(text: string): FindCodeEnd {
  const runs = new Map<number, { readonly starts: number[]; next: number }>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const known = runs.get(run.length) ?? { starts: [], next: 0 };
    known.starts.push(index);
    runs.set(run.length, known);
  }
  return (length, from) => {
    const known = runs.get(length);
    if (known === undefined) return null;
    while ((known.starts[known.next] ?? from) < from) known.next += 1;
    const start = known.starts[known.next];
    return start === undefined ? null : start + length;
  };
}
