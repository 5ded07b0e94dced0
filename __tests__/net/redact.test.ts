// The redaction of secrets: every form, every run of twelve characters, nothing else, in linear time.
import { createRedactor } from '../../src/net/redact.ts';
import { growthOf, LINEAR_AT_MOST } from '../harness/growth.ts';
import { fc } from '../harness/random.ts';
import { describe, expect, test } from '../jest.ts';

const KEY = 'svc_live_a+b/c=d&e"f\\g<h>i\'j(k)l~m n';
const PLAIN_KEY = 'svc_live_aB3xY9kLmN0pQrStUvWx';
const { text: redact } = createRedactor([KEY]);

const percent = (text: string, signs: RegExp): string =>
  text.replace(signs, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Each way to write a key that GitHub's runner masks. */
const forms: readonly (readonly [name: string, (key: string) => string])[] = [
  ['as it is', (key) => key],
  ['in a URL', (key) => encodeURIComponent(key)],
  ['in a URL with small letters', (key) => encodeURIComponent(key).replace(/%../g, (sign) => sign.toLowerCase())],
  ['in a form', (key) => percent(encodeURIComponent(key), /[!'()~]/g).replaceAll('%20', '+')],
  ['in a URL, every sign', (key) => percent(encodeURIComponent(key), /[!'()*]/g)],
  ['in JSON', (key) => JSON.stringify(key).slice(1, -1)],
  [
    'in XML',
    (key) =>
      key
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&apos;'),
  ],
];

/** As GitHub's tokens of an app are to be: a JWT behind their prefix, 520 characters in all. */
const part = (length: number, seed: number): string =>
  Array.from({ length }, (_, at) => 'aB3xY9kLmN0pQ-rS_tUv'[(at * at * seed + at * 7 + seed) % 20]).join('');
const LONG_TOKEN = `ghs_${part(36, 1)}.${part(392, 3)}.${part(86, 7)}`;

test('a token that is a JWT is replaced as any other: as a whole, by its parts, and in Base64', () => {
  const { text, value } = createRedactor([PLAIN_KEY, LONG_TOKEN]);
  expect(LONG_TOKEN).toHaveLength(520);
  expect(text(`bearer ${LONG_TOKEN}.`)).toBe('bearer ***.');
  expect(LONG_TOKEN.split('.').map((each) => text(`"${each}"`))).toEqual(['"***"', '"***"', '"***"']);
  expect(value({ [LONG_TOKEN]: [LONG_TOKEN.slice(200, 212)] })).toEqual({ '***': ['***'] });
  expect(text(btoa(`x-access-token:${LONG_TOKEN}`)).length).toBeLessThan(40);
});

test.each([
  ['half a character', 'a \ud83d b', 'a \ufffd b'],
  ['halves that stand the wrong way round', '\udd11\ud83d', '\ufffd\ufffd'],
  ['half a character beside the key', `\ud83d${PLAIN_KEY}`, '\ufffd***'],
  // Control.
  ['a whole one', '\ud83d\udd11', '\ud83d\udd11'],
])('%s is well-formed in texts, values and keys', (_, given, is) => {
  const { text, value } = createRedactor([PLAIN_KEY]);
  expect([text(given), value({ [given]: [given] })]).toEqual([is, { [is]: [is] }]);
});

describe('a secret is replaced', () => {
  test.each(forms)('%s', (_, write) => {
    expect(redact(`before ${write(KEY)} after`)).toBe('before *** after');
    expect(redact(write(KEY))).toBe('***');
  });

  test.each([0, 1, 2])('in Base64, at offset %i of a longer text', (offset) => {
    const key = `${KEY}???>>>`;
    const { text } = createRedactor([key]);
    const before = 'xyz'.slice(0, offset);
    for (const after of ['', ', and more']) {
      const digits = btoa(before + key + after);
      const left = text(digits);
      expect(left).toMatch(/^[\w+/]{0,5}\*\*\*[\w+/=]*$/);
      // What is left are the digits that depend on what stands beside the key.
      expect(left.length).toBeLessThan(digits.length - Math.floor((key.length * 4) / 3) + 6);
      expect(text(left)).toBe(left);
    }
  });

  test.each(forms)('in each run of twelve characters, and in none of eleven: %s', (_, write) => {
    const form = write(KEY);
    for (let at = 0; at + 12 <= form.length; at += 1) {
      expect(redact(`\n${form.slice(at, at + 12)}\n`)).toBe('\n***\n');
      const eleven = `\n${form.slice(at, at + 11)}\n`;
      expect(redact(eleven)).toBe(eleven);
    }
  });

  test('wherever it stands, whole, and each time', () => {
    expect(redact(`${KEY}${KEY}, ${KEY}`)).toBe('******, ***');
    for (let before = 0; before < 30; before += 1) {
      const padding = 'x'.repeat(before);
      expect(redact(`${padding}${KEY}${padding}`)).toBe(`${padding}***${padding}`);
    }
  });

  test.each<[string, readonly string[], string, string]>([
    ['two that overlap, as one', ['abcdefghijklmn', 'klmnopqrstuvwx'], '<abcdefghijklmnopqrstuvwx>', '<***>'],
    ['a short one within a long one', ['abcdefghijklmnop', 'cde'], 'cde abcdefghijklmnop', '*** ***'],
    ['a short one across the end of a long one', ['abcdefghijkl', 'klm'], 'abcdefghijklm', '***'],
    ['a short one, whole', ['key'], 'a key, ke, keykey', 'a ***, ke, ******'],
    ['a short one in a URL', ['a/b'], 'a%2Fb', '***'],
    ['a short one, not its digits', ['key'], 'a2V5', 'a2V5'],
    ['one of eight characters, and its digits', ['password'], `${btoa('password')} password`, '***Q= ***'],
    ['the digits of one that has few characters and many bytes', ['密码密码'], '5a+G56CB5a+G56CB', '***'],
    ['a short one that overlaps itself', ['aa'], 'aaa', '***'],
    ['one with white space around it', [' abcdefghijkl\n'], 'abcdefghijkl', '***'],
    ['none', [], 'text', 'text'],
    ['an empty one', ['', ' '], 'a text', 'a text'],
  ])('%s', (_, secrets, text, expected) => {
    expect(createRedactor(secrets).text(text)).toBe(expected);
  });

  test.each<[string, string]>([
    ['in the other case of letters', 'SVC_LIVE_AB3XY9KLMN0PQRSTUVWX'],
    ['split by white space', 'svc_live_aB\n3xY9kLmN0pQ rStUvWx'],
    ['split by characters that nobody sees', Array.from(PLAIN_KEY).join('\u200b')],
    ['as hexadecimal bytes', Buffer.from(PLAIN_KEY).toString('hex')],
  ])('but not %s, which the runner does not hide either', (_, text) => {
    expect(createRedactor([PLAIN_KEY]).text(text)).toBe(text);
  });

  test('exactly where a text has twelve characters of it in a row, whatever secrets and text are', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'B'), minLength: 12, maxLength: 40 });
    const piece = fc.string({ unit: fc.constantFrom('a', 'a', 'b', 'b', 'B', 'c'), maxLength: 40 });
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 3 }), fc.array(piece), (keys, parts) => {
        const text = [...parts, keys[0], ...parts].join('c');
        expect(createRedactor(keys).text(text)).toBe(redactSlowly(text, keys));
      }),
    );
  });
});

