// Owns how secrets are taken out of text that others wrote. Pure.

/** What replaces a secret. */
const MASK = '***';

// The bounds ({1,8}, {0,4}) keep the time in proportion to hostile text.
// What may stand between two characters of a secret that was wrapped, spaced or quoted by the way:
// white space, control and invisible characters (plain, JSON-escaped at any depth, or URL-encoded), `+` for a space.
const BETWEEN = [
  '(?:[\\s\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8+]',
  '\\\\{1,8}(?:[bfnrtv]|u00[01][\\da-fA-F]|u00(?:20|7[fF]|[aA]0)|u20(?:0[b-dB-D]|2[89]|60)|u[fF][eE][fF]{2}|(?=\\s))',
  '%(?:25){0,4}(?:[01][\\da-fA-F]|20|7[fF]))*',
].join('|');

/**
 * Makes a function that replaces every form of the secrets by `***`: plain, URL-encoded (also in part, also
 * twice), JSON-escaped, and split over lines or white space. Empty secrets are left out. The function is
 * pure, keeps the rest of the text as it is, and takes time in proportion to the text. Never throws.
 */
export function createScrubber(secrets: readonly string[]): (text: string) => string {
  const patterns = [...new Set(secrets.map((secret) => secret.trim()))]
    .filter((secret) => secret !== '')
    // The longest first, so that a secret within another one leaves no remains.
    .sort((one, other) => other.length - one.length)
    .map((secret) => Array.from(secret, patternOf).join(BETWEEN));
  if (patterns.length === 0) return (text) => text;
  const pattern = new RegExp(patterns.join('|'), 'g');
  return (text) => text.replace(pattern, MASK);
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

function patternOf(character: string): string {
  const literal = character.replace(/[$()*+./?[\\\]^{|}-]/, '\\$&');
  const bytes = [...new TextEncoder().encode(character)].map(
    (byte) => `%(?:25){0,4}${hex(byte, 2)}`,
  );
  const units = Array.from(
    { length: character.length },
    (_, index) => `\\\\{1,8}u${hex(character.charCodeAt(index), 4)}`,
  );
  // JSON may escape these with a backslash of their own.
  const escape = /["\\/]/.test(character) ? '\\\\{0,8}' : '';
  return `(?:${escape}${literal}|${bytes.join('')}|${units.join('')})`;
}

function hex(value: number, digits: number): string {
  return value
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
