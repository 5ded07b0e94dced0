// Owns what goes wrong on the wire, by rule: late, cut, refused, malformed. Both local services stand behind it.
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { FaultInjector, SandboxRequest, SandboxResponse } from './http.ts';

// ── Rules: plain JSON data ──────────────────────────────────────────────────────────────────────────────────────────

const wholeNumber = v.pipe(v.number(), v.safeInteger());
const count = v.pipe(wholeNumber, v.minValue(1));
const amount = v.pipe(wholeNumber, v.minValue(0));
const status = v.pipe(wholeNumber, v.minValue(200), v.maxValue(599));
/** `/bugs/0/title` or `bugs.0.title`; `*` is every element or field. */
const field = v.pipe(v.string(), v.nonEmpty());

const whenSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('nth'), n: count }),
  v.strictObject({ kind: v.literal('first'), n: count }),
  v.strictObject({ kind: v.literal('from'), n: count }),
  v.strictObject({ kind: v.literal('every'), n: count }),
  v.strictObject({
    kind: v.literal('probability'),
    p: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  }),
]);

const effectSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('delay'), ms: amount }),
  v.strictObject({ kind: v.literal('hang'), at: v.picklist(['before', 'middle']) }),
  v.strictObject({ kind: v.literal('reset'), at: v.picklist(['before', 'middle', 'after']) }),
  v.strictObject({
    kind: v.literal('status'),
    status,
    headers: v.exactOptional(v.record(v.string(), v.string())),
    /** Absent: an error body in the form of the service. */
    body: v.exactOptional(v.unknown()),
    retryAfterSeconds: v.exactOptional(amount),
    /** How the header says it; seconds unless told otherwise. */
    retryAfterAs: v.exactOptional(v.picklist(['seconds', 'date'])),
  }),
  v.strictObject({ kind: v.literal('html'), status: v.exactOptional(status) }),
  v.strictObject({ kind: v.literal('truncate') }),
  v.strictObject({ kind: v.literal('omit'), field }),
  v.strictObject({ kind: v.literal('wrong-type'), field }),
  v.strictObject({ kind: v.literal('set'), field, value: v.unknown() }),
  v.strictObject({ kind: v.literal('empty'), status: v.exactOptional(status) }),
  v.strictObject({
    kind: v.literal('oversize'),
    /** 12 MiB unless told otherwise. */
    bytes: v.exactOptional(count),
    /** Without a content-length. */
    chunked: v.exactOptional(v.boolean()),
  }),
  v.strictObject({
    kind: v.literal('redirect'),
    location: v.pipe(v.string(), v.url()),
    /** 302 unless told otherwise. */
    status: v.exactOptional(v.pipe(status, v.minValue(300), v.maxValue(399))),
  }),
  v.strictObject({
    kind: v.literal('drift'),
    /** So many items before this page went (negative: came), so the page begins that much later. */
    shift: v.exactOptional(wholeNumber),
    /** So many items are missing at the end of the page. */
    drop: v.exactOptional(count),
    /** Whether `total` tells of it; it does not unless told so. */
    changeTotal: v.exactOptional(v.boolean()),
  }),
]);

const ruleSchema = v.strictObject({
  /** Absent: any. */
  method: v.exactOptional(v.pipe(v.string(), v.regex(/^[A-Z]+$/, 'expected GET, POST …'))),
  /** Held against the path, and against the path with its query; `*` is any text. */
  path: v.union([
    v.string(),
    v.strictObject({ regex: v.pipe(v.string(), v.check(isRegex, 'no regular expression')) }),
  ]),
  /** Absent: every request that matches. */
  when: v.exactOptional(whenSchema),
  effect: effectSchema,
  /** Whether the server did what was asked before the fault hid its answer, where the fault needs no answer; it did not unless told so. */
  applied: v.exactOptional(v.boolean()),
});

