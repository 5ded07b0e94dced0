// What a document with hostile text in it may be: our own frame, and letters.
import type { Element, Root, RootContent } from 'hast';
import { cleanMarkup, parseMarkup, renderUnsafe } from '../../sandbox/page/markdown.ts';

export interface DocumentOptions {
  /** What a link may begin with. */
  readonly hosts: readonly string[];
  /** What of such a link is wrong all the same. */
  readonly wrongLink?: RegExp;
  /** Whether the first line is our marker. */
  readonly marked: boolean;
}

/** Tags of our own words. */
const ownTags: ReadonlySet<string> = new Set([
  ...['a', 'b', 'blockquote', 'br', 'code', 'details', 'h3', 'h4', 'li', 'p', 'pre', 'strong', 'sub'],
  ...['summary', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'],
]);
const marker =
  /^<!-- scan-gate(?:(?:-watch)?:v2 \{"key":"[^\n<>-]+,"readAt":\d+(?:,[^\n<>-]+)?\}|-issue:v1(?: \w+=\S+){9}) -->\n(?:<!-- bugs(?: \S+)* -->\n)?/u;
const end = 'END OF THE DOCUMENT';
const OUR_DOCS = 'https://github.com/scan-gate/scan-gate/blob/main/';

/** What is wrong with a document, a line each; empty for a good one. Rendered raw, and as GitHub sanitises it. */
export function documentFaults(markdown: string, options: DocumentOptions): readonly string[] {
  const { marked } = options;
  const body = marked ? markdown.replace(marker, '') : markdown;
  const raw = renderUnsafe(`${body}\n\n${end}\n`);
  const tree = parseMarkup(raw);
  const { markup } = cleanMarkup(tree, { hardBreaks: marked });
  return [
    ...(marked && body === markdown ? ['no marker'] : []),
    ...sourceFaults(body),
    ...htmlFaults(raw, tree, options).map((fault) => `raw: ${fault}`),
    ...htmlFaults(markup, parseMarkup(markup), options).map((fault) => `sanitised: ${fault}`),
    ...linkFaults(markup),
  ];
}

/** What no text of a document may hold, rendered or not. */
function sourceFaults(body: string): readonly string[] {
  // Line feeds and zero-width spaces are ours.
  const hidden = body.match(/(?![\n\u200b])[\p{Cc}\p{Cf}\u2028\u2029]/gu) ?? [];
  // Escapes and code spans, from the left, as Markdown reads them.
  const live = body.replace(/\\[^]|(`+)(?!`)(?:[^]*?(?<!`)\1(?!`))?/gu, '');
  const math = live.match(/\$.{0,20}/gu) ?? [];
  return [
    ...hidden.map((character) => `hidden character U+${hexOf(character)}`),
    ...(body.isWellFormed() ? [] : ['a lone surrogate']),
    ...math.map((text) => `math: ${text}`),
  ];
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16);
}

function htmlFaults(html: string, tree: Root, { hosts, wrongLink = /(?!)/ }: DocumentOptions): readonly string[] {
  const elements = [...walk(tree)];
  const tags = new Set(elements.map(({ tagName }) => tagName));
  const attributes = elements.flatMap(({ properties }) =>
    Object.entries(properties).flatMap(([name, value]) =>
      // The class by which GitHub colours code, which for ours is plain text.
      name === 'className' && String(value) === 'language-text' ? [] : [name],
    ),
  );
  const links = elements
    .flatMap(({ properties: { href } }) => (typeof href === 'string' ? [href] : []))
    .filter((link) => wrongLink.test(link) || ![...hosts, OUR_DOCS].some((host) => link.startsWith(host)));
  return [
    ...[...tags].filter((tag) => !ownTags.has(tag)).map((tag) => `tag ${tag}`),
    ...(/<[!?]/u.test(html) ? ['a comment or the like'] : []),
    ...[...new Set(attributes)]
      // A code block says that it is text.
      .filter((name) => !['href', 'align'].includes(name))
      .map((name) => `attribute ${name}`),
    ...links.map((link) => `link to ${link}`),
    ...treeFaults(tree, elements),
    ...proseFaults(proseIn(tree)),
  ];
}

/** Of what is open at the end, or has not the shape that it began with. */
function treeFaults(tree: Root, elements: readonly Element[]): readonly string[] {
  const last = tree.children.findLast((node) => node.type === 'element');
  const tables = elements.filter(({ tagName }) => tagName === 'table');
  const widths = tables.map((table) =>
    [...walk(table)]
      .filter(({ tagName }) => tagName === 'tr')
      .map((row) => [...walk(row)].filter(({ tagName }) => /^t[dh]$/u.test(tagName)).length),
  );
  const details = elements.filter(({ tagName }) => tagName === 'details');
  return [
    ...(last?.tagName === 'p' && textIn(last) === end ? [] : ['something is open at the end']),
    ...widths.filter((rows) => new Set(rows).size > 1).map((rows) => `table of ${rows.join(', ')} cells`),
    ...details
      .filter(({ children }) => !children.some((node) => node.type === 'element' && node.tagName === 'summary'))
      .map(() => 'details without a summary'),
  ];
}

function* walk(parent: Root | Element): Generator<Element> {
  for (const node of parent.children) {
    if (node.type !== 'element') continue;
    yield node;
    yield* walk(node);
  }
}

function textIn(node: RootContent): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textIn).join('') : '';
}

/** What is no code, a line for each block. */
function proseIn(parent: Root | Element): string {
  return parent.children
    .map((node) => {
      if (node.type === 'text') return node.value;
      if (node.type !== 'element' || node.tagName === 'code') return '';
      const text = proseIn(node);
      return inline.has(node.tagName) ? text : `${text}\n`;
    })
    .join('');
}

const inline: ReadonlySet<string> = new Set(['a', 'b', 'strong', 'sub']);

/** What GitHub makes of plain text: mentions, references, addresses, emoji. */
const autolinks = /@[\p{L}\p{N}_.-]|#\d|\bgh-\d|:\/\/|\bwww\.|:[\w+-]+:|\b[\da-f]{7,40}\b/iu;

function proseFaults(prose: string): readonly string[] {
  return prose.split('\n').flatMap((line) => {
    const match = autolinks.exec(line);
    return match === null ? [] : [`live text: ${line.slice(Math.max(0, match.index - 20), match.index + 40)}`];
  });
}

/** What the page of the sandbox has linked as GitHub would. */
function linkFaults(markup: string): readonly string[] {
  const live = markup.match(/<a class="(?:user-mention|issue-link)">[^<]*/gu) ?? [];
  return live.map((link) => `mention or reference: ${link}`);
}
