// GitHub's Markdown: the one place where untrusted text becomes part of a document, as plain characters only.

/** Text of a document. Only this file makes it, so a string that has not been through here is never mistaken for it. */
class Markdown {
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** UTF-16 units. */
  get length(): number {
    return this.text.length;
  }

  toString(): string {
    return this.text;
  }
}

export type { Markdown };
/** A plain string becomes letters, and a missing piece leaves nothing. */
export type Piece = Markdown | string | number | false | null | undefined;
export type Pieces = Piece | readonly Pieces[];

const MAX_PIECE_CHARACTERS = 1_000;
const ZERO_WIDTH_SPACE = '\u200b';
const SPACE = new Markdown(' ');
/** Nobody sees it, but it keeps two texts from becoming one, such as a mention. */
export const SEPARATOR = new Markdown(ZERO_WIDTH_SPACE);

// Controls, zero-width and bidirectional characters, tags, fillers, line separators, lone surrogates; not the two
// variation selectors that make a character an emoji or not.
const INVISIBLE = /(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|\p{Surrogate}/gu;
/** Characters that are markup anywhere in a line. */
const MARKUP = /[\\`*_[\]<>|~&$]/g;
/** Markup only at the start of a line: headings, lists, rules, quotes. */
const LINE_START = /^(?:[#+=:-]|\d{1,9}(?=[.)]))/;

/**
 * GitHub turns these into links and emoji after it has parsed the Markdown: mentions and e-mail addresses, references
 * to issues and commits, URLs, emoji codes. A backslash does not prevent it; a zero-width space in the middle does.
 */
const REFERENCES: readonly (readonly [RegExp, string])[] = [
  [/@(?=[\p{L}\p{N}_.-])/gu, `@${ZERO_WIDTH_SPACE}`],
  [/#(?=\d)/g, `#${ZERO_WIDTH_SPACE}`],
  [/\b(gh)-(?=\d)/gi, `$1${ZERO_WIDTH_SPACE}-`],
  // Seven hex digits are a commit, so we keep at most six together.
  [/([0-9a-f]{6})(?=[0-9a-f])/gi, `$1${ZERO_WIDTH_SPACE}`],
  [/:\/\//g, `:${ZERO_WIDTH_SPACE}//`],
  [/(www)\./gi, `$1${ZERO_WIDTH_SPACE}.`],
  [/:(?=[\w+-]+:)/g, `:${ZERO_WIDTH_SPACE}`],
];

/** What is written here is Markdown; what is put in is letters unless it is Markdown already. Null and the like leave nothing. */
export function gfm(literals: TemplateStringsArray, ...pieces: readonly Piece[]): Markdown {
  return new Markdown(String.raw({ raw: literals }, ...pieces.map(toMarkup)));
}

/** Joins what there is: pieces that leave nothing get no separator. */
export function join(pieces: readonly Pieces[], separator: '' | ' ' | ' · ' | ', ' | '\n' | '\n\n'): Markdown {
  return new Markdown(toMarkups(pieces).join(separator));
}

/** Paragraphs, tables, lists: what there is, with an empty line between two. */
export function blocks(...pieces: readonly Pieces[]): Markdown {
  return join(pieces, '\n\n');
}

/** Text that the caller has made safe, letter by letter: nothing is escaped. */
export function trustAsMarkdown(text: string): Markdown {
  return new Markdown(text);
}

function toMarkups(pieces: Pieces): readonly string[] {
  if (typeof pieces === 'object' && pieces !== null && !(pieces instanceof Markdown)) return pieces.flatMap(toMarkups);
  const markup = toMarkup(pieces);
  return markup === '' ? [] : [markup];
}

function toMarkup(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  return typeof piece === 'string' ? toLetters(piece, MAX_PIECE_CHARACTERS) : String(piece);
}

/** Untrusted text as one line of plain characters: no markup, no mention, no link. Cut to `maxCharacters`, never inside a character. */
function toLetters(untrusted: string, maxCharacters: number): string {
  const line = cut(toVisibleLine(untrusted), maxCharacters);
  const inert = REFERENCES.reduce((text, [pattern, by]) => text.replace(pattern, by), line);
  return inert.replace(MARKUP, '\\$&').replace(LINE_START, escapeLineStart);
}

/** A plain string with a limit of its own; null where nothing of it can be seen. */
export function renderText(untrusted: string, maxCharacters: number): Markdown | null {
  const letters = toLetters(untrusted, maxCharacters);
  return letters === '' ? null : new Markdown(letters);
}

/** A sentence of ours that may quote untrusted text; text between backticks becomes a code span. */
export function renderSentence(sentence: string): Markdown {
  const pieces = cut(sentence, MAX_PIECE_CHARACTERS).split(/`([^`\r\n]+)`/);
  const rendered = pieces.map((piece, index) =>
    index % 2 === 1
      ? // An empty code span must not join what stands on its two sides.
        (renderCode(piece, MAX_PIECE_CHARACTERS) ?? SEPARATOR)
      : renderInner(piece),
  );
  return join(rendered, '');
}

const OWN_PAGE =
  /(https:\/\/github\.com\/scan-gate\/scan-gate\/blob\/main\/(?:[\w-]+\/)*[\w-]+\.md(?:#[\w-]+)?(?![\w/%?#&=-]))/;

/** Renders a sentence of ours in which our own pages become links. */
export function renderAdvice(sentence: string): Markdown {
  const rendered = sentence.split(OWN_PAGE).map((piece, index) => {
    if (index % 2 === 0) return piece === '' ? null : renderSentence(piece);
    const [title = piece] = piece.slice(piece.lastIndexOf('/') + 1).split('.md');
    return renderLink(title, piece);
  });
  return join(rendered, '');
}

/** Renders a sentence of ours as a cell of a table, without code: a code span could end the cell. */
export function renderCell(sentence: string): Markdown {
  return renderSentence(sentence.replaceAll('`', ''));
}

/** Untrusted text as a code span on one line; not for table cells, where a `|` would end it. Null where nothing of it can be seen. */
export function renderCode(untrusted: string, maxCharacters: number): Markdown | null {
  const line = cut(toVisibleLine(untrusted), maxCharacters);
  if (line === '') return null;
  const fence = '`'.repeat(longestRun(line, '`') + 1);
  // A span that starts or ends with a backtick needs a space there, which Markdown removes again.
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return new Markdown(`${fence}${pad}${line}${pad}${fence}`);
}

/** A link to a URL that our code built. If it is not http or https, only the label. */
export function renderLink(label: Piece, address: string): Markdown {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return gfm`${label}`;
  const target = new Markdown(url.href.replace(/[()<>\\`|'[\]]/g, percentEncode));
  return gfm`[${label}](${target})`;
}

/** The heading of a column; `right`: of numbers, which are aligned there. */
type Heading = Piece | { readonly right: Piece };

/** A table; each row has as many cells as `head`, and no cell contains a code span with untrusted text. */
export function renderTable(head: readonly Heading[], rows: readonly (readonly Piece[])[]): Markdown {
  const toRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const lines = [
    toRow(head.map((heading) => toMarkup(isRight(heading) ? heading.right : heading))),
    toRow(head.map((heading) => (isRight(heading) ? '--:' : ':--'))),
    ...rows.map((cells) => toRow(cells.map(toMarkup))),
  ];
  return new Markdown(lines.join('\n'));
}

function isRight(heading: Heading): heading is { readonly right: Piece } {
  return typeof heading === 'object' && heading !== null && 'right' in heading;
}

/** A list of one-line items; nothing without items. */
export function renderList(items: readonly Piece[]): Markdown {
  const lines = toMarkups(items).map((item) => `- ${item}`);
  return new Markdown(lines.join('\n'));
}

/** Blocks that show when their summary is clicked, or at once. */
export function renderFold(summary: Piece, content: readonly Pieces[], isOpen = false): Markdown {
  const start = isOpen ? gfm`<details open>` : gfm`<details>`;
  return blocks(gfm`${start}<summary>${summary}</summary>`, content, gfm`</details>`);
}

/** Blocks as the continuation of a list item. */
export function indent(markdown: Markdown): Markdown {
  return new Markdown(String(markdown).replace(/\n(?=[^\n])/g, '\n  '));
}

/** Cuts to at most `max` UTF-16 units with an ellipsis, without splitting a surrogate pair. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A part between code spans: unlike a whole text it keeps the spaces at its ends. */
export function renderInner(untrusted: string): Markdown {
  const text = renderText(untrusted, Math.max(1, untrusted.length));
  if (text === null) return gfm`${/\s/.test(untrusted) && SPACE}`;
  return gfm`${/^\s/.test(untrusted) && SPACE}${text}${/\s$/.test(untrusted) && SPACE}`;
}

/** Untrusted text on one line, without invisible characters, for places that do not render Markdown. */
export function toVisibleLine(text: string): string {
  return text
    .replace(/[\t\n\r\u2028\u2029]/g, ' ')
    .replace(INVISIBLE, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function longestRun(text: string, character: string): number {
  if (!text.includes(character)) return 0;
  let longest = 0;
  let run = 0;
  for (const c of text) {
    run = c === character ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** `1.` becomes `1\\.`; anything else gets a backslash in front. */
function escapeLineStart(start: string): string {
  return /^\d/.test(start) ? `${start}\\` : `\\${start}`;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
