// Redaction of secrets in everything that comes from the network, in linear time. Pure.

const MASK = '***';
/** A run of this many characters of a form is replaced. A shorter form is replaced only as a whole. */
const MIN_RUN = 12;
/** Most of a text is only sampled, by so many characters, which is fast. */
const SAMPLE = 6;
/** Every run of MIN_RUN characters contains a whole sample that starts at a multiple of this. */
const STRIDE = MIN_RUN - SAMPLE + 1;
/** The Base64 of a secret of fewer bytes would match by chance. */
const MIN_ENCODED = 8;
/** Answers have about a dozen levels. Anything nested deeper than this is replaced, so that later code may recurse. */
const MAX_DEPTH = 100;

/** Removes secrets from untrusted data, and half characters, which no document may hold: all that is answered comes by here. */
export interface Redactor {
  /** The text with `***` in place of each run of a secret; the same text if there is none. */
  readonly text: (text: string) => string;
  /** Redacts strings and keys; the same object if nothing is to redact. Anything deeper than 100 levels becomes `***`. */
  readonly value: (json: unknown) => unknown;
}

/**
 * Creates a redactor for secrets in the forms that GitHub's runner masks: as they are, in Base64 at any of the three
 * offsets, and escaped for a URL, JSON or XML. It replaces each run of 12 or more characters of a form, and each whole
 * shorter form. Overlapping matches become one mask. Secrets are trimmed; empty ones are ignored. Never throws.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const forms = [...new Set(secrets.flatMap((secret) => toForms(secret.trim())))];
  const long = forms.filter((form) => form.length >= MIN_RUN);
  const short = forms.filter((form) => form !== '' && form.length < MIN_RUN);
  const runs = new Set(long.flatMap((form) => toPieces(form, MIN_RUN)));
  const samples = toSamples(long.flatMap((form) => toPieces(form, SAMPLE)));
  const find = (text: string): readonly Range[] => [
    ...findRuns(text, runs, samples),
    ...short.flatMap((form) => findAll(text, form)),
  ];
  const redact = (text: string): string => replaceRanges(text, find(text)).toWellFormed();
  // `find` would make a list for each of the thousands of texts of an answer.
  const holds = (text: string): boolean =>
    !text.isWellFormed() || findRuns(text, runs, samples).length > 0 || short.some((form) => text.includes(form));
  return { text: redact, value: (json) => (holdsAnywhere(json, holds) ? redactValue(json, redact) : json) };
}

/** A part of a text, from `start` (inclusive) to `end` (exclusive). */
interface Range {
  readonly start: number;
  end: number;
}

function toForms(secret: string): readonly string[] {
  const uri = encodeURIComponent(secret.toWellFormed());
  const bytes = new TextEncoder().encode(secret);
  return [
    secret,
    uri,
    toFormText(secret),
    uri.replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase()),
    // The runner also escapes what this function leaves.
    uri.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    JSON.stringify(secret).slice(1, -1),
    secret.replace(/[&<>"']/g, (sign) => XML_ESCAPES[sign] ?? sign),
    ...(bytes.length < MIN_ENCODED ? [] : [0, 1, 2].map((offset) => toBase64(bytes, offset))),
  ];
}

/** The secret as forms of web pages send it (`application/x-www-form-urlencoded`), with `+` for a space. */
export function toFormText(secret: string): string {
  return new URLSearchParams([['', secret]]).toString().slice(1);
}

const XML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** The digits at an offset in a longer text, without those that also depend on the neighbouring bytes. */
function toBase64(bytes: Uint8Array, offset: number): string {
  // One character for each byte: `btoa` takes no others.
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const start = Math.ceil((offset * 8) / 6);
  const end = Math.floor(((offset + bytes.length) * 8) / 6);
  return btoa('\0'.repeat(offset) + text).slice(start, end);
}

function toPieces(form: string, length: number): readonly string[] {
  return Array.from({ length: form.length - length + 1 }, (_, at) => form.slice(at, at + length));
}

interface Samples {
  readonly texts: ReadonlySet<string>;
  /** The entry of a pair is not zero if a sample begins with it. Few other texts do, so that hardly any has to be cut out. */
  readonly pairs: Uint8Array;
}

function toSamples(texts: readonly string[]): Samples {
  const pairs = new Uint8Array(PAIRS);
  for (const text of texts) pairs[toPair(text, 0)] = 1;
  return { texts: new Set(texts), pairs };
}

const PAIRS = 2 ** 12;

function toPair(text: string, at: number): number {
  return ((text.charCodeAt(at) & 63) << 6) | (text.charCodeAt(at + 1) & 63);
}

/** Finds the runs of MIN_RUN or more characters, in order; joins overlapping ones. */
function findRuns(text: string, runs: ReadonlySet<string>, { texts, pairs }: Samples): readonly Range[] {
  const found: Range[] = [];
  for (let at = 0; at + SAMPLE <= text.length; at += STRIDE) {
    if (pairs[toPair(text, at)] === 0 || !texts.has(text.slice(at, at + SAMPLE))) continue;
    for (let start = Math.max(0, at - STRIDE + 1); start <= at; start += 1) {
      const end = start + MIN_RUN;
      if (runs.has(text.slice(start, end))) addRange(found, { start, end });
    }
  }
  return found;
}

function findAll(text: string, form: string): readonly Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    addRange(found, { start: at, end: at + form.length });
  }
  return found;
}

/** Adds a range behind the others; one that overlaps the last makes that longer, so that a text of one letter has few. */
function addRange(found: Range[], range: Range): void {
  const last = found.at(-1);
  if (last !== undefined && last.end > range.start) last.end = range.end;
  else found.push(range);
}

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
