// Redaction of secrets in everything that comes from the network, in linear time. Pure.

/** What replaces a secret. */
const MASK = '***';
/** A run of this many characters of a secret, or of one of its encoded forms, is replaced. A shorter form is replaced only as a whole. */
const MIN_RUN = 12;
/** To be fast, most of a text is only sampled, by so many characters. */
const SAMPLE = 6;
/** Every run of MIN_RUN characters contains a whole sample that starts at a multiple of this. */
const STRIDE = MIN_RUN - SAMPLE + 1;
/** The Base64 or the bytes of a shorter secret would match by chance. */
const MIN_ENCODED = 8;
/** Answers have about a dozen levels. Anything nested deeper than this is replaced, so that later code may recurse. */
const MAX_DEPTH = 100;
/** What nobody sees in a log or a comment, though it splits a text. White space shows. */
const INVISIBLE = /[[\p{Cc}\p{Cf}\p{Surrogate}\p{Default_Ignorable_Code_Point}\u2800]--[\t\n\r]]/gv;
/** Between hexadecimal bytes: nothing, as in dumps and fingerprints, in a URL, in a string of a program. */
const HEX_SEPARATORS = ['', ' ', ':', '-', '%', String.raw`\x`];
/** A key of the service is secret even without its prefix, whatever brand that names. */
const KEY_PREFIX = /^[a-z][a-z\d]*_(?:live|test)_(?=.{8})/is;

/** Removes secrets from untrusted data. */
export interface Redactor {
  /** The text with `***` in place of each run of a secret; the same text if there is none. */
  readonly text: (text: string) => string;
  /**
   * The JSON value with every string and key redacted; the same object if there is nothing to redact.
   * Anything nested deeper than 100 levels becomes `***`.
   */
  readonly value: (json: unknown) => unknown;
}

/**
 * Creates a redactor for secrets in the forms that GitHub's runner masks (plain, Base64 at any of the three offsets,
 * and escaped for a URL, JSON or XML) and as hexadecimal bytes. It replaces each run of 12 or more characters of a form,
 * and each whole shorter form, whatever the case of its letters and whatever invisible characters are in between.
 * Overlapping matches become one mask. Secrets are trimmed; empty ones are ignored. Never throws.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const forms = [...new Set(secrets.flatMap((secret) => toForms(secret.trim())).map((form) => fold(toVisible(form))))];
  const long = forms.filter((form) => form.length >= MIN_RUN);
  const short = forms.filter((form) => form !== '' && form.length < MIN_RUN);
  const sought = {
    runs: new Set(long.flatMap((form) => toPieces(form, MIN_RUN))),
    samples: new Set(long.flatMap((form) => toPieces(form, SAMPLE))),
  };
  const find = (visible: string): readonly Range[] => {
    const folded = fold(visible);
    return [...findRuns(folded, sought), ...short.flatMap((form) => findAll(folded, form))];
  };
  const redact = (text: string): string => {
    const visible = toVisible(text);
    return replaceRanges(text, toWhole(text, visible, find(visible)));
  };
  // Most strings of an answer are shorter than whatever is sought.
  const least = Math.min(MIN_RUN, ...short.map(({ length }) => length));
  const holds = (text: string): boolean => text.length >= least && find(toVisible(text)).length > 0;
  return {
    text: redact,
    value: (json) => (holdsAnywhere(json, holds) ? redactValue(json, redact) : json),
  };
}

/** A part of a text, from `start` (inclusive) to `end` (exclusive). */
interface Range {
  readonly start: number;
  end: number;
}

