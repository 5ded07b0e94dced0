// Redaction of secrets in everything that comes from the network, in linear time. Pure.

/** What replaces a secret. */
const MASK = '***';
/** A run of this many characters of a secret, or of one of its encoded forms, is replaced. A shorter form is replaced only as a whole. */
const MIN_RUN = 12;
/** The length of the pieces that a text is sampled in. */
const PIECE = 6;
/** Every run of MIN_RUN characters contains a whole piece that starts at a multiple of this. */
const STRIDE = MIN_RUN - PIECE + 1;
/** The Base64 of a shorter secret would match by chance. */
const MIN_ENCODED = 8;
/** Answers have about a dozen levels. Anything nested deeper than this is replaced, so that later code may recurse. */
const MAX_DEPTH = 100;
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
 * Creates a redactor for secrets in the forms that GitHub's runner masks: plain, Base64 at any of the three offsets,
 * and escaped for a URL, JSON or XML. It replaces each run of 12 or more characters of a form, and each whole shorter
 * form. Overlapping matches become one mask. Case matters. Secrets are trimmed; empty ones are ignored. Never throws.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const forms = [...new Set(secrets.flatMap((secret) => toForms(secret.trim())))];
  const long = forms.filter((form) => form.length >= MIN_RUN);
  const short = forms.filter((form) => form !== '' && form.length < MIN_RUN);
  const pieces = new Set(long.flatMap(toPieces));
  let automaton: State | undefined;
  const holds = (text: string): boolean =>
    holdsPiece(text, pieces) || short.some((form) => text.includes(form));
  const redact = (text: string): string => {
    if (!holds(text)) return text;
    automaton ??= createAutomaton(long);
    const found = [...findRuns(text, automaton), ...short.flatMap((form) => findAll(text, form))];
    return replaceRanges(text, found);
  };
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
    encodeUri(plain).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    ),
    JSON.stringify(plain).slice(1, -1),
    plain.replace(/[&<>"']/g, (sign) => XML_ESCAPES[sign] ?? sign),
    ...(plain.length < MIN_ENCODED ? [] : toBase64(plain)),
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

/** The Base64 digits at each of the three offsets in a longer text, without those that also depend on the neighbouring bytes. */
function toBase64(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].map((offset) => {
    const digits = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return digits.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
}

function toPieces(form: string): readonly string[] {
  return Array.from({ length: form.length - PIECE + 1 }, (_, at) => form.slice(at, at + PIECE));
}

function holdsPiece(text: string, pieces: ReadonlySet<string>): boolean {
  const last = text.length - PIECE;
  if (text.length < MIN_RUN) return false;
  for (let at = 0; at <= last; at += STRIDE) {
    if (pieces.has(text.slice(at, at + PIECE))) return true;
  }
  return false;
}

/** A state of a suffix automaton: the substrings of the forms with the same end positions. */
interface State {
  /** The length of the longest of them. */
  length: number;
  /** The state of their longest suffix with more end positions (the suffix link); null for the empty text. */
  link: State | null;
  /** By character code. */
  next: Map<number, State>;
}

/** Separates two forms; no character has this code. */
const SEPARATOR = -1;

/** Builds the automaton that accepts every substring of the forms, with the standard linear algorithm. */
function createAutomaton(forms: readonly string[]): State {
  const root: State = { length: 0, link: null, next: new Map() };
  let last = root;
  for (const form of forms) {
    for (let at = 0; at < form.length; at += 1) last = extend(last, form.charCodeAt(at), root);
    last = extend(last, SEPARATOR, root);
  }
  return root;
}

function extend(last: State, code: number, root: State): State {
  const added: State = { length: last.length + 1, link: root, next: new Map() };
  let state: State | null = last;
  while (state !== null && !state.next.has(code)) {
    state.next.set(code, added);
    state = state.link;
  }
  const target = state?.next.get(code);
  if (state === null || target === undefined) return added;
  if (target.length === state.length + 1) {
    added.link = target;
    return added;
  }
  const clone: State = { length: state.length + 1, link: target.link, next: new Map(target.next) };
  for (; state?.next.get(code) === target; state = state.link) state.next.set(code, clone);
  target.link = clone;
  added.link = clone;
  return added;
}

/** Finds the runs of MIN_RUN or more characters that a text shares with a form, in order; joins overlapping ones. */
function findRuns(text: string, root: State): readonly Range[] {
  const runs: Range[] = [];
  let state = root;
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    let next = state.next.get(code);
    while (next === undefined && state.link !== null) {
      state = state.link;
      length = state.length;
      next = state.next.get(code);
    }
    length = next === undefined ? 0 : length + 1;
    state = next ?? root;
    if (length >= MIN_RUN) addRun(runs, at + 1 - length, at + 1);
  }
  return runs;
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
  return Object.entries(json).some(
    ([key, entry]) => holds(key) || holdsAnywhere(entry, holds, depth + 1),
  );
}

function redactValue(json: unknown, redact: (text: string) => string, depth = 0): unknown {
  if (typeof json === 'string') return redact(json);
  if (typeof json !== 'object' || json === null) return json;
  if (depth === MAX_DEPTH) return MASK;
  if (Array.isArray(json)) return json.map((entry) => redactValue(entry, redact, depth + 1));
  return Object.fromEntries(
    Object.entries(json).map(([key, entry]) => [
      redact(key),
      redactValue(entry, redact, depth + 1),
    ]),
  );
}
