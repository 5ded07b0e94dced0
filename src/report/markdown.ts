// GitHub's Markdown: the one place where hostile text becomes part of a document, as letters and nothing else.

/** Text that is safe inside a document. Only this file makes it from untrusted text. */
export type Markdown = string & { readonly __brand: 'Markdown' };

const MAX_SENTENCE_CHARACTERS = 1_000;
const ZERO_WIDTH_SPACE = '\u200b';
// Controls, zero-width and bidirectional characters, tags, fillers, line separators, lone surrogates; not the two
// selectors that say whether a sign is an emoji.
const INVISIBLE =
  /(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|\p{Surrogate}/gu;
/** Characters that are markup wherever they stand in a line. */
const MARKUP = /[\\`*_[\]<>|~&$]/g;
/** What is markup only at the beginning of a line: headings, lists, rulers, quotes. */
const LINE_START = /^(?:[#+=:-]|\d{1,9}(?=[.)]))/;

/**
 * Places where GitHub makes more of plain text than text, after Markdown has been read: mentions and e-mail
 * addresses, references to issues and commits, addresses, emoji codes. A backslash stops none of them; a
 * zero-width space between the two halves does.
 */
const REFERENCES: readonly (readonly [RegExp, string])[] = [
  [/@(?=[\p{L}\p{N}_.-])/gu, `@${ZERO_WIDTH_SPACE}`],
  [/#(?=\d)/g, `#${ZERO_WIDTH_SPACE}`],
  [/\b(gh)-(?=\d)/gi, `$1${ZERO_WIDTH_SPACE}-`],
  // Seven digits make a commit, so no more than six may stay together.
  [/([0-9a-f]{6})(?=[0-9a-f])/gi, `$1${ZERO_WIDTH_SPACE}`],
  [/:\/\//g, `:${ZERO_WIDTH_SPACE}//`],
  [/(www)\./gi, `$1${ZERO_WIDTH_SPACE}.`],
  [/:(?=[\w+-]+:)/g, `:${ZERO_WIDTH_SPACE}`],
];

/** Untrusted text as one line of letters: no markup, no mention, no link. Cut to `maxCharacters`, never inside a character. */
export function toText(untrusted: string, maxCharacters: number): Markdown {
  const line = cut(toVisibleLine(untrusted), maxCharacters);
  const inert = REFERENCES.reduce((text, [pattern, by]) => text.replace(pattern, by), line);
  const escaped = inert.replace(MARKUP, '\\$&');
  return escaped.replace(LINE_START, escapeLineStart) as Markdown;
}

/** Untrusted text as paragraphs of letters, one for each of its lines. Empty lines are left out. */
export function toParagraphs(untrusted: string, maxCharacters: number): readonly Markdown[] {
  return cut(untrusted, maxCharacters)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => toText(line, maxCharacters))
    .filter((line) => line !== '');
}

/** A sentence of ours that may quote text from outside; what stands between backticks becomes a code span. */
export function toSentence(sentence: string): Markdown {
  const pieces = cut(sentence, MAX_SENTENCE_CHARACTERS).split(/`([^`\r\n]+)`/);
  const rendered = pieces.map((piece, index) =>
    index % 2 === 1 ? toCode(piece, MAX_SENTENCE_CHARACTERS) : toInnerText(piece),
  );
  return join(rendered, '');
}

/** Untrusted text as a code span on one line; not for table cells, where a `|` would end it. Empty text: an empty string. */
export function toCode(untrusted: string, maxCharacters: number): Markdown {
  const line = cut(toVisibleLine(untrusted), maxCharacters);
  if (line === '') return '' as Markdown;
  const fence = '`'.repeat(longestRun(line, '`') + 1);
  // A span that begins or ends with a backtick needs a space there, which Markdown takes away again.
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}` as Markdown;
}

/** A link whose address this code built. Addresses that are not http or https yield the label alone. */
export function toLink(label: Markdown, address: string): Markdown {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return label;
  const safe = url.href.replace(/[()<>\\`|'[\]]/g, percentEncode);
  return `[${label}](${safe})` as Markdown;
}

/** Marks a literal of our own as Markdown. Takes only values that are safe already. */
export function safe(
  parts: TemplateStringsArray,
  ...values: readonly (Markdown | number)[]
): Markdown {
  return String.raw({ raw: parts }, ...values) as Markdown;
}

/** Joins pieces that are safe already. */
export function join(
  pieces: readonly Markdown[],
  separator: '' | ' ' | ' · ' | ', ' | '\n' | '\n\n',
): Markdown {
  return pieces.join(separator) as Markdown;
}

/** A table; each row has as many cells as `head`, and no cell holds a code span of untrusted text. */
export function toTable(
  head: readonly { readonly label: Markdown; readonly align: 'left' | 'right' }[],
  rows: readonly (readonly Markdown[])[],
): Markdown {
  const toRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const lines = [
    toRow(head.map(({ label }) => label)),
    toRow(head.map(({ align }) => (align === 'left' ? ':--' : '--:'))),
    ...rows.map(toRow),
  ];
  return lines.join('\n') as Markdown;
}

/** A list of one-line items. */
export function toList(items: readonly Markdown[]): Markdown {
  return items.map((item) => `- ${item}`).join('\n') as Markdown;
}

/** Lines of text as they are, in letters of one width; a line feed in one of them is a space. */
export function toCodeBlock(lines: readonly string[]): Markdown {
  const text = lines
    .map((line) => line.replace(/[\t\n\r]/g, ' ').replace(INVISIBLE, ''))
    .join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(text, '`') + 1));
  return `${fence}text\n${text}\n${fence}` as Markdown;
}

/** Cuts to at most `max` UTF-16 units with an ellipsis, without splitting a surrogate pair. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Between code spans the spaces at the ends count, which text on its own does not have. */
function toInnerText(piece: string): Markdown {
  const before = /^\s/.test(piece) ? safe` ` : safe``;
  const after = /\S\s+$/.test(piece) ? safe` ` : safe``;
  return join([before, toText(piece, MAX_SENTENCE_CHARACTERS), after], '');
}

/** Untrusted text on one line, without characters that nobody sees; for places that do not read Markdown. */
export function toVisibleLine(text: string): string {
  return text
    .replace(/[\t\n\r\u2028\u2029]/g, ' ')
    .replace(INVISIBLE, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function longestRun(text: string, character: string): number {
  let longest = 0;
  let run = 0;
  for (const c of text) {
    run = c === character ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** `1.` becomes `1\\.`, any other beginning gets a backslash in front. */
function escapeLineStart(start: string): string {
  return /^\d/.test(start) ? `${start}\\` : `\\${start}`;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
