// The rendering of Markdown for tests: as GitHub's flavour, with no HTML held back.

/** Unsanitised HTML: what slips through here is what a renderer would have to catch. */
export { renderUnsafe as render } from '../../sandbox/page/markdown.ts';

/** Names of all tags, comments as `!--`, each once, sorted. */
export function tagsOf(html: string): readonly string[] {
  const names = [...html.matchAll(/<\/?([a-z][a-z0-9]*|!--|!|\?)/gi)].map(([, name = '']) => name);
  return [...new Set(names)].toSorted();
}

export function linksOf(html: string): readonly string[] {
  return [...html.matchAll(/\shref="([^"]*)"/g)].map(([, href = '']) => decode(href));
}

export function textOf(html: string): string {
  return decode(html.replace(/<!--.*?-->/gs, '').replace(/<[^>]*>/g, ''));
}

/** Without what has no ink of its own: white space, controls, invisible characters. */
export function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]|\p{Default_Ignorable_Code_Point}/gu, '');
}

function decode(html: string): string {
  return html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