function toForms(secret: string): readonly string[] {
  return [...new Set([secret, secret.replace(KEY_PREFIX, '')])].flatMap((plain) => [
    plain,
    encodeUri(plain),
    // Like the runner, which escapes more characters.
    encodeUri(plain).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    JSON.stringify(plain).slice(1, -1),
    plain.replace(/[&<>"']/g, (sign) => XML_ESCAPES[sign] ?? sign),
    ...(plain.length < MIN_ENCODED ? [] : [...toBase64(plain), ...toHex(plain)]),
  ]);
}

const XML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function encodeUri(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/**
 * The digits at each of the three offsets in a longer text, in either alphabet, without those that also depend on the
 * neighbouring bytes.
 */
function toBase64(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  // One character for each byte: `btoa` takes no others.
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return [0, 1, 2].flatMap((offset) => {
    const start = Math.ceil((offset * 8) / 6);
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    const digits = btoa('\0'.repeat(offset) + text).slice(start, end);
    return [digits, digits.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function toHex(secret: string): readonly string[] {
  const bytes = Array.from(new TextEncoder().encode(secret), (byte) => byte.toString(16).padStart(2, '0'));
  return HEX_SEPARATORS.map((separator) => bytes.join(separator));
}

function toPieces(form: string, length: number): readonly string[] {
  return Array.from({ length: form.length - length + 1 }, (_, at) => form.slice(at, at + length));
}

function toVisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Turns parts of the visible text into those of the text itself. */
function toWhole(text: string, visible: string, ranges: readonly Range[]): readonly Range[] {
  if (visible === text || ranges.length === 0) return ranges;
  const places = new Uint32Array(visible.length);
  let count = 0;
  let place = 0;
  for (const character of text) {
    // Of a character that was left out, nothing in the visible text is the same.
    if (visible.startsWith(character, count)) {
      for (let unit = 0; unit < character.length; unit += 1) places[count++] = place + unit;
    }
    place += character.length;
  }
  const placeOf = (at: number): number => places[at] ?? 0;
  return ranges.map(({ start, end }) => ({ start: placeOf(start), end: placeOf(end - 1) + 1 }));
}

/** Without the case of letters, of the same length: `İ` is the only letter that would become two. */
function fold(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase();
}

/** What long forms consist of. */
interface Sought {
  /** All runs of MIN_RUN characters. */
  readonly runs: ReadonlySet<string>;
  /** All runs of SAMPLE characters. */
  readonly samples: ReadonlySet<string>;
}

/** Finds the runs of MIN_RUN or more characters that a text shares with a form, in order; joins overlapping ones. */
function findRuns(text: string, { runs, samples }: Sought): readonly Range[] {
  const found: Range[] = [];
  for (let at = 0; at + SAMPLE <= text.length; at += STRIDE) {
    if (!samples.has(text.slice(at, at + SAMPLE))) continue;
    for (let start = Math.max(0, at - STRIDE + 1); start <= at; start += 1) {
      if (runs.has(text.slice(start, start + MIN_RUN))) addRun(found, start, start + MIN_RUN);
    }
  }
  return found;
}

/** Adds a run that neither starts nor ends before the last one; joins the two if they overlap. */
function addRun(runs: Range[], start: number, end: number): void {
  const last = runs.at(-1);
  if (last !== undefined && last.end > start) last.end = end;
  else runs.push({ start, end });
}

function findAll(text: string, form: string): readonly Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    found.push({ start: at, end: at + form.length });
  }
  return found;
}

/** Replaces each range with the mask; overlapping ranges get one. */
function replaceRanges(text: string, ranges: readonly Range[]): string {
  let redacted = '';
  let end = 0;
  for (const range of [...ranges].sort((one, other) => one.start - other.start)) {
    if (range.start >= end) redacted += text.slice(end, range.start) + MASK;
    end = Math.max(end, range.end);
  }
  return redacted + text.slice(end);
}

function holdsAnywhere(json: unknown, holds: (text: string) => boolean, depth = 0): boolean {
  if (typeof json === 'string') return holds(json);
  if (typeof json !== 'object' || json === null) return false;
  if (depth === MAX_DEPTH) return true;
  if (Array.isArray(json)) return json.some((entry) => holdsAnywhere(entry, holds, depth + 1));
  return Object.entries(json).some(([key, entry]) => holds(key) || holdsAnywhere(entry, holds, depth + 1));
}

function redactValue(json: unknown, redact: (text: string) => string, depth = 0): unknown {
  if (typeof json === 'string') return redact(json);
  if (typeof json !== 'object' || json === null) return json;
  if (depth === MAX_DEPTH) return MASK;
  if (Array.isArray(json)) return json.map((entry) => redactValue(entry, redact, depth + 1));
  return Object.fromEntries(
    Object.entries(json).map(([key, entry]) => [redact(key), redactValue(entry, redact, depth + 1)]),
  );
}
