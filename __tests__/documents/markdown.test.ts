// Tests of Markdown: hostile text becomes letters and nothing else, wherever a document puts it.
import {
  renderAdvice,
  blocks,
  cut,
  gfm,
  join,
  type Markdown,
  type Piece,
  renderCode,
  renderLink,
  renderList,
  renderSentence,
  renderTable,
  renderText,
  trustAsMarkdown,
} from '../../src/documents/markdown.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';
import { hostileStrings, hostileTexts } from './hostile-texts.ts';
import { lettersOf, linksOf, render, tagsOf, textOf } from './rendered.ts';

const MAX = 10_000;
/** The places that documents put text into, and the tags that are theirs. In headings there are only our words. */
const places: readonly [string, (text: Piece) => Markdown, readonly string[]][] = [
  ['a paragraph', (text) => gfm`${text}`, ['p']],
  ['a sentence', (text) => gfm`It says ${text} here.`, ['p']],
  ['a list', (text) => renderList([text, text]), ['li', 'ul']],
  ['a quotation', (text) => gfm`> ℹ️ ${text}`, ['blockquote', 'p']],
  [
    'a bold title',
    (text) => gfm`- 🔴 **${text === '' ? 'x' : text}**\\\n  \`x\` · ${text}`,
    ['br', 'code', 'li', 'strong', 'ul'],
  ],
  ['a table', (text) => renderTable([text], [[text]]), ['table', 'tbody', 'td', 'th', 'thead', 'tr']],
  [
    'a folded part',
    (text) => gfm`- a\n  <details><summary>S</summary>\n\n  ${text}\n\n  </details>`,
    ['details', 'li', 'p', 'summary', 'ul'],
  ],
];

/** Text on its own, as a document has it. */
const letters = (text: string, max = MAX): string => String(renderText(text, max) ?? '');

function expectLetters(place: (text: Piece) => Markdown, tags: readonly string[], text: string): void {
  const html = render(String(place(text.length > 1_000 ? renderText(text, MAX) : text)));
  expect(tagsOf(html).filter((tag) => !tags.includes(tag))).toEqual([]);
  const frame = lettersOf(textOf(render(String(place('◆')))));
  // The one text that no place shows as it is: without letters there may be a stand-in.
  if (lettersOf(text) === '') return;
  expect(lettersOf(textOf(html))).toBe(frame.replaceAll('◆', () => lettersOf(text)));
}

describe.each(places)('text in %s', (_, place, tags) => {
  test.each(hostileTexts)('is letters: %j', (text) => {
    expectLetters(place, tags, text);
  });

  test('is letters, whatever it is made of', () => {
    fc.assert(
      fc.property(hostileStrings, (text) => {
        expectLetters(place, tags, text);
      }),
    );
  });
});

