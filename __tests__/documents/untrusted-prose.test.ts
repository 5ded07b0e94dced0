// The service's prose: its code comes out as code, and everything else as letters.
import { blocks } from '../../src/documents/markdown.ts';
import { renderProse } from '../../src/documents/untrusted-prose.ts';
import { fc } from '../harness/random.ts';
import { documentFaults } from '../hostile/document.ts';
import { describe, expect, test } from '../jest.ts';
import { everyText, hostilePieces } from './hostile-texts.ts';
import { render } from './rendered.ts';

const MAX = 2_000;
const toMarkdown = (text: string): string => String(blocks(renderProse(text, MAX)));
const code = (text: string): string => `<pre><code class="language-text">${text}\n</code></pre>`;

describe('prose', () => {
  test.each([
    ['', ''],
    [' \n\u200b\n', ''],
    ['one\ntwo', '<p>one</p>\n<p>two</p>'],
    ['one\r\n\r\ntwo\rthree\u2028four', '<p>one</p>\n<p>two</p>\n<p>three</p>\n<p>four</p>'],
    ['# a\n- b\n1. c', '<p># a</p>\n<p>- b</p>\n<p>1. c</p>'],
    ['say `a` and ``b`` now', '<p>say <code>a</code> and <code>b</code> now</p>'],
    ['say ``a`b``', '<p>say ``a`b``</p>'],
    ['`a`', '<p><code>a</code></p>'],
    ['`a``b`', '<p>`a``b`</p>'],
    ['`a` `b`', '<p><code>a</code> <code>b</code></p>'],
    // An empty code span must not join its neighbours to a mention, a reference or an address.
    ['cc @` `octocat, see #`\u200b`12', '<p>cc @\u200boctocat, see #\u200b12</p>'],
    ['https:/` `/evil.example', '<p>https:/\u200b/evil.example</p>'],
    ['not ` closed', '<p>not ` closed</p>'],
    ['back\\`slash`', '<p>back\\<code>slash</code></p>'],
    ['`<b>@everyone #1`', '<p><code>&lt;b&gt;@everyone #1</code></p>'],
    ['```ts\nif (a) {\n    b();\n\n}\n```', code('if (a) {\n    b();\n\n}')],
    ['a\n```\nb\n```\nc', `<p>a</p>\n${code('b')}\n<p>c</p>`],
    ['  ```\n  b\n  ```', code('  b')],
    ['~~~\n```\nb\n```\n~~~', code('```\nb\n```')],
    ['````\n```\nb\n```\n````', code('```\nb\n```')],
    ['```\nb\n~~~\n````', code('b\n~~~')],
    ['```\nnever closed', code('never closed')],
    ['```\n\n```', ''],
    ['```\n\tb\u202e\u0000\n```', code('    b')],
    ['```mermaid\n</details><b>\n```', code('&lt;/details&gt;&lt;b&gt;')],
    ['```not``a fence', '<p>```not``a fence</p>'],
    ['    four spaces', '<p>four spaces</p>'],
  ])('of %j', (text, expected) => {
    expect(render(toMarkdown(text))).toBe(expected);
  });

  test('is cut as a whole, and ends what it began', () => {
    const text = `a\n\`\`\`\n${'x'.repeat(MAX)}`;
    expect(render(toMarkdown(text))).toMatch(/^<p>a<\/p>\n<pre>.*x…\n<\/code><\/pre>$/s);
  });
});

describe('nothing but letters and code comes out', () => {
  const pieces = [...hostilePieces, '\n```\n', '\n~~~~\n', '\n````js\n', '`a`', '\n    ', '`` ` ``'];
  const options = { hosts: [], marked: true };
  const marker = '<!-- scan-gate:v2 {"key":"a","run":1,"attempt":1,"readAt":1} -->\n';
  const inDetails = (text: string): string =>
    `${marker}- a\n  <details><summary>S</summary>\n\n  ${toMarkdown(text).replace(/\n(?=[^\n])/g, '\n  ')}\n\n  </details>`;

  test.each(everyText.map((text) => [text.slice(0, 60), text] as const))('of %j', (_, text) => {
    expect(documentFaults(`${marker}${toMarkdown(text)}`, options)).toEqual([]);
    expect(documentFaults(inDetails(text), options)).toEqual([]);
  });

  test('whatever the text is made of', () => {
    const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 20 });
    fc.assert(
      fc.property(texts, (list) => {
        expect(documentFaults(`${marker}${toMarkdown(list.join(''))}`, options)).toEqual([]);
        expect(documentFaults(inDetails(list.join('')), options)).toEqual([]);
      }),
    );
  });
});
