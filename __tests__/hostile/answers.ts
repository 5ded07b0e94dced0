// Answers in hostile words: each text field of what either service answers is replaced on its way out.
import { type FaultInjector, type SandboxRequest, toDelivery } from '../../sandbox/http.ts';

/** Where a text stands in an answer: `GET /public/v1/bugs bugs.*.title`; `*` is any element, or any key of a map. */
export type Field = string;

export interface Words {
  /** Whether the text of a field is replaced. */
  readonly replaces: (field: Field, text: string) => boolean;
  /** The `count`-th text for a field, from 0. */
  readonly textFor: (field: Field, count: number) => string;
  /** Fields that are added to the answer of an operation, where it has none. */
  readonly added?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What a client makes of a text before it sends it back. */
  readonly received: (text: string) => string;
  /** Headers that are added to each answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HostileAnswers extends FaultInjector {
  /** Every text field that was answered. */
  readonly seen: ReadonlySet<Field>;
  readonly replaced: ReadonlySet<Field>;
}

/** An identifier keeps its beginning, by which it is known. */
const prefix = /^(?:bug|bfrv|repo|org|rule|rcr|wr)_/u;

/**
 * Makes an injector. The same identifier is replaced by the same text wherever it stands, and a request that names it
 * so is answered as one that names the right one: every flow goes on with hostile identifiers.
 */
export function createHostileAnswers(words: Words): HostileAnswers {
  const seen = new Set<Field>();
  const replaced = new Set<Field>();
  const counts = new Map<Field, number>();
  const hostileIds = new Map<string, string>();
  const rightIds = new Map<string, string>();
  const next = (field: Field): string => {
    const count = counts.get(field) ?? 0;
    counts.set(field, count + 1);
    return words.textFor(field, count);
  };
  const toHostileId = (field: Field, id: string, start: string): string => {
    const known = hostileIds.get(id);
    if (known !== undefined) return known;
    const hostile = `${start}${next(field)}_${hostileIds.size}`.toWellFormed();
    hostileIds.set(id, hostile);
    rightIds.set(words.received(hostile), id);
    return hostile;
  };
  const toHostile = (field: Field, text: string): string => {
    seen.add(field);
    if (!words.replaces(field, text)) return text;
    replaced.add(field);
    const [start] = prefix.exec(text) ?? [];
    return start === undefined ? next(field) : toHostileId(field, text, start);
  };
  const toRight = (text: string): string => rightIds.get(text) ?? text;
  return {
    seen,
    replaced,
    intercept: async (request, wire, answer) => {
      const { body, headers, status } = await answer(withRightIds(request, toRight));
      const operation = toOperation(request.method, request.path);
      const toText = (path: string, text: string): string => toHostile(`${operation} ${path}`, text);
      const hostile = body === undefined ? {} : { body: mapTexts(withFields(body, words.added?.[operation]), toText) };
      wire.deliver(toDelivery({ status, headers: { ...headers, ...words.headers }, ...hostile }));
      return true;
    },
  };
}

function withFields(body: unknown, fields: Readonly<Record<string, string>> = {}): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...fields, ...body } : body;
}

/** Names an operation whatever its parameters are. */
export function toOperation(method: string, path: string): string {
  const name = path
    .replace(/^\/repos\/[^/]+\/[^/]+/u, '/repos/{repo}')
    .replace(/\/collaborators\/[^/]+/u, '/collaborators/{user}')
    .replace(/\/compare\/[^/]+/u, '/compare/{commits}')
    .replace(/\/(?:\d+|[\da-f]{40})(?=\/|$)/gu, '/{id}')
    .replace(/\/public\/v1\/(bugs|rules\/requests)\/[^/]+/u, '/public/v1/$1/{id}')
    .replace(/\/public\/v1\/rules\/(?!requests)[^/]+/u, '/public/v1/rules/{id}');
  return `${method} ${name}`;
}

/** Maps whose keys are the service's words. */
const maps: ReadonlySet<string> = new Set(['ruleFiles']);

function mapTexts(value: unknown, map: (path: string, text: string) => string, path = ''): unknown {
  if (typeof value === 'string') return map(path, value);
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, map, join(path, '*')));
  if (typeof value !== 'object' || value === null) return value;
  const isMap = maps.has(path.split('.').at(-1) ?? '');
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      isMap ? map(join(path, '(key)'), key) : key,
      mapTexts(entry, map, join(path, isMap ? '*' : key)),
    ]),
  );
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function withRightIds(request: SandboxRequest, toRight: (text: string) => string): SandboxRequest {
  const segments = request.path.split('/').map((segment) => {
    const text = decodeURIComponent(segment);
    const right = toRight(text);
    return right === text ? segment : encodeURIComponent(right);
  });
  const query = [...request.query].map(([name, value]): [string, string] => [name, toRight(value)]);
  return {
    ...request,
    path: segments.join('/'),
    query: new URLSearchParams(query),
    body: request.body === '' ? '' : withRightTexts(request.body, toRight),
  };
}

/** What is no JSON is the server's to refuse. */
function withRightTexts(body: string, toRight: (text: string) => string): string {
  try {
    return JSON.stringify(mapTexts(JSON.parse(body), (_, text) => toRight(text)));
  } catch {
    return body;
  }
}