/** Which of the matching requests, counted from 1, a rule is for. */
export type FaultMoment = v.InferOutput<typeof whenSchema>;

/** What goes wrong. */
export type FaultEffect = v.InferOutput<typeof effectSchema>;

/** One thing that goes wrong, and when. */
export type FaultRule = v.InferOutput<typeof ruleSchema>;

/** A rule that cannot be used; the message says what was given and what is allowed. */
export class FaultRuleError extends Error {
  override readonly name = 'FaultRuleError';
}

/** Checks a rule that came as JSON. Throws FaultRuleError with every mistake. */
export function readFault(value: unknown): FaultRule {
  const result = v.safeParse(ruleSchema, value);
  if (result.success) return result.output;
  const mistakes = result.issues.map((issue) => {
    const path = v.getDotPath(issue);
    return path === null ? issue.message : `${path}: ${issue.message}`;
  });
  throw new FaultRuleError(`fault rule ${JSON.stringify(value)}: ${mistakes.join('; ')}`);
}

function isRegex(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}

// ── Rules as words: `GET /public/v1/bugs nth=2 status=503 retry-after=1` ────────────────────────────────────────────

type Words = Readonly<Record<string, (value: string) => Readonly<Record<string, unknown>>>>;

const whenWords: Words = {
  nth: (n) => ({ kind: 'nth', n: toNumber(n) }),
  first: (n) => ({ kind: 'first', n: toNumber(n) }),
  from: (n) => ({ kind: 'from', n: toNumber(n) }),
  every: (n) => ({ kind: 'every', n: toNumber(n) }),
  probability: (p) => ({ kind: 'probability', p: toNumber(p) }),
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

/** Words that say more about the effect; which effect takes which is the schema's to judge. */
const detailWords: Words = {
  'retry-after': (value) =>
    value.startsWith('date:')
      ? { retryAfterSeconds: toNumber(value.slice(5)), retryAfterAs: 'date' }
      : { retryAfterSeconds: toNumber(value) },
  body: (value) => ({ body: toJson(value) }),
  value: (value) => ({ value: toJson(value) }),
  code: (value) => ({ status: toNumber(value) }),
  chunked: () => ({ chunked: true }),
  drop: (n) => ({ drop: toNumber(n) }),
  total: (value) => ({ changeTotal: value === 'change' ? true : value === 'keep' ? false : value }),
};

/**
 * Reads one rule from the words of `--fault`: METHOD PATH, then when, one effect, and its details, separated by spaces.
 * METHOD may be `*`; a PATH that begins with `~` is a regular expression. Throws FaultRuleError.
 */
export function parseFault(text: string): FaultRule {
  const [method = '', path = '', ...words] = text.trim().split(/\s+/);
  if (!/^(\*|[A-Z]+)$/.test(method) || !/^[/*~]/.test(path)) {
    throw new FaultRuleError(
      `fault "${text}": begins with a method (GET, POST or *) and a path (/public/v1/bugs, * as a wildcard, ~ before a regular expression)`,
    );
  }
  const { effect, ...rest } = readWords(text, words);
  return readFault({
    ...(method === '*' ? {} : { method }),
    path: path.startsWith('~') ? { regex: path.slice(1) } : path,
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

// ── Which requests ──────────────────────────────────────────────────────────────────────────────────────────────────

interface Entry {
  readonly rule: FaultRule;
  readonly random: () => number;
  readonly isPath: (path: string) => boolean;
  /** Requests that the rule is about. */
  matched: number;
  /** Requests that went wrong by it. */
  fired: number;
}

function matches(entry: Entry, request: SandboxRequest): boolean {
  const { method } = entry.rule;
  if (method !== undefined && method !== request.method) return false;
  const query = request.query.toString();
  return entry.isPath(request.path) || entry.isPath(`${request.path}?${query}`);
}

function toPathTest(path: FaultRule['path']): (path: string) => boolean {
  const regex =
    typeof path === 'string'
      ? new RegExp(`^${path.split('*').map(escapeRegex).join('.*')}$`, 's')
      : new RegExp(path.regex);
  return (text) => regex.test(text);
}

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function isDue({ rule: { when }, random, matched }: Entry): boolean {
  switch (when?.kind) {
    case undefined:
      return true;
    case 'nth':
      return matched === when.n;
    case 'first':
      return matched <= when.n;
    case 'from':
      return matched >= when.n;
    case 'every':
      return matched % when.n === 0;
    case 'probability':
      return random() < when.p;
  }
}

/** Mulberry32: small, good enough to scatter faults, and the same everywhere. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// ── The injector ────────────────────────────────────────────────────────────────────────────────────────────────────

/** A rule with how often it met a request, and how often it did something to one. */
export interface FaultCount {
  readonly rule: FaultRule;
  readonly matched: number;
  readonly fired: number;
}

export interface Faults extends FaultInjector {
  /** Adds a rule after the others; it counts requests from now. */
  add(rule: FaultRule): void;
  clear(): void;
  list(): readonly FaultCount[];
}

/**
 * Makes an injector. All delays that are due are waited for; of the other effects that are due the first one happens.
 * Every rule counts each request that it matches, whether it comes to act or not. Same seed, same faults.
 */
export function createFaults(
  options: { readonly rules?: readonly FaultRule[]; readonly seed?: number } = {},
): Faults {
  const entries: Entry[] = [];
  const add = (rule: FaultRule): void => {
    const random = createRandom((options.seed ?? 1) + entries.length);
    entries.push({ rule, random, isPath: toPathTest(rule.path), matched: 0, fired: 0 });
  };
  options.rules?.forEach(add);
  return {
    add,
    clear: () => {
      entries.length = 0;
    },
    list: () => entries.map(({ rule, matched, fired }) => ({ rule, matched, fired })),
    async intercept(request, { response }, answer) {
      for (const entry of dueEntries(entries, request)) {
        const hasAnswered = await happen({ entry, request, response, answer });
        if (hasAnswered) return true;
      }
      return false;
    },
  };
}

function dueEntries(entries: readonly Entry[], request: SandboxRequest): Entry[] {
  const matching = entries.filter((entry) => matches(entry, request));
  for (const entry of matching) entry.matched += 1;
  const due = matching.filter(isDue);
  const isDelay = ({ rule }: Entry): boolean => rule.effect.kind === 'delay';
  return [...due.filter(isDelay), ...due.filter((entry) => !isDelay(entry)).slice(0, 1)];
}

interface Exchange {
  readonly entry: Entry;
  readonly request: SandboxRequest;
  readonly response: ServerResponse;
  readonly answer: (instead?: SandboxRequest) => Promise<SandboxResponse>;
}

/** Lets the effect of a rule happen; true when the exchange has been answered or cut by it. */
async function happen(exchange: Exchange): Promise<boolean> {
  const { entry, response, answer } = exchange;
  const { effect, applied } = entry.rule;
  if (effect.kind === 'delay') {
    entry.fired += 1;
    await sleep(effect.ms);
    return false;
  }
  if (applied && isBlind(effect)) await answer();
  const plan = await planAnswer(effect, exchange);
  if (!plan.isUntouched) entry.fired += 1;
  transmit(response, plan);
  return true;
}

// ── Effects ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What goes over the wire, and how it ends. */
interface Plan {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly sends: 'nothing' | 'half' | 'all';
  readonly then: 'end' | 'hang' | 'reset';
  /** The effect found nothing to do. */
  readonly isUntouched?: boolean;
  /** Without a content-length. */
  readonly isChunked?: boolean;
}

type Effect<K extends FaultEffect['kind']> = Extract<FaultEffect, { kind: K }>;

const defaultOversizeBytes = 12 * 1024 * 1024;

const htmlPage = '<!doctype html><title>Gateway</title><h1>The service is taking a break</h1>\n';

/** Whether an effect needs no right answer to spoil. */
function isBlind(effect: FaultEffect): boolean {
  if (effect.kind === 'hang' || effect.kind === 'reset') return effect.at === 'before';
  return ['status', 'html', 'empty', 'redirect'].includes(effect.kind);
}

async function planAnswer(
  effect: Exclude<FaultEffect, { kind: 'delay' }>,
  { request, answer }: Exchange,
): Promise<Plan> {
  switch (effect.kind) {
    case 'status':
      return toPlan(statusAnswer(effect));
    case 'html':
      return toTextPlan(effect.status ?? 200, { 'content-type': 'text/html' }, htmlPage);
    case 'empty':
      return toTextPlan(effect.status ?? 200, { 'content-type': 'application/json' }, '');
    case 'redirect':
      return toTextPlan(effect.status ?? 302, { location: effect.location }, '');
    case 'hang':
    case 'reset':
      return broken(effect, answer);
    case 'truncate':
      return truncated(toPlan(await answer()));
    case 'oversize':
      return padded(toPlan(await answer()), effect);
    case 'omit':
    case 'wrong-type':
    case 'set':
      return withField(await answer(), effect);
    case 'drift':
      return drifted(effect, request, answer);
  }
}

function toPlan(answer: SandboxResponse): Plan {
  if (answer.body === undefined) return toTextPlan(answer.status, answer.headers ?? {}, '');
  const headers = { 'content-type': 'application/json; charset=utf-8', ...answer.headers };
  return toTextPlan(answer.status, headers, JSON.stringify(answer.body));
}

function toTextPlan(status: number, headers: Plan['headers'], text: string): Plan {
  return { status, headers, text, sends: 'all', then: 'end' };
}

function statusAnswer(effect: Effect<'status'>): SandboxResponse {
  const { status: statusCode, retryAfterSeconds: seconds } = effect;
  const isDate = effect.retryAfterAs === 'date';
  const retryAfter = (afterSeconds: number): string =>
    isDate ? new Date(Date.now() + afterSeconds * 1000).toUTCString() : String(afterSeconds);
  const otherType = statusCode < 500 ? 'INVALID_REQUEST_BODY' : 'INTERNAL_ERROR';
  return {
    status: statusCode,
    headers: {
      ...(seconds === undefined ? {} : { 'retry-after': retryAfter(seconds) }),
      ...effect.headers,
    },
    body: effect.body ?? {
      type: errorTypes[statusCode] ?? otherType,
      message: `Sandbox fault: status ${statusCode}.`,
      statusCode,
    },
  };
}

const errorTypes: Readonly<Record<number, string>> = {
  401: 'SERVICE_AUTHENTICATION_ERROR',
  403: 'AUTHORIZATION_ERROR',
  404: 'NOT_FOUND',
};

async function broken(
  { kind, at }: Effect<'hang' | 'reset'>,
  answer: Exchange['answer'],
): Promise<Plan> {
  if (at === 'before') return { ...toTextPlan(200, {}, ''), sends: 'nothing', then: kind };
  return { ...toPlan(await answer()), sends: at === 'middle' ? 'half' : 'all', then: kind };
}

function truncated(plan: Plan): Plan {
  return { ...plan, text: plan.text.slice(0, Math.ceil(plan.text.length / 2)) };
}

/** White space in front keeps it JSON: only its size is wrong. */
function padded(plan: Plan, { bytes, chunked }: Effect<'oversize'>): Plan {
  const missing = (bytes ?? defaultOversizeBytes) - Buffer.byteLength(plan.text);
  const text = ' '.repeat(Math.max(0, missing)) + plan.text;
  return { ...plan, text, isChunked: chunked ?? false };
}

async function drifted(
  { shift = 0, drop = 0, changeTotal }: Effect<'drift'>,
  request: SandboxRequest,
  answer: Exchange['answer'],
): Promise<Plan> {
  const query = new URLSearchParams(request.query);
  const offset = Number(query.get('offset') ?? 0);
  if (shift !== 0) query.set('offset', String(Math.max(0, offset + shift)));
  const list = request.method === 'GET' ? await answer({ ...request, query }) : undefined;
  const body: unknown = structuredClone(list?.body);
  const items = isRecord(body) ? Object.values(body).find(Array.isArray) : undefined;
  // No list, or an endpoint that refuses an offset: the right answer to what was asked.
  if (!list || !isRecord(body) || !items) return { ...toPlan(await answer()), isUntouched: true };
  items.splice(Math.max(0, items.length - drop), drop);
  if (changeTotal && typeof body['total'] === 'number') {
    body['total'] = Math.max(0, body['total'] - shift - drop);
  }
  return toPlan({ ...list, body });
}

// ── Fields of a body ────────────────────────────────────────────────────────────────────────────────────────────────

function withField(answer: SandboxResponse, effect: Effect<'omit' | 'wrong-type' | 'set'>): Plan {
  const body: unknown = structuredClone(answer.body);
  const found = findPlaces(body, toSegments(effect.field));
  // Only `set` makes a field that is not there.
  const places = found.filter(({ parent, key }) => effect.kind === 'set' || key in parent);
  // From the back, so that taking an element out of a list does not move those still to come.
  for (const { parent, key } of places.toReversed()) {
    if (effect.kind === 'omit') removeAt(parent, key);
    else write(parent, key, effect.kind === 'set' ? effect.value : wrongFor(read(parent, key)));
  }
  return { ...toPlan({ ...answer, body }), isUntouched: places.length === 0 };
}

type Container = Record<string, unknown> | unknown[];

interface Place {
  readonly parent: Container;
  readonly key: string;
}

/** Where a path leads; what holds the last field must be there, the field itself need not. */
function findPlaces(value: unknown, [segment, ...rest]: readonly string[]): Place[] {
  if (segment === undefined || !isContainer(value)) return [];
  const keys = segment === '*' ? Object.keys(value) : [segment];
  if (rest.length > 0) return keys.flatMap((key) => findPlaces(read(value, key), rest));
  return keys.map((key) => ({ parent: value, key }));
}

function toSegments(path: string): string[] {
  if (!path.startsWith('/')) return path.split('.');
  const segments = path.slice(1).split('/');
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isContainer(value: unknown): value is Container {
  return isRecord(value) || Array.isArray(value);
}

function read(parent: Container, key: string): unknown {
  return Array.isArray(parent) ? parent[Number(key)] : parent[key];
}

function write(parent: Container, key: string, value: unknown): void {
  if (Array.isArray(parent)) parent[Number(key)] = value;
  else parent[key] = value;
}

function removeAt(parent: Container, key: string): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
}

/** A value of another JSON type. */
function wrongFor(value: unknown): unknown {
  return typeof value === 'string' ? 42 : 'of the wrong type';
}

// ── The wire ────────────────────────────────────────────────────────────────────────────────────────────────────────

function transmit(response: ServerResponse, plan: Plan): void {
  // Taken now: a finished response has let go of its socket.
  const { socket } = response;
  const end = (): void => {
    // A turn later: what was written has left for the client before the reset overtakes it.
    // A hanging connection is closed by the client, or with the server.
    if (plan.then === 'reset') setImmediate(() => socket?.resetAndDestroy());
  };
  if (plan.sends === 'nothing') {
    end();
    return;
  }
  const body = Buffer.from(plan.text);
  const length = plan.isChunked ? {} : { 'content-length': String(body.byteLength) };
  response.writeHead(plan.status, { ...plan.headers, ...length });
  if (plan.sends === 'all') response.end(body, end);
  else response.write(body.subarray(0, Math.ceil(body.byteLength / 2)), end);
}
