// Readers for the kinds of inputs. Each has the name of its input and its default as text.
import { formatDay, parseDay } from '../judgement/day.ts';
import type { EpochMs } from '../judgement/identifiers.ts';
import { DAY_MS, UNITS_MS } from '../judgement/time.ts';
import { API_PATH, isToken, parseBaseAddress, parseUrl } from '../net/address.ts';
import type { Input, InputResult, ReadInput } from './table.ts';

/** How a text is parsed, and a description of what is allowed. */
export interface Format<Value> {
  /** It returns null for a text that is not allowed. */
  readonly parse: (text: string) => Value | null;
  /** Completes "use …", without a full stop. */
  readonly allowed: string;
  /** Describes a wrong text. Default: quotes it. */
  readonly describe?: (text: string) => string;
}

/** An input parsed by `format`; required if it has no default. */
export function parsed<Value>(name: string, defaultText: string, format: Format<Value>): Input<Value> {
  return { name, defaultText, parse: (text) => toResult(format, text) };
}

export function optional<Value>(name: string, format: Format<Value>): Input<Value | null> {
  const parse = (text: string): InputResult<Value | null> => (text === '' ? toValue(null) : toResult(format, text));
  return { name, defaultText: '', parse };
}

export function text(name: string, defaultText = ''): Input<string> {
  return { name, defaultText, parse: toValue };
}

export function optionalText(name: string): Input<string | null> {
  return { name, defaultText: '', parse: (text) => toValue(text || null) };
}

/** A key or token; null if empty. Never quoted in errors. */
export function secret(name: string): Input<string | null> {
  return optional(name, {
    parse: (text) => (isToken(text) ? text : null),
    allowed: 'the key alone, in printable ASCII without spaces',
    describe: () => 'a value with characters that an HTTP header cannot contain',
  });
}

/** An identifier of the service, such as `example`; null if empty. */
export function identifier<Id extends string>(
  name: string,
  is: (text: string) => text is Id,
  example: string,
): Input<Id | null> {
  const parse = (text: string): Id | null => (is(text) ? text : null);
  return optional(name, { parse, allowed: `an ID such as ${example}` });
}

interface IntegerRange {
  readonly min: number;
  readonly max: number;
}

export function integer(name: string, defaultText: string, range: IntegerRange): Input<number> {
  return parsed(name, defaultText, toIntegerFormat(range));
}

export function optionalInteger(name: string, range: IntegerRange): Input<number | null> {
  return optional(name, toIntegerFormat(range));
}

function toIntegerFormat({ min, max }: IntegerRange): Format<number> {
  return { parse: (text) => parseWhole(text, min, max), allowed: `a whole number from ${min} to ${max}` };
}

export function count(name: string, defaultText: string): Input<number> {
  return parsed(name, defaultText, { parse: parseWhole, allowed: 'a whole number from 0' });
}

export function optionalNumber(name: string): Input<number | null> {
  return optional(name, {
    parse: (text) => parseWhole(text, 1),
    allowed: 'a whole number above 0',
  });
}

export function limit(name: string, defaultText: string): Input<number | 'off'> {
  return parsed(name, defaultText, LIMIT);
}

export function optionalLimit(name: string): Input<number | 'off' | null> {
  return optional(name, LIMIT);
}

/** The value is in milliseconds. */
export function duration(name: string, defaultText: string): Input<number> {
  return parsed(name, defaultText, DURATION);
}

/** The value is in milliseconds; null if empty. */
export function optionalDuration(name: string): Input<number | null> {
  return optional(name, DURATION);
}

/** The first moment of a day, at most `latestMs`; null if empty. */
export function optionalDay(name: string, latestMs: number): Input<EpochMs | null> {
  const latest = latestMs === Infinity ? '' : `, at the latest ${formatDay(latestMs as EpochMs)}`;
  return optional(name, {
    parse: (text) => {
      const day = parseDay(text);
      return day !== null && day <= latestMs ? day : null;
    },
    allowed: `a day such as 2026-12-01${latest}`,
  });
}

/** One of `values`; required if the default is empty. */
export function oneOf<Value extends string>(
  name: string,
  values: readonly Value[],
  defaultText: NoInfer<Value> | '',
): Input<Value> {
  return parsed(name, defaultText, {
    parse: (text) => values.find((value) => value === text) ?? null,
    allowed: toChoice(values),
  });
}

export function flag(name: string, defaultText: 'true' | 'false'): Input<boolean> {
  return mapped(oneOf(name, ['true', 'false'], defaultText), (word) => word === 'true');
}

/** A comma-separated list of `values`, without duplicates, in the given order. Not empty. */
export function listOf<Value extends string>(
  name: string,
  values: readonly Value[],
  defaultText: string,
): Input<readonly Value[]> {
  return parsed(name, defaultText, {
    parse: (text) => parseListOf(text, values),
    allowed: `a comma list of ${toChoice(values)}`,
  });
}

/** A list separated by commas or line breaks; may be empty. */
export function list(name: string): Input<readonly string[]> {
  return { name, defaultText: '', parse: (text) => toValue(splitList(text)) };
}

/** A list of at most `max` items that `format` parses; may be empty. An error quotes the first wrong item, or says how many there are. */
export function listEach<Item>(
  name: string,
  split: (text: string) => readonly string[],
  { parse, allowed, max = Infinity }: Format<Item> & { readonly max?: number },
): Input<readonly Item[]> {
  return parsed(name, '', {
    parse: (text) => {
      const values = split(text).map((item) => parse(item));
      return values.length <= max && values.every((value) => value !== null) ? values : null;
    },
    allowed,
    describe: (text) => {
      const wrong = split(text).find((item) => parse(item) === null);
      return wrong === undefined ? `a list of ${split(text).length}` : toGiven(wrong);
    },
  });
}

