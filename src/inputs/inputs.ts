// Owns the input kit: reads the inputs of an action, checks each, and gathers every fault before saying any.
import { InputError, type InputFault } from './input-error.ts';

/** Returns the text of an input; empty when it was not given. */
export type ReadInput = (name: string) => string;

/**
 * Readers for the kinds of input that actions have. A reader that finds a fault notes it and returns a stand-in,
 * so no value may be used before `check` has passed. An empty input is its default.
 */
export interface Inputs {
  text(name: string, fallback?: string): string;
  /** A secret's value never reaches a fault. Null when empty. */
  secret(name: string): string | null;
  /** What `parse` makes of the text; its null is a fault. Null when empty. */
  parsed<Value>(name: string, parse: (text: string) => Value | null, allowed: string): Value | null;
  integer(
    name: string,
    fallback: number,
    range: { readonly min: number; readonly max: number },
  ): number;
  /** A whole number from 0. */
  count(name: string, fallback: number): number;
  /** A positive whole number; null when empty. */
  number(name: string): number | null;
  limit(name: string, fallback: number | 'off'): number | 'off';
  /** Milliseconds. */
  durationMs(name: string, fallback: string): number;
  /** Milliseconds; null when empty. */
  optionalDurationMs(name: string): number | null;
  oneOf<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value;
  /** Comma separated, each of `values`, without duplicates, order kept. Not empty. */
  listOf<Value extends string>(
    name: string,
    values: readonly Value[],
    fallback: Value,
  ): readonly Value[];
  /** Separated by commas (outside braces) or lines; may be empty. */
  list(name: string): readonly string[];
  /** An `https:` address, or `http:` on loopback, without trailing slash. */
  serviceUrl(name: string): string;
  /** An http or https link template that holds `{id}` behind the host; null when empty. */
  linkTemplate(name: string): string | null;
  /** Throws an `InputError` that names every fault, if there was any. */
  check(): void;
  /** Notes a fault that only shows between inputs. */
  fault(fault: InputFault): void;
}

const MAX_GIVEN_CHARACTERS = 80;
const UNITS_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
/** Ten years: `max-scan-age` may be long, and the clock caps what a timer cannot take. */
const MAX_DURATION_MS = 3_650 * 86_400_000;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Opens the inputs of one run. Reads nothing by itself. */
export function openInputs(read: ReadInput): Inputs {
  const faults: InputFault[] = [];

  /** Reads `name`, parses what is there, and notes a fault when the parser finds nothing in it. */
  function parse<Value>(
    name: string,
    kind: { fallback: Value; allowed: string; parse: (text: string) => Value | undefined },
  ): Value {
    const text = read(name).trim();
    if (text === '') return kind.fallback;
    const value = kind.parse(text);
    if (value !== undefined) return value;
    faults.push({ input: name, given: toGiven(text), allowed: kind.allowed });
    return kind.fallback;
  }

  return {
    text: (name, fallback = '') => read(name).trim() || fallback,
    secret: (name) => {
      const text = read(name).trim();
      if (text === '') return null;
      if (!HEADER_SAFE.test(text)) {
        faults.push({
          input: name,
          given: 'a value with characters that no header can carry',
          allowed: 'the key alone, in printable ASCII without spaces',
        });
      }
      return text;
    },
    parsed: <Value>(name: string, read: (text: string) => Value | null, allowed: string) =>
      parse<Value | null>(name, {
        fallback: null,
        allowed,
        parse: (text) => read(text) ?? undefined,
      }),
    integer: (name, fallback, { min, max }) =>
      parse(name, {
        fallback,
        allowed: `a whole number from ${min} to ${max}`,
        parse: (text) => parseWhole(text, { min, max }),
      }),
    count: (name, fallback) =>
      parse(name, {
        fallback,
        allowed: 'a whole number from 0',
        parse: (text) => parseWhole(text, { min: 0 }),
      }),
    number: (name) =>
      parse<number | null>(name, {
        fallback: null,
        allowed: 'a whole number above 0',
        parse: (text) => parseWhole(text, { min: 1 }),
      }),
    limit: (name, fallback) =>
      parse<number | 'off'>(name, {
        fallback,
        allowed: 'a whole number from 0, or "off"',
        parse: (text) => (text === 'off' ? 'off' : parseWhole(text, { min: 0 })),
      }),
    durationMs: (name, fallback) =>
      parse(name, {
        fallback: parseDurationMs(fallback) ?? 0,
        allowed: DURATION_ALLOWED,
        parse: parseDurationMs,
      }),
    optionalDurationMs: (name) =>
      parse<number | null>(name, {
        fallback: null,
        allowed: DURATION_ALLOWED,
        parse: parseDurationMs,
      }),
    oneOf: (name, values, fallback) =>
      parse(name, {
        fallback,
        allowed: toChoice(values),
        parse: (text) => values.find((value) => value === text),
      }),
    listOf: (name, values, fallback) =>
      parse(name, {
        fallback: [fallback],
        allowed: `a comma list of ${toChoice(values)}`,
        parse: (text) => parseListOf(text, values),
      }),
    list: (name) => splitList(read(name)),
    serviceUrl: (name) => {
      const text = read(name).trim();
      const url = parseServiceUrl(text);
      if (url !== undefined) return url;
      // The address could carry a password; say what is wrong with it, not what it is.
      faults.push({ input: name, given: describeUrlFault(text), allowed: URL_ALLOWED });
      return '';
    },
    linkTemplate: (name) =>
      parse<string | null>(name, {
        fallback: null,
        allowed:
          'an http or https address that holds {id} in its path, query or fragment, such as https://app.example.com/bugs/{id}',
        parse: parseLinkTemplate,
      }),
    check: () => {
      if (faults.length > 0) throw new InputError(faults);
    },
    fault: (fault) => {
      faults.push(fault);
    },
  };
}

