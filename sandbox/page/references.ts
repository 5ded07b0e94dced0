// Owns mentions and references in text, so that a page shows whom a comment would notify and what it would link.
import type { RootContent } from 'hast';

/** `@user`, `@org/team`, `#1`, `GH-1`, `owner/name#1`, full SHAs; each where GitHub would see it. */
const reference =
  /(?<![\w/@#-])(?:@[a-z\d](?:[a-z\d-]{0,38})(?:\/[\w.-]+)?|(?:[\w.-]+\/[\w.-]+)?#\d+\b|GH-\d+\b|[\da-f]{40}\b)/giu;

/** Text and links in turn; the links lead nowhere. */
export function linkReferences(text: string): RootContent[] {
  const nodes: RootContent[] = [];
  let at = 0;
  for (const match of text.matchAll(reference)) {
    nodes.push({ type: 'text', value: text.slice(at, match.index) });
    nodes.push(linkTo(match[0]));
    at = match.index + match[0].length;
  }
  nodes.push({ type: 'text', value: text.slice(at) });
  return nodes.filter((node) => node.type !== 'text' || node.value !== '');
}

function linkTo(found: string): RootContent {
  const kind = found.startsWith('@') ? 'user-mention' : 'issue-link';
  const isSha = /^[\da-f]{40}$/iu.test(found);
  return {
    type: 'element',
    tagName: 'a',
    properties: { className: [kind] },
    children: [{ type: 'text', value: isSha ? found.slice(0, 7) : found }],
  };
}
