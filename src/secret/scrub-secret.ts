// Owns how secrets are taken out of text that others wrote. Pure.

/** What replaces a secret. */
const MASK = '***';

// The bounds ({1,8}, {0,4}) keep the time in proportion to hostile text. The patterns are kept short, because V8 does
// not optimise one of more than 20 KiB.
/** A per cent sign, itself encoded up to four times. */
const PERCENT = '%(?:25){0,4}';
/** Whatever is no visible ASCII: white space, control and invisible characters; and `+`, which stands for a space. */
const BLANK = '[^!-*,-~]';
// What may stand between two characters of a secret that was wrapped, spaced or quoted by the way: a blank, plain,
// JSON-escaped at any depth, URL-encoded, or as HTML.
const BETWEEN = [
  `(?:${BLANK}`,
  '\\\\{1,8}(?:[bfnrtv]|u(?:00(?:[01].|20|7f|a0)|20[026].|feff)|(?=\\s))',
  `${PERCENT}(?:[01].|20|7f|c2${PERCENT}a[0d]|e2${PERCENT}8[01]${PERCENT}..)`,
  '<\\/?w?br ?\\/?>',
  '&(?:nbsp|shy|#(?:9|1[03]|32|160|173|8203));)*',
].join('|');
/** The same for Base64 and hexadecimal digits, which are wrapped and no more. */
const WRAPPED = `(?:${BLANK}|\\\\{1,8}[nrt])*`;

/** A shorter secret is not looked for in other alphabets, where it would be found by chance. */
const MIN_ENCODED_CHARACTERS = 8;

/**
 * Makes a function that replaces every form of the secrets by `***`: plain in letters of any case, split over lines
 * or white space, escaped for a URL (also in part, also twice), JSON, HTML or Markdown, and as Base64 or hexadecimal
 * digits, alone or within a longer text. Empty secrets are left out. The function is pure, keeps the rest of the text
 * as it is, and takes time in proportion to the text. Never throws.
 */
export function createScrubber(secrets: readonly string[]): (text: string) => string {
  const given = [...new Set(secrets.map((secret) => secret.trim()))]
    .filter((secret) => secret !== '')
    // The longest first, so that a secret within another one leaves no remains.
    .sort((one, other) => other.length - one.length);
  const searches = [...given.map(toPlainSearch), ...toInner(given).map(toEncodedSearch)];
  return (text) => searches.reduce((rest, search) => search(rest), text);
}

/** Takes one form of a secret out of a text. */
type Search = (text: string) => string;

/** Patterns of the parts of a secret, in order; any of these forms is looked for. */
interface Forms {
  readonly forms: readonly (readonly string[])[];
  readonly between: string;
  readonly flags: 'g' | 'gi';
  /** Characters of the shortest text that can match. */
  readonly atLeast: number;
}

/** Parts that a text must hold before the whole is looked for. */
const HINT_PARTS = 8;

/** The pattern of the whole takes V8 several milliseconds to compile, and most runs never meet a text that needs it. */
function toSearch({ forms, between, flags, atLeast }: Forms): Search {
  const toSource = (parts: number): string =>
    forms.map((form) => form.slice(0, parts).join(between)).join('|');
  const hint = new RegExp(toSource(HINT_PARTS), flags.replace('g', ''));
  let whole: RegExp | undefined;
  return (text) => {
    // Most texts of a long answer are shorter than any form of a secret.
    if (text.length < atLeast || !hint.test(text)) return text;
    whole ??= new RegExp(toSource(Infinity), flags);
    return text.replace(whole, MASK);
  };
}

/** Those to look for in other alphabets: where a secret is a part of another, its digits are a part of the other's. */
function toInner(secrets: readonly string[]): readonly string[] {
  return secrets.filter(
    (secret) =>
      secret.length >= MIN_ENCODED_CHARACTERS &&
      !secrets.some((other) => other !== secret && secret.includes(other)),
  );
}

/** Scrubs every key and text of a JSON value; what is nested deeper than eight levels becomes `***`. */
export function scrubValue(value: unknown, scrub: (text: string) => string, depth = 8): unknown {
  if (typeof value === 'string') return scrub(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return MASK;
  if (Array.isArray(value)) return value.map((entry) => scrubValue(entry, scrub, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [scrub(key), scrubValue(entry, scrub, depth - 1)]),
  );
}

/** In letters of any case: a host name comes in small ones whatever was sent. */
function toPlainSearch(secret: string): Search {
  const forms = [Array.from(secret, patternOf)];
  return toSearch({ forms, between: BETWEEN, flags: 'gi', atLeast: secret.length });
}

/** Of the Base64 text, as it stands, in an address, or escaped for Markdown; and of the hexadecimal digits. */
function toEncodedSearch(secret: string): Search {
  const cores = [...new Set(toBase64Cores(secret))];
  const forms = [
    ...cores.map((core) => Array.from(core, (digit) => BASE64_DIGITS[digit] ?? digit)),
    Array.from(Buffer.from(secret), (byte) => toAnyCase(hex(byte, 2))),
  ];
  const atLeast = Math.min(...cores.map((core) => core.length));
  return toSearch({ forms, between: WRAPPED, flags: 'g', atLeast });
}

function toAnyCase(digits: string): string {
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** The digits that are not always themselves. */
const BASE64_DIGITS: Readonly<Record<string, string>> = {
  '+': `(?:\\+|${PERCENT}2[bB])`,
  '/': `(?:\\\\{0,8}\\/|${PERCENT}2[fF])`,
  _: '\\\\{0,8}_',
};

/**
 * The Base64 text of a secret for each of the three places at which it can begin in a longer text that was encoded as
 * a whole, without the digits that depend on what stands beside it.
 */
function toBase64Cores(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return (['base64', 'base64url'] as const).flatMap((alphabet) =>
    [0, 1, 2].map((before) => {
      const text = Buffer.concat([Buffer.alloc(before), bytes]).toString(alphabet);
      const end = Math.floor(((before + bytes.length) * 8) / 6);
      return text.slice(Math.ceil((before * 8) / 6), end);
    }),
  );
}

/** What HTML calls the characters that it escapes. */
const HTML_NAMES: Readonly<Record<string, string>> = {
  '&': '|amp',
  '<': '|lt',
  '>': '|gt',
  '"': '|quot',
  "'": '|apos',
};

function patternOf(character: string): string {
  const literal = character.replace(/[$()*+./?[\\\]^{|}-]/, '\\$&');
  const bytes = [...new TextEncoder().encode(character)].map((byte) => PERCENT + hex(byte, 2));
  const units = Array.from(
    { length: character.length },
    (_, index) => `\\\\{1,8}u${hex(character.charCodeAt(index), 4)}`,
  );
  const code = character.codePointAt(0) ?? 0;
  const html = `#0*${code}|#x0*${hex(code, 1)}${HTML_NAMES[character] ?? ''}`;
  // JSON escapes a few with a backslash of their own, Markdown every sign.
  const escape = /[!-/:-@[-`{-~]/.test(character) ? '\\\\{0,8}' : '';
  return `(?:${escape}${literal}|${bytes.join('')}|${units.join('')}|\\\\{1,8}x${hex(code, 2)}|&(?:amp;){0,4}(?:${html});?)`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