/** The same by its definition, for letters that no form escapes; digits of Base64 are others. */
function redactSlowly(text: string, keys: readonly string[]): string {
  let result = '';
  let end = 0;
  let from = 0;
  for (let at = 0; at + 12 <= text.length; at += 1) {
    const window = text.slice(at, at + 12);
    if (!keys.some((key) => key.includes(window))) continue;
    if (at >= end) result += `${text.slice(from, at)}***`;
    end = at + 12;
    from = end;
  }
  return result + text.slice(from);
}

describe('a JSON value', () => {
  const { value: redactValue } = createRedactor([PLAIN_KEY]);

  test('is redacted in every string and key', () => {
    const value = JSON.parse(
      `{"x${PLAIN_KEY}":[{"a":"${PLAIN_KEY}!"},1,null,true],"__proto__":["${PLAIN_KEY}"],"b":{}}`,
    ) as unknown;
    const expected = '{"x***":[{"a":"***!"},1,null,true],"__proto__":["***"],"b":{}}';
    expect(JSON.stringify(redactValue(value))).toBe(expected);
    expect(redactValue(PLAIN_KEY)).toBe('***');
    expect(redactValue(PLAIN_KEY.slice(0, 12))).toBe('***');
  });

  test('is redacted where the secret is short, and all there is', () => {
    expect(createRedactor(['key']).value({ a: 'key', key: 1 })).toEqual({ a: '***', '***': 1 });
  });

  test.each([[{ a: ['text', { b: null }] }], [[]], ['text'], [1], [null]])(
    'stays the same object where it holds no secret: %j',
    (value) => {
      expect(redactValue(value)).toBe(value);
    },
  );

  test('that nests too deep is cut to what any code can read', () => {
    const nest = (levels: number, inner: string): string =>
      '[{"a":'.repeat(levels / 2) + inner + '}]'.repeat(levels / 2);
    const deepest = JSON.parse(nest(100, `"${PLAIN_KEY}"`)) as unknown;
    expect(JSON.stringify(redactValue(deepest))).toBe(nest(100, '"***"'));
    const tooDeep = JSON.parse(nest(200_000, '"x"')) as unknown;
    expect(JSON.stringify(redactValue(tooDeep))).toBe(nest(100, '"***"'));
  });
});

