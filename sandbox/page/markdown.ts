// Markdown rendered as GitHub does it: GFM, GitHub's list of allowed HTML, and its line breaks.
import type { Element, Root, RootContent } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { defaultSchema, sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { micromark, type Options } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { controls, Html } from './html.ts';

export interface MarkdownOptions {
  /** In comments GitHub turns each line break into one on the page; in job summaries it does not. */
  readonly hardBreaks: boolean;
}

const asGitHub: Options = {
  allowDangerousHtml: true,
  allowDangerousProtocol: true,
  extensions: [gfm()],
  htmlExtensions: [gfmHtml()],
};

/** The markup is safe whatever the text is: it went through GitHub's list of allowed elements and attributes. */
export function renderMarkdown(text: string, options: MarkdownOptions): Html {
  const { markup } = cleanMarkup(parseMarkup(renderUnsafe(text)), options);
  // What scrolls by itself must be reachable by keyboard. In text, these characters would be escaped.
  const reachable = markup.replaceAll(/<(pre|table)(?=[ >])/g, '<$1 tabindex="0"');
  return new Html(reachable.replace(controls, '\ufffd'));
}

/** Renders what GitHub has before it sanitises: HTML in the text is HTML. */
export function renderUnsafe(text: string): string {
  return micromark(text, asGitHub);
}

/** HTML as a browser reads it. */
export function parseMarkup(markup: string): Root {
  return fromHtml(markup, { fragment: true });
}

/** Makes what `renderUnsafe` gives safe, and finishes it. */
export function cleanMarkup(unsafe: Root, { hardBreaks }: MarkdownOptions): Html {
  const tree = sanitize(unsafe, defaultSchema);
  if (tree.type === 'root') {
    if (hardBreaks) breakLines(tree);
    withholdImages(tree);
  }
  return new Html(toHtml(tree));
}

/** GitHub breaks no lines inside these. */
const verbatim: ReadonlySet<string> = new Set(['code', 'pre', 'a', 'samp', 'kbd']);

const inline: ReadonlySet<string> = new Set('a code del em img input ins kbd samp span strong sub sup'.split(' '));

function breakLines(parent: Root | Element): void {
  const { children } = parent;
  parent.children = children.flatMap((child, at): RootContent[] => {
    if (child.type === 'doctype') return [];
    if (child.type === 'element' && !verbatim.has(child.tagName)) breakLines(child);
    return child.type === 'text' ? toLines(child.value, children[at - 1], children[at + 1]) : [child];
  });
}

/** GitHub shows images through a proxy of its own; here nothing is loaded, and a placeholder is left. */
function withholdImages({ children }: Root | Element): void {
  for (const child of children) {
    if (child.type !== 'element') continue;
    if (['img', 'source'].includes(child.tagName)) {
      delete child.properties.src;
      delete child.properties.srcSet;
      if (child.tagName === 'img') child.properties.alt ??= '';
    }
    withholdImages(child);
  }
}

/** A line feed between words is a break; one next to a block, or after a break of the author's own, is white space. */
function toLines(text: string, before?: RootContent, after?: RootContent): RootContent[] {
  const lines = text.split('\n');
  const nodes: RootContent[] = [];
  for (const [at, line] of lines.entries()) {
    const follows = at > 0 && (lines.slice(0, at).some(isVisible) || isInline(before));
    if (follows && (lines.slice(at).some(isVisible) || isInline(after))) {
      nodes.push({ type: 'element', tagName: 'br', properties: {}, children: [] });
    }
    nodes.push({ type: 'text', value: at === 0 ? line : `\n${line}` });
  }
  return nodes;
}

function isVisible(line: string): boolean {
  return line.trim() !== '';
}

function isInline(node: RootContent | undefined): boolean {
  return node?.type === 'element' && inline.has(node.tagName);
}