describe('what GitHub makes of plain text', () => {
  test.each([
    ['mentions', '@everyone, @acme/security', /@\w/],
    ['references to issues', '#1 acme/storefront#12', /#\d/],
    ['references to commits', 'deadbee 0123456789abcdef0123456789abcdef01234567', /[0-9a-f]{7}/],
    ['addresses', 'https://a.example ftp://b.example', /:\/\//],
    ['addresses without a scheme', 'www.a.example WWW.B.example _www.c.example', /www\./i],
    ['mail addresses', 'a@b.example a@.b.example', /@[\w.]/],
    ['emoji', ':tada: a:+1:b ::x:', /:[\w+-]+:/],
  ])('has nothing to begin with: %s', (_, text, pattern) => {
    expect(textOf(render(letters(text)))).not.toMatch(pattern);
  });

  test('has nothing to begin with, whatever the text is made of', () => {
    fc.assert(
      fc.property(hostileStrings, (text) => {
        const shown = textOf(render(letters(text)));
        expect(shown).not.toMatch(/@[\p{L}\p{N}.]|#\d|:\/\/|www\.|:[\w+-]+:|\bgh-\d|[\da-f]{7}/iu);
      }),
    );
  });
});

describe('text', () => {
  test.each([
    ['ordinary words', 'ordinary words'],
    ['  white \t\n space  ', 'white space'],
    ['one\r\ntwo\u2028three', 'one two three'],
    ['a\u0000b\u202ec\u200bd\ufeffe\u00adf', 'abcdef'],
    ['5 < 6 & 7 > 2', '5 < 6 & 7 > 2'],
    ['', ''],
    [' \u200b ', ''],
  ])('of %j reads %j', (text, expected) => {
    expect(textOf(render(letters(text))).trim()).toBe(expected);
  });

  test('is one line', () => {
    fc.assert(
      fc.property(hostileStrings, (text) => {
        expect(letters(text)).not.toMatch(/[\r\n\u0085\u2028\u2029]/);
      }),
    );
  });

  test('is cut before it is made safe, so that no escape is cut in two', () => {
    expect(letters('<<<<<<', 4)).toBe('\\<\\<\\<…');
    fc.assert(
      fc.property(hostileStrings, fc.integer({ min: 1, max: 12 }), (text, max) => {
        const html = render(letters(text, max));
        expect(tagsOf(html).filter((tag) => tag !== 'p')).toEqual([]);
        expect(lettersOf(textOf(html)).length).toBeLessThanOrEqual(max);
      }),
    );
  });
});

test('a sentence does not join what an empty code span parts', () => {
  const html = render(String(renderSentence('boom @`\u200b`octocat, see #` `12')));
  expect(html).toBe('<p>boom @\u200boctocat, see #\u200b12</p>');
});

describe('an address in what to do', () => {
  const page = 'https://github.com/scan-gate/scan-gate/blob/main/docs/forks.md';
  test.each([
    ['of our own page is a link', `see ${page}#your-own-fork`, `see [forks](${page}#your-own-fork)`],
    ['of our own page stays one within a sentence', `a ${page}. \`b\``, `a [forks](${page}). \`b\``],
    [
      'control: of another page is letters',
      'see https://a.example/docs/forks.md',
      'see https:\u200b//a.example/docs/forks.md',
    ],
    ['that goes on is letters', `see ${page}?a=b`, `see ${page.replace(':', ':\u200b')}?a=b`],
    [
      'of another host is letters',
      `see ${page.replace('.com', '.com.a')}`,
      `see ${page.replace(':', ':\u200b').replace('.com', '.com.a')}`,
    ],
  ])('%s', (_, sentence, markdown) => {
    expect(String(renderAdvice(sentence))).toBe(markdown);
  });
  test('control: in a sentence that may quote is letters', () => {
    expect(String(renderSentence(page))).toBe(page.replace(':', ':\u200b'));
  });
});

describe('a document of pieces', () => {
  const bold = gfm`**b**`;
  test.each<[string, Markdown, string]>([
    ['escapes a plain string', gfm`- ${'*a* <b> @c `d`'}`, '- \\*a\\* \\<b\\> @\u200bc \\`d\\`'],
    ['keeps Markdown and numbers', gfm`${bold} ${12}`, '**b** 12'],
    ['says nothing for what is missing', gfm`a${null}${undefined}${false}${''}b`, 'ab'],
    ['keeps every letter of its own', gfm`\`a\` <sub>|</sub>`, '`a` <sub>|</sub>'],
    ['has no separator beside what is missing', join([null, 'a', '', [bold, false], gfm``, 'c'], ', '), 'a, **b**, c'],
    ['has no block for what is missing', blocks('a', [], null, [[bold], gfm``], 'c_'), 'a\n\n**b**\n\nc\\_'],
    ['has no item for what is missing', renderList(['a', null, bold, '']), '- a\n- **b**'],
    ['has a cell for what is missing', renderTable(['a|b'], [[null]]), '| a\\|b |\n| :-- |\n|  |'],
    ['escapes the label of a link', renderLink('[a]', 'https://a.example/'), '[\\[a\\]](https://a.example/)'],
    ['trusts only what says so', gfm`${trustAsMarkdown('*a*')}`, '*a*'],
  ])('%s', (_, markdown, expected) => {
    expect(String(markdown)).toBe(expected);
    expect(markdown).toHaveLength(expected.length);
  });
});

describe('a code span', () => {
  test.each([
    ['src/a.ts', '`src/a.ts`'],
    ['a`b', '``a`b``'],
    ['a``b`c', '```a``b`c```'],
    ['`a`', '`` `a` ``'],
    ['`', '`` ` ``'],
    ['a b\nc', '`a b c`'],
    ['', ''],
    [' \u200b ', ''],
  ])('of %j is %j', (text, expected) => {
    expect(String(renderCode(text, MAX) ?? '')).toBe(expected);
  });

  test('shows the letters of hostile text in any place, beside another', () => {
    fc.assert(
      fc.property(hostileStrings, hostileStrings, (one, other) => {
        fc.pre(lettersOf(one) !== '' && lettersOf(other) !== '');
        const [a, b] = [renderCode(one, MAX), renderCode(other, MAX)];
        const html = render(String(gfm`- **x** ${a} · ${one} · ${b}\\\n  ${b} · ${a}`));
        expect(tagsOf(html)).toEqual(['br', 'code', 'li', 'strong', 'ul']);
        const spans = [...html.matchAll(/<code>(.*?)<\/code>/gs)].map(([, code = '']) => lettersOf(textOf(code)));
        const [first, second] = [lettersOf(one), lettersOf(other)];
        expect(spans).toEqual([first, second, second, first]);
      }),
    );
  });

  test('is not opened by the text before it', () => {
    const html = render(String(gfm`${'a ` b'} ${renderCode('<i>', MAX)} ${'`'}`));
    expect(html).toBe('<p>a ` b <code>&lt;i&gt;</code> `</p>');
  });
});

describe('a link', () => {
  const label = renderCode('x', 9);
  test.each([
    ['https://github.com/a/b', 'https://github.com/a/b'],
    ['http://127.0.0.1:8080/a', 'http://127.0.0.1:8080/a'],
    ['https://github.com/a b', 'https://github.com/a%20b'],
    ['https://github.com/a)b(c', 'https://github.com/a%29b%28c'],
    ['https://github.com/<b>', 'https://github.com/%3Cb%3E'],
    ['https://github.com/"onclick="x', 'https://github.com/%22onclick=%22x'],
    ['https://github.com/a\\b', 'https://github.com/a/b'],
    ['https://github.com/a|b`c*d_e~f[g]', 'https://github.com/a%7Cb%60c*d_e~f%5Bg%5D'],
    ['https://github.com/é', 'https://github.com/%C3%A9'],
    ['https://github.com/a%0Ab', 'https://github.com/a%0Ab'],
    ['https://github.com/a\nb', 'https://github.com/ab'],
  ])('to %s leads to %s', (address, expected) => {
    const html = render(String(renderLink(label, address)));
    expect(linksOf(html)).toEqual([expected]);
    expect(tagsOf(html)).toEqual(['a', 'code', 'p']);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'mailto:a@b.example',
    '//github.com/a',
    '/a/b',
    'github.com',
    '',
    'https://',
  ])('is no link to %j', (address) => {
    expect(String(renderLink(label, address))).toBe('`x`');
  });

  test('stays on its server and is all there is, whatever its path is made of', () => {
    fc.assert(
      fc.property(hostileStrings, (path) => {
        const html = render(String(renderLink(label, `https://github.com/acme/${path}`)));
        expect(tagsOf(html)).toEqual(['a', 'code', 'p']);
        expect(linksOf(html)).toHaveLength(1);
        expect(URL.parse(linksOf(html)[0] ?? '')?.origin).toBe('https://github.com');
      }),
    );
  });
});

describe('cutting', () => {
  test.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['abcd', 1, '…'],
    ['a🦊b', 3, 'a…'],
    ['🦊🦊', 3, '🦊…'],
    ['', 1, ''],
  ])('%j to %d gives %j', (text, max, expected) => {
    expect(cut(text, max)).toBe(expected);
  });

  test('never splits a surrogate pair, and never gives more than it may', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, max) => {
        const short = cut(text, max);
        expect(short.isWellFormed()).toBe(true);
        expect(short.length).toBeLessThanOrEqual(max);
        expect(text.startsWith(short.replace(/…$/, '')) || text === short).toBe(true);
      }),
    );
  });
});
