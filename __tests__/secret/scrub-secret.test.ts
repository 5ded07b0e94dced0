import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createScrubber, scrubValue } from '../../src/secret/scrub-secret.ts';

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
  ])('%s', (_, form) => {
    expect(scrub(`before ${form} after`)).toBe('before *** after');
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
  ])('%s', (_, text) => {
    expect(scrub(text)).toBe(text);
  });

  test('when there are no secrets, or only empty ones', () => {
    expect(createScrubber([])('text')).toBe('text');
    expect(createScrubber(['', ' '])('a text')).toBe('a text');
  });
});

test('takes time in proportion to hostile text', () => {
  const hostile = ['s\\', 's ', 's%25', '\\\\', 's\\\\', 's\\u00'].map((part) =>
    part.repeat(200_000),
  );
  const before = performance.now();
  for (const text of [...hostile, `s${' '.repeat(1_000_000)}`, `s${'\\'.repeat(3_000)}`]) {
    scrub(text);
  }
  expect(performance.now() - before).toBeLessThan(3_000);
});

test('reaches every key and text of a value, and replaces what is nested too deep', () => {
  const value = { [`x${KEY}`]: [{ a: KEY }, 1, null, true], b: [[[[[[[['deep']]]]]]]] };
  expect(scrubValue(value, scrub)).toEqual({
    'x***': [{ a: '***' }, 1, null, true],
    b: [[[[[[['***']]]]]]],
  });
});
