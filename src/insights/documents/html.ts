// The one place where untrusted text becomes part of the HTML page, as plain characters only.
import { cut, toVisibleLine } from '../../documents/markdown.ts';

/** Markup of the page. Only this file makes it, so a string that has not been through here is never mistaken for it. */
class Html {
  private readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }

  toString(): string {
    return this.markup;
  }
}

export type { Html };
/** A string becomes letters, and what is missing leaves nothing. */
export type HtmlPiece = Html | string | number | false | null | undefined | readonly HtmlPiece[];

/** One bug cannot fill the page: a string has at most so many. */
const MAX_PIECE_CHARACTERS = 1_000;

/** The template has every attribute in double quotes; what is put in is letters unless it is markup. Addresses need `renderAnchor`. */
export function html(literals: TemplateStringsArray, ...pieces: readonly HtmlPiece[]): Html {
  return new Html(literals.map((literal, at) => literal + toMarkup(pieces[at])).join(''));
}

/** Links to an address that our code built. Any but http and https leaves only the label. */
export function renderAnchor(label: HtmlPiece, address: string | null): Html {
  const url = URL.parse(address ?? '');
  if (url === null || !/^https?:$/.test(url.protocol)) return html`${label}`;
  return new Html(`<a href="${escape(url.href)}" rel="noreferrer">${toMarkup(label)}</a>`);
}

/** Lets the letters be broken behind each slash, as few browsers break a path. */
export function renderBreakable(untrusted: string): Html {
  return new Html(toLetters(untrusted).replaceAll('/', '/<wbr>'));
}

export function renderStyle(css: string): Html {
  return new Html(`<style>${css}</style>`);
}

function toMarkup(piece: HtmlPiece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (typeof piece === 'object') return piece instanceof Html ? String(piece) : piece.map(toMarkup).join('');
  return typeof piece === 'string' ? toLetters(piece) : String(piece);
}

/** Gives one line without characters that nobody sees; a space at an end stays, since a word may be beside it. */
function toLetters(untrusted: string): string {
  const line = cut(toVisibleLine(untrusted), MAX_PIECE_CHARACTERS);
  const [before, after] = [/^\s/.test(untrusted), /\s$/.test(untrusted)];
  return line === '' ? (before ? ' ' : '') : `${before ? ' ' : ''}${escape(line)}${after ? ' ' : ''}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

function escape(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
}