// A quarter of a megabyte, of which a cost that is not linear would take seconds already.
describe('a megabyte costs less than a second', () => {
  const BYTES = 20_000;
  const digits = btoa(PLAIN_KEY);
  const { text: redactText, value: redactValue } = createRedactor([PLAIN_KEY, LONG_TOKEN]);

  test.each([
    ['line breaks', '\n'],
    ['%0s', '%0s'],
    ['%e2%80%73', '%e2%80%73'],
    ['%25 over and over', '%25'],
    ['backslashes', '\\'],
    ['the first letters of the key', PLAIN_KEY.slice(0, 9)],
    ['eleven letters of the key', `${PLAIN_KEY.slice(0, 11)}\n`],
    ['the key', PLAIN_KEY],
    ['its Base64', digits],
    ['the token', LONG_TOKEN],
    ['eleven letters of the token', `${LONG_TOKEN.slice(100, 111)}\n`],
    ['halves of characters', '\ud800'],
  ])('of %s', (_, part) => {
    const textOf = (bytes: number): string => part.repeat(Math.ceil(bytes / part.length));
    const valueOf = (bytes: number): object => ({
      [textOf(bytes)]: textOf(bytes),
      words: Array.from({ length: bytes / 20 }, () => part.repeat(20).slice(0, 20)),
    });
    expect(growthOf((bytes) => redactText(textOf(bytes)), BYTES)).toBeLessThanOrEqual(LINEAR_AT_MOST);
    expect(growthOf((bytes) => redactValue(valueOf(bytes)), BYTES)).toBeLessThanOrEqual(LINEAR_AT_MOST);
  });

  test('also for a secret that repeats itself', () => {
    const { text: redactSame } = createRedactor(['a'.repeat(300)]);
    for (const part of ['a', `${'a'.repeat(11)}b`, `${'a'.repeat(299)}b`]) {
      const redact = (bytes: number): unknown => redactSame(part.repeat(Math.ceil(bytes / part.length)));
      expect(growthOf(redact, BYTES)).toBeLessThanOrEqual(LINEAR_AT_MOST);
    }
  });
});
