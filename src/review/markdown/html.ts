// Owns the HTML in a comment: where it begins as a block, its tags in a paragraph, and what a browser does not show of it.
import { isBlank, type Range } from './ranges.ts';

/** Whether a line is the last of the block that it is in. */
export type IsLast = (line: string) => boolean;

const BLOCKS =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|source|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';
const BLOCK_TAG = new RegExp(`^</?(?:${BLOCKS})(?:[ \\t]|/?>|$)`, 'i');
const VERBATIM = /^<(?:pre|script|style|textarea)(?:[ \t>]|$)/i;
const OPEN_TAG =
  /<[a-z][a-z0-9-]*(?:[ \t\n]+[a-z_:][\w.:-]*(?:[ \t\n]*=[ \t\n]*(?:[^ \t\n"'=<>`]+|'[^']*'|"[^"]*"))?)*[ \t\n]*\/?>/iy;
const CLOSING_TAG = /<\/[a-z][a-z0-9-]*[ \t\n]*>/iy;
const ADDRESS =
  /<(?:[a-z][a-z0-9+.-]{1,31}:[^ \t\n<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)>/iy;

/** An HTML block that a line begins. */
export interface HtmlStart {
  /** Null: it ends before an empty line, and its text is shown. */
  readonly isLast: IsLast | null;
}

/** The HTML block that a line begins, without its indent; null where it begins none. */
export function readHtmlStart(line: string, isInParagraph: boolean): HtmlStart | null {
  if (line.startsWith('<!--')) return { isLast: (later) => later.includes('-->') };
  if (line.startsWith('<?')) return { isLast: (later) => later.includes('?>') };
  if (line.startsWith('<![CDATA[')) return { isLast: (later) => later.includes(']]>') };
  if (/^<![a-z]/i.test(line)) return { isLast: (later) => later.includes('>') };
  if (VERBATIM.test(line)) {
    return { isLast: (later) => /<\/(?:pre|script|style|textarea)>/i.test(later) };
  }
  if (BLOCK_TAG.test(line)) return { isLast: null };
  const tag = isInParagraph ? null : (matchAt(OPEN_TAG, line, 0) ?? matchAt(CLOSING_TAG, line, 0));
  return tag !== null && isBlank(line.slice(tag.length)) ? { isLast: null } : null;
}

/** The tag, comment or address between angle brackets at a place in a paragraph; null where there is none. */
export type FindHtml = (at: number) => string | null;

/** Prepares for finding the HTML of a paragraph: an end that does not come is looked for once. */
export function openHtml(text: string): FindHtml {
  const last = new Map<string, number>();
  const findUntil = (end: string, at: number): string | null => {
    const latest = last.get(end) ?? text.lastIndexOf(end);
    last.set(end, latest);
    return at + 2 > latest ? null : text.slice(at, text.indexOf(end, at + 2) + end.length);
  };
  return (at) => {
    if (text.startsWith('<!--', at)) return findUntil('-->', at);
    if (text.startsWith('<?', at)) return findUntil('?>', at);
    if (text.startsWith('<![CDATA[', at)) return findUntil(']]>', at);
    if (/[a-z]/i.test(text[at + 2] ?? '') && text.startsWith('<!', at)) return findUntil('>', at);
    return (
      matchAt(OPEN_TAG, text, at) ?? matchAt(CLOSING_TAG, text, at) ?? matchAt(ADDRESS, text, at)
    );
  };
}

/** Elements whose text is shown as code. */
const CODE: ReadonlySet<string> = new Set(['pre', 'code', 'script', 'style', 'textarea']);

export interface CodeElements {
  /** Told of each tag, in order; gives the range of the element that ends with it. */
  readonly pass: (tag: string, at: number) => Range | null;
  /** Where the element begins that has not ended; null when none is open. */
  readonly openSince: () => number | null;
}

/** Follows the elements whose text is shown as code. */
export function openCodeElements(): CodeElements {
  let open: { readonly name: string; readonly start: number } | null = null;
  return {
    pass: (tag, start) => {
      const [, slash = '', word = ''] = /^<(\/?)([a-z][^ \t\n/>]*)/i.exec(tag) ?? [];
      const name = word.toLowerCase();
      if (open === null) {
        if (slash === '' && CODE.has(name)) open = { name, start };
        return null;
      }
      if (slash === '' || name !== open.name) return null;
      const range = { start: open.start, end: start };
      open = null;
      return range;
    },
    openSince: () => open?.start ?? null,
  };
}

/** A comment, what a browser takes for one, or a tag. A group is empty where the end of a comment or a quote is missing. */
const TOKEN =
  /<!--(?:-?>|[^]*?(--!?>|$))|<(?:[!?]|\/(?![a-z]))[^>]*>?|<\/?[a-z][^ \t\n/>]*(?:[ \t\n/]+|[^ \t\n/>][^ \t\n/>=]*(?:[ \t\n]*=[ \t\n]*(?:"[^"]*("|$)|'[^']*('|$)|[^ \t\n>"'][^ \t\n>]*)?)?)*(?:>|$)/gi;

/** What a browser does not show as text of an HTML block, and whether that goes on behind the block. */
export function readHtmlBlock(text: string): {
  readonly ranges: readonly Range[];
  readonly isOpen: boolean;
  /** Whether its last tag has no end, outside of quotes: it ends with the next tag that a paragraph makes. */
  readonly hasOpenTag: boolean;
} {
  const ranges: Range[] = [];
  const code = openCodeElements();
  let isOpen = false;
  let hasOpenTag = false;
  for (const match of text.matchAll(TOKEN)) {
    const [token, ...ends] = match;
    ranges.push({ start: match.index, end: match.index + token.length });
    const element = code.pass(token, match.index);
    if (element !== null) ranges.push(element);
    isOpen = ends.includes('');
    hasOpenTag = !token.endsWith('>');
  }
  const since = code.openSince();
  if (since !== null) ranges.push({ start: since, end: text.length });
  return { ranges, isOpen, hasOpenTag };
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
