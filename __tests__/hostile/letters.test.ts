// The proof, text by text, that the pieces which documents are made of hold letters and nothing else.
import {
  blocks,
  gfm,
  renderCode,
  renderList,
  renderSentence,
  renderTable,
  renderText,
  SEPARATOR,
} from '../../src/documents/markdown.ts';
import { renderProse } from '../../src/documents/untrusted-prose.ts';
import { everyText } from '../documents/hostile-texts.ts';
import { render } from '../documents/rendered.ts';
import { describe, expect, test } from '../jest.ts';
import { documentFaults } from './document.ts';

const options = { hosts: [], marked: false };

/** A text in every place that a document has for it. */
function documentOf(text: string): string {
  const [words, code] = [renderText(text, 5_000), renderCode(text, 5_000)];
  const head = [words, { right: words }];
  const document = blocks(
    words,
    text.slice(0, 900),
    gfm`- **${words ?? 'x'}**\\\n  ${words} · ${code} · ${words}`,
    renderList([words ?? SEPARATOR, gfm`a ${code} ${words} ${code}`]),
    renderTable(head, [[words, words]]),
    gfm`> ${renderSentence(`It said: ${text}`)}`,
    gfm`<details><summary>S</summary>`,
    renderProse(text, 5_000),
    gfm`</details>`,
  );
  return String(document);
}

/** The frame: how many there are of each tag, but for paragraphs and code, which a text may have none or many of. */
function frameOf(markdown: string): Readonly<Record<string, number>> {
  const tags = [...render(markdown).matchAll(/<([a-z]\w*)/gu)].map(([, tag = '']) => tag);
  const counted = tags.filter((tag) => !['p', 'code', 'pre'].includes(tag)).toSorted();
  return Object.fromEntries(counted.map((tag) => [tag, counted.filter((t) => t === tag).length]));
}

describe('a hostile text is letters', () => {
  test.each(everyText.map((text) => [text.slice(0, 60), text] as const))('%j', (_, text) => {
    const document = documentOf(text);
    expect(documentFaults(document, options)).toEqual([]);
    expect(frameOf(document)).toEqual(frameOf(documentOf('harmless')));
  });
});

describe('the search for faults finds', () => {
  const marker = '<!-- scan-gate:v2 {"key":"a","run":1,"attempt":1,"readAt":1} -->\n';
  test.each([
    ['a mention', ['hi @octocat', 'hi @acme/security']],
    ['a reference', ['closes #1', 'see GH-1', `see ${'0123456789abcdef'.repeat(2)}01234567`, 'see deadbee']],
    ['an address', ['https://attacker.example', 'www.attacker.example']],
    ['a link', ['[a](https://attacker.example)', '[a]\n\n[a]: https://attacker.example']],
    ['an image', ['![a](https://app.example/p.png)', 'a <img src=x onerror=alert(1)>']],
    ['an attribute of our own tags', ['<details open><summary>a</summary>\n\n</details>']],
    ['details that are not whole', ['<details><summary>a</summary>\n\nb', '<details>\n\na\n\n</details>']],
    ['a comment', ['a <!-- b -->', '<!-- b', marker]],
    ['a fence', ['```mermaid\na\n```', '```\na']],
    ['a list or note of GitHub', ['- [ ] a', 'a[^1]\n\n[^1]: b', ':tada:']],
    ['math', ['a $x$ b', 'a \\\\$x$ b']],
    ['a heading', ['# a', 'a\n===']],
    ['a table with a cell too few', ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>']],
    ['a hidden character', ['a\u200db', 'a\u{e0041}b', 'a\u0000b', 'a\ud800b']],
  ])('%s', (_, texts) => {
    for (const text of texts) expect(documentFaults(`A sentence.\n\n${text}`, options)).not.toEqual([]);
  });

  test('a marker that is missing', () => {
    expect(documentFaults('a', { hosts: [], marked: true })).toEqual(['no marker']);
    expect(documentFaults(`${marker}a`, { hosts: [], marked: true })).toEqual([]);
  });
});
