// GitHub's Markdown: the one place where untrusted text becomes part of a document, as plain characters only.

/** Text that is safe inside a document. Only this file makes it from untrusted text. */
export type Markdown = string & { readonly __brand: 'Markdown' };

const MAX_SENTENCE_CHARACTERS = 1_000;
const ZERO_WIDTH_SPACE = '\u200b';

/** Nothing to see, but it keeps two texts from becoming one, such as a mention. */
export const SEPARATOR = ZERO_WIDTH_SPACE as Markdown;
// Controls, zero-width and bidirectional characters, tags, fillers, line separators, lone surrogates; not the two
// variation selectors that make a character an emoji or not.
const INVISIBLE = /(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|\p{Surrogate}/gu;
/** Characters that are markup anywhere in a line. */
const MARKUP = /[\\`*_[\]<>|~&$]/g;
/** Markup only at the start of a line: headings, lists, rules, quotes. */
const LINE_START = /^(?:[#+=:-]|\d{1,9}(?=[.)]))/;

/**
 * What GitHub turns into links and emoji after it has parsed the Markdown: mentions and e-mail addresses, references
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

/** Untrusted text as one line of plain characters: no markup, no mention, no link. Cut to `maxCharacters`, never inside a character. */
export function toText(untrusted: string, maxCharacters: number): Markdown {
  const line = cut(toVisibleLine(untrusted), maxCharacters);
  const inert = REFERENCES.reduce((text, [pattern, by]) => text.replace(pattern, by), line);
  const escaped = inert.replace(MARKUP, '\\$&');
  return escaped.replace(LINE_START, escapeLineStart) as Markdown;
}

/** A sentence of ours that may quote untrusted text; text between backticks becomes a code span. */
export function toSentence(sentence: string): Markdown {
  const pieces = cut(sentence, MAX_SENTENCE_CHARACTERS).split(/`([^`\r\n]+)`/);
  const rendered = pieces.map((piece, index) =>
    index % 2 === 1
      ? // An empty code span must not join what stands on its two sides.
        toCode(piece, MAX_SENTENCE_CHARACTERS) || SEPARATOR
      : toInnerText(piece),
  );
  return join(rendered, '');
}

/** Untrusted text as a code span on one line; not for table cells, where a `|` would end it. Empty text: an empty string. */
export function toCode(untrusted: string, maxCharacters: number): Markdown {
  const line = cut(toVisibleLine(untrusted), maxCharacters);
  if (line === '') return '' as Markdown;
  const fence = '`'.repeat(longestRun(line, '`') + 1);
  // A span that starts or ends with a backtick needs a space there, which Markdown removes again.
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}` as Markdown;
}

/** A link to a URL that our code built. If it is not http or https, only the label. */
export function toLink(label: Markdown, address: string): Markdown {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return label;
  const safe = url.href.replace(/[()<>\\`|'[\]]/g, percentEncode);
  return `[${label}](${safe})` as Markdown;
}

/** Marks our own literal as Markdown. Accepts only values that are already safe. */
export function safe(parts: TemplateStringsArray, ...values: readonly (Markdown | number)[]): Markdown {
  return String.raw({ raw: parts }, ...values) as Markdown;
}

/** Joins parts that are already safe. */
export function join(pieces: readonly Markdown[], separator: '' | ' ' | ' · ' | ', ' | '\n' | '\n\n'): Markdown {
  return pieces.join(separator) as Markdown;
}

/** A table; each row has as many cells as `head`, and no cell contains a code span with untrusted text. */
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

/** Cuts to at most `max` UTF-16 units with an ellipsis, without splitting a surrogate pair. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Unlike a whole text, a part between code spans keeps the spaces at its ends. */
function toInnerText(piece: string): Markdown {
  const before = /^\s/.test(piece) ? safe` ` : safe``;
  const after = /\S\s+$/.test(piece) ? safe` ` : safe``;
  return join([before, toText(piece, MAX_SENTENCE_CHARACTERS), after], '');
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
