// The check against GitHub's own OpenAPI description: which operation a request is, and what is wrong with it or with our answer.
import { readFileSync } from 'node:fs';
import type { SandboxRequest } from '../http.ts';
import { textOf } from '../json.ts';
import { type Fault, OpenApi, type Operation } from '../openapi.ts';
import { remembering } from '../remember.ts';
import { unknownFields } from './unknown-fields.ts';

export interface MatchedOperation {
  /** GitHub's name for it: `pulls/list-files`. */
  readonly id: string;
  /** It is percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly operation: Operation;
}

export interface Contract {
  /** The operation of a method and a path without mount; absent: the local GitHub does not know it. */
  match(method: string, path: string): MatchedOperation | undefined;
  /** Everything wrong with path, query and body; empty: nothing. */
  requestFaults(matched: MatchedOperation, request: SandboxRequest, body: unknown): string[];
  /** Everything wrong with our own answer; empty: nothing. */
  responseFaults(matched: MatchedOperation, status: number, body: unknown): string[];
}

// The description never changes while a process runs, and its validators take long to compile: all servers share them.
const shared: { contract?: Contract } = {};

/** The committed description, read at the first call. */
export function loadContract(): Contract {
  shared.contract ??= toContract(readDescription());
  return shared.contract;
}

function readDescription(): OpenApi {
  const text = readFileSync(new URL('openapi.json', import.meta.url), 'utf8');
  return new OpenApi(JSON.parse(text) as Record<string, unknown>, {
    'date-time': (value) => value.includes('T') && !Number.isNaN(Date.parse(value)),
    uri: isAddress,
  });
}

// GitHub's addresses are valid, whatever somebody is called; a browser makes one of nearly anything.
const isAddress = remembering(
  (value) => URL.canParse(value) && !/[^\w\-.~:/?#@!$&'()*+,;=%]|%(?![\dA-F]{2})/i.test(value),
);

function toContract(api: OpenApi): Contract {
  // Items of lists that were found to be right and cannot change: runs after runs read the same long lists.
  const rightItems = new WeakMap<Operation, WeakSet<object>>();
  const resolve = (schema: unknown): unknown => api.resolve(schema);
  return {
    match: (method, path) => {
      const match = api.match(method, path);
      return match && { id: match.operation.id, ...match };
    },
    requestFaults: ({ operation, params }, { query }, body) => [
      ...api.requestFaults(operation, { params, query, body }).map(describe),
      ...unknownFields(api.bodySchema(operation), body, resolve).map(describeUnknown),
    ],
    responseFaults: ({ operation }, status, body) => {
      const items: readonly unknown[] = Array.isArray(body) ? body : [];
      const right = rightItems.get(operation) ?? new WeakSet();
      if (items.length > 0 && items.every((item) => isObject(item) && right.has(item))) return [];
      const faults = [
        ...api.responseFaults(operation, status, body).map(describe),
        ...unknownFields(api.responseSchema(operation, status), body, resolve).map(describeUnknown),
      ];
      if (faults.length > 0) return faults;
      for (const item of items) if (Object.isFrozen(item) && isObject(item)) right.add(item);
      rightItems.set(operation, right);
      return [];
    },
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function describe({ instancePath, message = 'is invalid', params }: Fault): string {
  const extra = textOf(params, 'additionalProperty');
  return `${instancePath} ${message}${extra === undefined ? '' : `: ${extra}`}`;
}

function describeUnknown(place: string): string {
  return `${place} is an unknown field`;
}