/** The base address of a service, without a trailing slash; required. */
export function serviceUrl(name: string): Input<string> {
  return parsed(name, '', {
    parse: (text) => {
      const address = parseBaseAddress(text);
      return address.kind === 'address' ? address.url : null;
    },
    allowed:
      'an https address without user info, query or fragment (http only for the machine that this runs on), such as https://api.example.com',
    describe: describeAddress,
  });
}

/** An http or https link with `{id}` somewhere after the host; null if empty. */
export function linkTemplate(name: string): Input<string | null> {
  return optional(name, {
    parse: parseLinkTemplate,
    allowed:
      'an http or https address that holds {id} in its path, query or fragment, such as https://app.example.com/bugs/{id}',
  });
}

export function mapped<From, To>(input: Input<From>, map: (value: From) => To): Input<To> {
  return {
    ...input,
    parse: (text, textOf) => {
      const result = input.parse(text, textOf);
      return result.kind === 'value' ? toValue(map(result.value)) : result;
    },
  };
}

export function withDefault<Value>(input: Input<Value>, toDefault: (textOf: ReadInput) => string): Input<Value> {
  return { ...input, parse: (text, textOf) => input.parse(text || toDefault(textOf), textOf) };
}

/** Makes no error of an empty input if the input `other` is empty, too. */
export function optionalWithout(other: string, input: Input<string>): Input<string> {
  return {
    ...input,
    parse: (text, textOf) => (text === '' && textOf(other) === '' ? toValue('') : input.parse(text, textOf)),
  };
}

/** Splits at commas and line breaks. */
export function splitList(text: string): readonly string[] {
  return text
    .split(/[,\r\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Splits at commas and white space. */
export function splitWords(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((item) => item !== '');
}

const MAX_GIVEN_CHARACTERS = 80;

/** Quotes and cuts a given text, on one line. */
export function toGiven(text: string): string {
  if (text === '') return 'empty';
  const cut = text.length > MAX_GIVEN_CHARACTERS ? `${text.slice(0, MAX_GIVEN_CHARACTERS)}…` : text;
  return JSON.stringify(cut);
}

function toValue<Value>(value: Value): InputResult<Value> {
  return { kind: 'value', value };
}

function toResult<Value>(format: Format<Value>, text: string): InputResult<Value> {
  const { parse, allowed, describe = toGiven } = format;
  const value = parse(text);
  return value === null ? { kind: 'fault', given: describe(text), allowed } : toValue(value);
}

function parseWhole(text: string, min = 0, max = Number.MAX_SAFE_INTEGER): number | null {
  if (!/^\d{1,16}$/.test(text)) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}

const LIMIT: Format<number | 'off'> = {
  parse: (text) => (text === 'off' ? text : parseWhole(text)),
  allowed: 'a whole number from 0, or "off"',
};

const DURATION: Format<number> = {
  parse: parseDurationMs,
  allowed: '0, or a whole number with s, m, h or d, such as 90s or 10m',
};

/** Ten years: `max-scan-age` may be long, and the clock caps what is too long for a timer. */
const MAX_DURATION_MS = 3_650 * DAY_MS;

function parseDurationMs(text: string): number | null {
  if (text === '0') return 0;
  const [, digits, unit = ''] = /^(\d{1,12})([smhd])$/.exec(text) ?? [];
  const value = Number(digits) * (UNITS_MS.get(unit) ?? NaN);
  return value <= MAX_DURATION_MS ? value : null;
}

function parseListOf<Value extends string>(text: string, values: readonly Value[]): readonly Value[] | null {
  const items = splitList(text);
  const known = items.flatMap((item) => values.filter((value) => value === item));
  return known.length === items.length && known.length > 0 ? [...new Set(known)] : null;
}

/** Says what is wrong with an address. Shows at most its origin, because it may contain a password. */
function describeAddress(text: string): string {
  const address = parseBaseAddress(text);
  const fault = address.kind === 'fault' ? address.fault : null;
  const host = readBareHost(text);
  if (host !== null) return `${toGiven(host)}: https:// is missing`;
  if (fault === 'not-an-address') return text === '' ? 'empty' : 'not an address';
  if (fault === 'user-info') return 'an address with user info';
  if (fault === 'query') return 'an address with a query or fragment';
  const { origin, protocol } = new URL(text);
  const given = toGiven(origin === 'null' ? protocol : origin);
  if (fault === 'api-path') return `${given} ending in ${API_PATH}, which Scan Gate adds itself`;
  return fault === 'github' ? `${given}, which is GitHub and not the bug-findings service` : given;
}

/** The host, with its port, of an address that only lacks its scheme; null if more is wrong. */
function readBareHost(text: string): string | null {
  const bare = /^(localhost|[\w-]+(?:\.[\w-]+)+)(?::\d{1,5})?(?=\/|$)/.exec(text)?.[0] ?? null;
  return bare !== null && parseBaseAddress(`https://${text}`).kind === 'address' ? bare : null;
}

function parseLinkTemplate(text: string): string | null {
  const url = parseUrl(text.replaceAll('{id}', 'id'));
  const other = parseUrl(text.replaceAll('{id}', 'other'));
  if (!text.includes('{id}') || url === null || !/^https?:$/.test(url.protocol)) return null;
  if (url.username !== '' || url.password !== '') return null;
  // An identifier in the host name would let the service choose where links lead.
  return url.host === other?.host ? text : null;
}

function toChoice(values: readonly string[]): string {
  const head = values.slice(0, -1).join(', ');
  const last = values.at(-1) ?? '';
  return head === '' ? last : `${head} or ${last}`;
}
