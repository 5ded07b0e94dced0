// Owns the proof that the search for secrets finds them in every disguise, and nothing where there is none.
import { describe, expect, test } from '@jest/globals';
import { formsIn } from '../e2e/leak.ts';

const key = 'svc_test_a+b/c=d&e%f~g"h\\iJ-k<l>';
const split = (by: string): string => Array.from(key).join(by);
const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('a key is found', () => {
  test.each([
    ['plain', key],
    ['in capitals', key.toUpperCase()],
    ['URL-encoded', encodeURIComponent(key)],
    ['URL-encoded twice', encodeURIComponent(encodeURIComponent(key))],
    ['URL-encoded in every byte', percent(key)],
    ['URL-encoded in capitals', percent(key).toUpperCase()],
    ['in JSON', JSON.stringify(key)],
    ['in JSON in JSON', JSON.stringify(JSON.stringify({ key }))],
    ['in JSON as numbers', Array.from(key, (c) => `\\u00${percent(c).slice(1)}`).join('')],
    ['escaped for Markdown', key.replace(/[^\w]|_/gu, '\\$&')],
    ['escaped for Markdown in JSON', JSON.stringify(key.replace(/[^\w]|_/gu, '\\$&'))],
    ['as HTML', key.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')],
    ['as HTML in decimal', Array.from(key, (c) => `&#${c.codePointAt(0)};`).join('')],
    ['as HTML in hexadecimal', Array.from(key, (c) => `&#x${percent(c).slice(1)};`).join('')],
    ['split over lines', split('\n')],
    ['split over lines of JSON', JSON.stringify(split('\r\n'))],
    ['split over lines of HTML', split('<br>')],
    ['split over lines of an address', split('%0A')],
    ['split by zero-width spaces', split('\u200b')],
    ['split by soft hyphens', split('\u00ad')],
    ['split by tags that nobody sees', split('\u{e0041}')],
    ['split by variation selectors', split('\ufe0f')],
    ['in Base64', base64(key)],
    ['in Base64 for an address', Buffer.from(key).toString('base64url')],
    ['in Base64 of its header', base64(`Bearer ${key}`)],
    ['in Base64 of a user and it', base64(`x:${key}`)],
    ['in Base64 over lines', base64(`Bearer ${key}`).replace(/.{10}/gu, '$&\n')],
    ['in hexadecimal', Buffer.from(key).toString('hex')],
    ['cut at its end', `${key.slice(0, 13)}…`],
    ['cut at its beginning', `…${key.slice(-12)}`],
    ['cut, and escaped for Markdown', `${key.slice(0, 13).replace(/\W|_/gu, '\\$&')}…`],
    ['cut in Base64', base64(`Authorization: Bearer ${key}`).slice(0, 52)],
  ])('%s', (_, form) => {
    expect(formsIn(`before ${form} after`, [key])).not.toEqual([]);
  });

  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  test.each<[form: string, text: string, length: number]>([
    ['plain', letters, 12],
    ['hex', Buffer.from(letters).toString('hex'), 24],
    ['Base64', base64(letters), 16],
    ['Base64', base64(`1${letters}`).slice(2, 49), 16],
    ['Base64', base64(`12${letters}`).slice(3, 50), 16],
  ])('%s, by each fragment wherever it begins, and by no shorter one', (form, text, length) => {
    for (let at = 0; at + length <= text.length; at += 1) {
      const fragment = text.slice(at, at + length);
      expect(formsIn(`_${fragment}_`, [letters])).toEqual([form]);
      expect(formsIn(`_${fragment.slice(1)}_`, [letters])).toEqual([]);
    }
  });

  test('that is shorter than a fragment, as a whole alone', () => {
    expect(formsIn('a short-key is here', ['short-key'])).toEqual(['plain']);
    expect(formsIn('a short-ke is here', ['short-key'])).toEqual([]);
  });
});

describe('no key is found', () => {
  test.each([
    ['in its prefix', 'svc_test_ and svc_live_'],
    ['in eleven characters of it', key.slice(0, 10)],
    ['in a mask', 'Authorization: Bearer ***'],
    ['in nothing', ''],
  ])('%s', (_, text) => {
    expect(formsIn(text, [key])).toEqual([]);
  });

  test('where there is none', () => {
    expect(formsIn('anything', ['', ' '])).toEqual([]);
  });
});
