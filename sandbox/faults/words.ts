// Reads rules that are words: `GET /public/v1/bugs nth=2 status=503 retry-after=1`. Pure.
import { type FaultRule, FaultRuleError, readFault } from './rule.ts';

type Words = Readonly<Record<string, (value: string) => Readonly<Record<string, unknown>>>>;

const whenWords: Words = {
  nth: (n) => ({ kind: 'nth', n: toNumber(n) }),
  first: (n) => ({ kind: 'first', n: toNumber(n) }),
  from: (n) => ({ kind: 'from', n: toNumber(n) }),
};

const effectWords: Words = {
  delay: (ms) => ({ kind: 'delay', ms: toNumber(ms) }),
  hang: (at) => ({ kind: 'hang', at: at === '' ? 'before' : at }),
  reset: (at) => ({ kind: 'reset', at: at === '' ? 'before' : at }),
  status: (value) => ({ kind: 'status', status: toNumber(value) }),
  html: (value) => ({ kind: 'html', ...(value === '' ? {} : { status: toNumber(value) }) }),
  truncate: () => ({ kind: 'truncate' }),
  omit: (path) => ({ kind: 'omit', field: path }),
  'wrong-type': (path) => ({ kind: 'wrong-type', field: path }),
  set: (path) => ({ kind: 'set', field: path }),
  empty: (value) => ({ kind: 'empty', ...(value === '' ? {} : { status: toNumber(value) }) }),
  oversize: (bytes) => ({ kind: 'oversize', ...(bytes === '' ? {} : { bytes: toNumber(bytes) }) }),
  redirect: (location) => ({ kind: 'redirect', location }),
  drift: (shift) => ({ kind: 'drift', ...(shift === '' ? {} : { shift: toNumber(shift) }) }),
};

/** These words say more about the effect; the schema judges which effect takes which. */
const detailWords: Words = {
  'retry-after': (value) => ({ retryAfterSeconds: toNumber(value) }),
  body: (value) => ({ body: toJson(value) }),
  value: (value) => ({ value: toJson(value) }),
  code: (value) => ({ status: toNumber(value) }),
  chunked: () => ({ chunked: true }),
  drop: (n) => ({ drop: toNumber(n) }),
};

/**
 * Reads one rule from the words of `--fault`: METHOD PATH, then when, one effect, and its details, separated by spaces.
 * METHOD may be `*`. Throws FaultRuleError.
 */
export function parseFault(text: string): FaultRule {
  const [method = '', path = '', ...words] = text.trim().split(/\s+/);
  if (!/^(\*|[A-Z]+)$/.test(method) || !/^[/*]/.test(path)) {
    throw new FaultRuleError(
      `fault "${text}": begins with a method (GET, POST or *) and a path (/public/v1/bugs, * as a wildcard)`,
    );
  }
  const { effect, ...rest } = readWords(text, words);
  return readFault({
    ...(method === '*' ? {} : { method }),
    path,
    ...rest,
    effect,
  });
}

function readWords(text: string, words: readonly string[]): Record<string, unknown> {
  const rule: Record<string, unknown> = {};
  const headers: Record<string, string> = {};
  let effect: Readonly<Record<string, unknown>> | undefined;
  let details: Readonly<Record<string, unknown>> = {};
  for (const word of words) {
    const [name = ''] = word.split('=', 1);
    const value = word.slice(name.length + 1);
    if (name === 'applied') rule['applied'] = true;
    else if (name === 'header') headers[value.split(':')[0] ?? ''] = value.replace(/^[^:]*:/, '');
    else if (whenWords[name]) rule['when'] = whenWords[name](value);
    else if (detailWords[name]) details = { ...details, ...detailWords[name](value) };
    else if (effectWords[name] && !effect) effect = effectWords[name](value);
    else throw new FaultRuleError(`fault "${text}": ${unknownWord(name, effect !== undefined)}`);
  }
  if (!effect) throw new FaultRuleError(`fault "${text}": no effect; ${allowed(effectWords)}`);
  if (Object.keys(headers).length > 0) details = { ...details, headers };
  return { ...rule, effect: { ...effect, ...details } };
}

function unknownWord(name: string, hasEffect: boolean): string {
  if (hasEffect && effectWords[name]) return `a second effect "${name}"; a rule has one`;
  return `"${name}" is no word of a rule; when: ${allowed(whenWords)}; effect: ${allowed(effectWords)}; details: ${allowed(detailWords)}; also allowed: header, applied`;
}

function allowed(words: Words): string {
  return `allowed: ${Object.keys(words).join(', ')}`;
}

/** Text that is no number stays text, so that the complaint can show it. */
function toNumber(text: string): number | string {
  return text === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

/** Text that is no JSON is a string. */
function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
