// The redaction of secrets in everything that comes in from the network, in time linear in its length. Pure.

/** What replaces a secret. */
const MASK = '***';
/** So many characters in a row of a secret, or of one of its forms, are replaced. A shorter form is only replaced whole. */
const MIN_RUN = 12;
/** Length of the pieces by which a text is sampled. */
const PIECE = 6;
/** Every run of MIN_RUN characters has a whole piece that begins at a multiple of this. */
const STRIDE = MIN_RUN - PIECE + 1;
/** The Base64 digits of a shorter secret would be found by chance. */
const MIN_ENCODED = 8;
/** An answer nests a dozen levels; what is nested deeper than this is replaced, so that recursion is safe after it. */
const MAX_DEPTH = 100;
/** The service's keys are secret without their prefix too, whatever brand that has. */
const KEY_PREFIX = /^[a-z][a-z\d]*_(?:live|test)_(?=.{8})/is;

/** Takes secrets out of what others wrote. */
export interface Redactor {
  /** The text with `***` for each run of a secret; the same text when there is none. */
  readonly text: (text: string) => string;
  /**
   * The JSON value with every string and key redacted; the same object when there is nothing to redact.
   * What is nested deeper than 100 levels becomes `***`.
   */
  readonly value: (json: unknown) => unknown;
}

/**
 * Creates a redactor for secrets in the forms that GitHub's runner masks: as they are, in Base64 wherever in a longer
 * text they begin, escaped for a URL, JSON or XML. It replaces each run of 12 or more characters of a form, and a
 * shorter form where it occurs whole; overlapping ones together. Case matters. Secrets are trimmed, empty ones ignored.
 * Never throws.
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

/** A part of a text: from its first character up to, not including, its end. */
interface Range {
  readonly start: number;
  end: number;
}

function toForms(secret: string): readonly string[] {
  return [...new Set([secret, secret.replace(KEY_PREFIX, '')])].flatMap((plain) => [
    plain,
    encodeUri(plain),
    // As the runner does it, which leaves fewer characters as they are.
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

/** The digits for each of the three offsets at which a longer text can hold the secret, less those that its neighbours change. */
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

/** A state of a suffix automaton: the substrings of the forms that end at the same places. */
interface State {
  /** Length of the longest of them. */
  length: number;
  /** The state of their longest suffix that ends at more places; null for the empty text. */
  link: State | null;
  /** By character code. */
  next: Map<number, State>;
}

/** Between two forms; no character of a text has this code. */
const SEPARATOR = -1;

/** Builds the automaton that accepts each substring of the forms, in its usual, linear construction. */
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

/** Finds where a text agrees with some form for MIN_RUN characters or more, in order; overlapping runs as one. */
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

/** Adds a run that neither begins nor ends before another, joined with the last one where they overlap. */
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

/** Replaces each range by the mask, overlapping ones together. */
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