const HEADER_SAFE = /^[\x21-\x7e]+$/;
const DURATION_ALLOWED = '0, or a whole number with s, m, h or d, such as 90s or 10m';
const URL_ALLOWED =
  'an https address without user info, query or fragment (http for loopback alone), such as https://api.example.com';

/** Quotes what was given so that it stays on one line, and cuts it. */
export function toGiven(text: string): string {
  const cut = text.length > MAX_GIVEN_CHARACTERS ? `${text.slice(0, MAX_GIVEN_CHARACTERS)}…` : text;
  return JSON.stringify(cut);
}

function parseWhole(text: string, range: { min: number; max?: number }): number | undefined {
  if (!/^\d{1,16}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= range.min && value <= (range.max ?? Number.MAX_SAFE_INTEGER) ? value : undefined;
}

function parseDurationMs(text: string): number | undefined {
  if (text === '0') return 0;
  const match = /^(\d{1,12})([smhd])$/.exec(text);
  const unitMs = UNITS_MS[match?.[2] ?? ''];
  if (match?.[1] === undefined || unitMs === undefined) return undefined;
  const value = Number(match[1]) * unitMs;
  return value <= MAX_DURATION_MS ? value : undefined;
}

function parseListOf<Value extends string>(
  text: string,
  values: readonly Value[],
): readonly Value[] | undefined {
  const items = splitList(text);
  const known = items.flatMap((item) => values.filter((value) => value === item));
  return known.length === items.length && known.length > 0 ? [...new Set(known)] : undefined;
}

/** Splits at line ends and at commas that are not inside braces, so that `src/{a,b}/**` stays whole. */
export function splitList(text: string): readonly string[] {
  const items: string[] = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '{') depth += 1;
    if (character === '}') depth = Math.max(0, depth - 1);
    // A brace that is not closed on its line must not swallow the commas of the next.
    if (/[\r\n]/.test(character)) depth = 0;
    const ends = /[\r\n,]/.test(character) && depth === 0;
    if (ends) items.push('');
    else items.push((items.pop() ?? '') + character);
  }
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

function parseServiceUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || url.username || url.password || url.search || url.hash) return undefined;
  if (/[?#]/.test(text)) return undefined;
  const safe =
    url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  return safe ? `${url.origin}${url.pathname.replace(/\/+$/, '')}` : undefined;
}

function describeUrlFault(text: string): string {
  if (text === '') return 'nothing';
  const url = URL.parse(text);
  if (url === null) return 'no address';
  if (url.username || url.password) return 'an address with user info';
  if (url.search || url.hash || /[?#]/.test(text)) return 'an address with a query or fragment';
  return toGiven(url.origin === 'null' ? url.protocol : url.origin);
}

function parseLinkTemplate(text: string): string | undefined {
  if (!text.includes('{id}')) return undefined;
  const [url, other] = ['id', 'other'].map((id) => URL.parse(text.replaceAll('{id}', id)));
  if (url === null || url === undefined || url.username || url.password) return undefined;
  if (!/^https?:$/.test(url.protocol)) return undefined;
  // An identifier in the host's name would let the service choose where links lead.
  return url.host === other?.host ? text : undefined;
}

function toChoice(values: readonly string[]): string {
  const head = values.slice(0, -1).join(', ');
  const last = values.at(-1) ?? '';
  return head === '' ? last : `${head} or ${last}`;
}
