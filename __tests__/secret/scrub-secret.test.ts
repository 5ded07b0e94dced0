// Owns the proof that a secret is taken out of any text, in every form, and nothing else is.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createScrubber, scrubValue } from '../../src/secret/scrub-secret.ts';
import { formsIn } from '../e2e/leak.ts';
import { IN_PROPORTION_MS } from '../platform.ts';

const KEY = 'svc_live_aB/c+d=9';
const scrub = createScrubber([KEY]);
const everyByte = (hex: (code: string) => string): string =>
  Array.from(KEY, (character) => hex(character.charCodeAt(0).toString(16).padStart(2, '0'))).join(
    '',
  );

describe('a secret is replaced', () => {
  test.each<[string, string]>([
    ['plain', KEY],
    ['URL-encoded', encodeURIComponent(KEY)],
    ['URL-encoded in part', KEY.replace('_', '%5F')],
    ['URL-encoded in lower case', KEY.replace('/', '%2f')],
    ['URL-encoded in every byte', everyByte((code) => `%${code}`)],
    ['URL-encoded twice', encodeURIComponent(encodeURIComponent(KEY))],
    ['JSON-escaped in every character', everyByte((code) => `\\u00${code}`)],
    ['JSON-escaped slash', KEY.replace('/', '\\/')],
    ['split by a line break', `${KEY.slice(0, 5)}\n${KEY.slice(5)}`],
    ['split by a line break and an indent', `${KEY.slice(0, 5)}\r\n    ${KEY.slice(5)}`],
    ['split by a continued line', `${KEY.slice(0, 5)}\\\n${KEY.slice(5)}`],
    ['split by a JSON-escaped line break', `${KEY.slice(0, 5)}\\n${KEY.slice(5)}`],
    ['split by a line break escaped twice', `${KEY.slice(0, 5)}\\\\r\\\\n${KEY.slice(5)}`],
    ['split by \\u000A', `${KEY.slice(0, 5)}\\u000A${KEY.slice(5)}`],
    ['split by a URL-encoded line break', `${KEY.slice(0, 5)}%0D%0A${KEY.slice(5)}`],
    ['split by an encoded space', `${KEY.slice(0, 5)}%20${KEY.slice(5, 9)}+${KEY.slice(9)}`],
    ['split by invisible characters', Array.from(KEY).join('\u200b')],
    ['split between all characters', Array.from(KEY).join(' ')],
    ['split by characters of other planes that nobody sees', Array.from(KEY).join('\u{e0041}')],
    ['split by line breaks of HTML', Array.from(KEY).join('<br>')],
    ['split by spaces of HTML', Array.from(KEY).join('&nbsp;')],
    ['split by URL-encoded zero-width spaces', Array.from(KEY).join('%E2%80%8B')],
    ['in small letters', KEY.toLowerCase()],
    ['in capitals', KEY.toUpperCase()],
    ['escaped for Markdown', KEY.replace(/[^a-z\d]/gi, '\\$&')],
    [
      'escaped for Markdown in JSON',
      JSON.stringify(KEY.replace(/[^a-z\d]/gi, '\\$&')).slice(1, -1),
    ],
    ['as HTML in decimal', everyByte((code) => `&#${Number.parseInt(code, 16)};`)],
    ['as HTML in hexadecimal', everyByte((code) => `&#x${code};`)],
    ['as HTML in HTML', everyByte((code) => `&amp;#x${code};`)],
    ['escaped for a programming language', everyByte((code) => `\\x${code}`)],
    ['as hexadecimal digits', everyByte((code) => code)],
    ['as hexadecimal digits in capitals', everyByte((code) => code.toUpperCase())],
    ['as hexadecimal digits with gaps', everyByte((code) => `${code} `).trim()],
  ])('%s', (_, form) => {
    expect(scrub(`before ${form} after`)).toBe('before *** after');
  });

  test.each([
    ['alone', ''],
    ['of its header', 'Bearer '],
    ['of a user and it', 'x:'],
    ['of a word and it', 'key='],
    ['of words and it', 'a key '],
  ])('in the Base64 text %s', (_, before) => {
    const plain = `${before}${KEY}, and more of it`;
    for (const alphabet of ['base64', 'base64url'] as const) {
      const text = Buffer.from(plain).toString(alphabet);
      for (const form of [text, text.replace(/.{9}/g, '$&\r\n'), encodeURIComponent(text)]) {
        const rest = scrub(form);
        expect(rest).toContain('***');
        expect(formsIn(rest, [KEY])).toEqual([]);
      }
    }
  });

  test.each([KEY, KEY.slice(9)])(
    'in Base64, whether or not it is a part of another: %s',
    (shown) => {
      const inner = KEY.slice(9);
      const text = createScrubber([KEY, inner])(btoa(`Bearer ${shown}`));
      expect(formsIn(text, [inner])).toEqual([]);
    },
  );

  test.each(['<', '>', '&', '"', "'"])('as HTML names %s', (sign) => {
    const secret = `secret${sign}part`;
    const names = { '<': 'lt', '>': 'gt', '&': 'amp', '"': 'quot', "'": 'apos' };
    const name = Object.entries(names).find(([known]) => known === sign)?.[1];
    expect(createScrubber([secret])(`a secret&${name};part b`)).toBe('a *** b');
  });

  test('wherever it stands, and each time', () => {
    expect(scrub(`${KEY}${KEY}, ${KEY}`)).toBe('******, ***');
  });

  test('whole, when another secret is a part of it', () => {
    expect(createScrubber(['abc', 'xabcx'])('xabcx abc')).toBe('*** ***');
  });

  test('for any key, any split and any mixture of encodings', () => {
    const character = fc.constantFrom(...Array.from('abzAZ09_-.~+/=!$^*(){}[]|?'));
    const between = fc.constantFrom('', '', '', '\n', ' ', '\\n', '%0a', '\t\r\n');
    const encode = fc.constantFrom(
      (text: string) => text,
      (text: string) => `%${text.charCodeAt(0).toString(16)}`,
      (text: string) => `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const part = fc.tuple(character, encode, between);
    fc.assert(
      fc.property(fc.array(part, { minLength: 8, maxLength: 40 }), (parts) => {
        const secret = parts.map(([plain]) => plain).join('');
        const form = parts
          .map(([plain, how, gap], index) => how(plain) + (index + 1 < parts.length ? gap : ''))
          .join('');
        expect(createScrubber([secret])(`<${form}>`)).toBe('<***>');
      }),
    );
  });
});

describe('everything else stays', () => {
  test.each<[string, string]>([
    ['text without it', 'nothing to see, svc_live_ neither'],
    ['white space', ' a \n b '],
    ['a part of it', KEY.slice(0, 12)],
    ['text that is shorter', 'svc'],
    ['other Base64', btoa('Bearer svc_live_other-key')],
  ])('%s', (_, text) => {
    expect(scrub(text)).toBe(text);
  });

  test('what could be a short secret in another alphabet', () => {
    expect(createScrubber(['key'])('a2V5 6b6579 key')).toBe('a2V5 6b6579 ***');
  });

  test('when there are no secrets, or only empty ones', () => {
    expect(createScrubber([])('text')).toBe('text');
    expect(createScrubber(['', ' '])('a text')).toBe('a text');
  });
});

test('takes time in proportion to hostile text', () => {
  const hostile = [
    ...['s\\', 's ', 's%25', '\\\\', 's\\\\', 's\\u00', 's&#', 's&amp;', '&amp;', 's<br>', 's+'],
    ...['c3', 'c3\\n', '73', '7 3 ', '\\_', '&#0', '\u{e0041}'],
  ].map((part) => part.repeat(200_000));
  const before = performance.now();
  for (const text of [...hostile, `s${' '.repeat(1_000_000)}`, `s${'\\'.repeat(3_000)}`]) {
    scrub(text);
  }
  expect(performance.now() - before).toBeLessThan(IN_PROPORTION_MS);
});

test('reaches every key and text of a value, and replaces what is nested too deep', () => {
  const value = { [`x${KEY}`]: [{ a: KEY }, 1, null, true], b: [[[[[[[['deep']]]]]]]] };
  expect(scrubValue(value, scrub)).toEqual({
    'x***': [{ a: '***' }, 1, null, true],
    b: [[[[[[['***']]]]]]],
  });
});
