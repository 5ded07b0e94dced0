// HTML: whatever text is put in is letters, and nothing but http and https is a link.
import { createHash } from 'node:crypto';
import { fromHtml } from 'hast-util-from-html';
import { html, renderAnchor } from '../../src/insights/documents/html.ts';
import { STYLE, STYLE_HASH } from '../../src/insights/documents/style.ts';
import { everyText, hostileStrings } from '../documents/hostile-texts.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, it, test } from '../jest.ts';

/** The tree of a piece between two letters. */
function childrenOf(text: string): unknown {
  const { children } = fromHtml(String(html`<p title="${text}">a${text}z</p>`), { fragment: true });
  return children;
}

describe('a string', () => {
  const isLetters = (text: string): void => {
    expect(childrenOf(text)).toEqual([
      expect.objectContaining({
        tagName: 'p',
        properties: { title: expect.any(String) as unknown },
        children: [expect.objectContaining({ type: 'text', value: expect.stringMatching(/^a[^]*z$/) as unknown })],
      }),
    ]);
  };

  it('is letters, in an element and in an attribute', () => {
    for (const text of everyText) isLetters(text);
    fc.assert(fc.property(hostileStrings, isLetters));
  });

  test.each<[given: string, letters: string]>([
    [`<b class="a">&'\``, '&lt;b class=&quot;a&quot;&gt;&amp;&#39;&#96;'],
    ['one\n\ttwo', 'one two'],
    ['right \u202eto left', 'right to left'],
    ['lone \ud800', 'lone'],
    [' 7 ', ' 7 '],
    ['\n', ' '],
    ['x'.repeat(1_001), `${'x'.repeat(999)}…`],
  ])('%j', (given, letters) => {
    expect(String(html`${given}`)).toBe(letters);
  });

  test('what is missing leaves nothing, a list is its items, a number is itself', () => {
    expect(String(html`a${null}${undefined}${false}${''}${[html`<i>x</i>`, ['b', 7]]}`)).toBe('a<i>x</i>b7');
  });
});

test.each<[address: string | null, markup: string]>([
  ['https://a.example/x?y=1&z="', '<a href="https://a.example/x?y=1&amp;z=%22" rel="noreferrer">&lt;</a>'],
  ['http://a.example', '<a href="http://a.example/" rel="noreferrer">&lt;</a>'],
  ['javascript:alert(1)', '&lt;'],
  ['JAVASCRIPT:alert(1)', '&lt;'],
  [' javascript:alert(1)', '&lt;'],
  ['data:text/html,x', '&lt;'],
  ['//a.example', '&lt;'],
  ['', '&lt;'],
  [null, '&lt;'],
])('a link to %j', (address, markup) => {
  expect(String(renderAnchor('<', address))).toBe(markup);
});

test('the policy names our style, which asks for nothing', () => {
  expect(STYLE_HASH).toBe(`sha256-${createHash('sha256').update(STYLE).digest('base64')}`);
  expect(STYLE).not.toMatch(/@import|url\(|<\//);
});
