// What is wrong with a page of the insights, whatever was in the answers: anything but our own frame and letters.
import type { Element, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';

const TAGS: ReadonlySet<string> = new Set([
  ...['html', 'head', 'meta', 'title', 'style', 'body', 'header', 'main', 'footer', 'section', 'figure'],
  ...['h1', 'h2', 'p', 'br', 'ul', 'li', 'b', 'code', 'small', 'span', 'div', 'a', 'details', 'summary', 'wbr'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ...['svg', 'pattern', 'rect', 'line', 'polygon', 'polyline', 'text'],
]);
const ATTRIBUTES: ReadonlySet<string> = new Set([
  ...['lang', 'charSet', 'httpEquiv', 'content', 'name', 'className', 'role', 'scope', 'dataTitle', 'href', 'rel'],
  ...['viewBox', 'width', 'height', 'ariaLabel', 'id', 'fill', 'points', 'x', 'y', 'x1', 'x2', 'y1', 'y2'],
  ...['textAnchor', 'patternUnits', 'patternTransform'],
]);
/** Nothing here may be words of others. */
const OURS: Readonly<Record<string, RegExp>> = {
  className: /^[a-z-]+$/,
  id: /^hatch-[a-z]+-(?:wide|narrow)$/,
  fill: /^url\(#hatch-[a-z]+-(?:wide|narrow)\)$/,
  rel: /^noreferrer$/,
};

function elementsOf(tree: Root | Element): readonly Element[] {
  return tree.children.flatMap((child) => (child.type === 'element' ? [child, ...elementsOf(child)] : []));
}

/** A line for each fault; empty for a good page. `hosts`: what a link may begin with. */
export function pageFaults(page: string, hosts: readonly string[]): readonly string[] {
  const elements = elementsOf(fromHtml(page));
  const hidden = page.match(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu) ?? [];
  const ids = elements.flatMap(({ properties }) => properties.id ?? []);
  return [
    ...elements.filter(({ tagName }) => !TAGS.has(tagName)).map(({ tagName }) => `element: ${tagName}`),
    ...elements.flatMap(({ tagName, properties }) =>
      Object.entries(properties).flatMap(([name, value]) => attributeFaults(`${tagName} ${name}`, name, value)),
    ),
    ...elements
      .flatMap(({ properties }) => properties.href ?? [])
      .filter((href) => !hosts.some((host) => href.startsWith(host)))
      .map((href) => `link: ${href}`),
    ...elements.filter(({ tagName, children }) => tagName === 'a' && children.length === 0).map(() => 'an empty link'),
    ...(new Set(ids).size === ids.length ? [] : ['an id that is there twice']),
    ...(elements.filter(({ tagName }) => tagName === 'style').length === 1 ? [] : ['not one style']),
    ...hidden.map((character) => `hidden character U+${(character.codePointAt(0) ?? 0).toString(16)}`),
    ...(page.isWellFormed() ? [] : ['a lone surrogate']),
    ...(page.endsWith('</html>\n') ? [] : ['something is open at the end']),
  ];
}

function attributeFaults(where: string, name: string, value: unknown): readonly string[] {
  if (!ATTRIBUTES.has(name)) return [`attribute: ${where}`];
  const values = Array.isArray(value) ? value : [value];
  const ours = OURS[name];
  return values.every((each) => ours?.test(String(each)) ?? true) ? [] : [`attribute: ${where}=${values.join(' ')}`];
}

/** What a reader reads, one line a block. */
export function textOf(page: string): string {
  const collect = (node: Root | Element): string =>
    node.children
      .map((child) => {
        if (child.type === 'text') return child.value;
        if (child.type !== 'element' || ['style', 'title'].includes(child.tagName)) return '';
        const inner = collect(child);
        return ['p', 'br', 'h1', 'h2', 'li', 'td', 'th', 'tr', 'small', 'summary', 'text'].includes(child.tagName)
          ? `\n${inner}\n`
          : inner;
      })
      .join('');
  return collect(fromHtml(page))
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
