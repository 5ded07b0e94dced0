// The check against GitHub's own OpenAPI description: which operation a request is, and what is wrong with it or with our answer.
import { fileURLToPath } from 'node:url';
import { OpenAPIBackend, type Operation } from 'openapi-backend';
import type { SandboxRequest } from '../http.ts';
import { unknownFields } from './unknown-fields.ts';
import { fieldOf } from './wire.ts';

export interface MatchedOperation {
  /** GitHub's name for it: `pulls/list-files`. */
  readonly id: string;
  /** Percent-decoded. */
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

// The description never changes while a process runs, and its validators take half a second to compile: all servers share them.
const shared: { contract?: Promise<Contract> } = {};

/** The committed description, read at the first call; validators are compiled at their first use. */
export function loadContract(): Promise<Contract> {
  shared.contract ??= readContract();
  return shared.contract;
}

async function readContract(): Promise<Contract> {
  const backend = await loadBackend();
  return {
    match: (method, path) => match(backend, method, path),
    requestFaults: (matched, request, body) => [
      ...describe(backend.validateRequest(toRequest(matched, request, body), matched.operation)),
      ...unknownFields(bodySchema(matched.operation), body),
    ],
    responseFaults: (matched, status, body) => [
      ...describe(backend.validateResponse(body ?? null, matched.operation, status)),
      ...unknownFields(responseSchema(matched.operation, status), body),
    ],
  };
}

async function loadBackend(): Promise<OpenAPIBackend> {
  const backend = new OpenAPIBackend({
    definition: fileURLToPath(new URL('openapi.json', import.meta.url)),
    quick: true,
    coerceTypes: true,
    // The document is GitHub's own, and checking its schemas again for each validator would take as long as compiling them.
    ajvOpts: { allErrors: true, logger: false, meta: false, validateSchema: false },
    customizeAjv: (ajv) => {
      ajv.addFormat('date-time', isTimestamp).addFormat('uri', (value) => URL.canParse(value));
      return ajv;
    },
  });
  return backend.init();
}

function isTimestamp(value: string): boolean {
  return value.includes('T') && !Number.isNaN(Date.parse(value));
}

function match(
  backend: OpenAPIBackend,
  method: string,
  path: string,
): MatchedOperation | undefined {
  const operation = backend.matchOperation({ method, path, headers: {} });
  if (operation?.operationId === undefined) return undefined;
  return { id: operation.operationId, params: pathParams(operation.path, path), operation };
}

function pathParams(template: string, path: string): Record<string, string> {
  const given = path.split('/');
  return Object.fromEntries(
    template.split('/').flatMap((part, index) => {
      const name = /^\{(.+)\}$/.exec(part)?.[1];
      return name === undefined ? [] : [[name, decodeURIComponent(given[index] ?? '')]];
    }),
  );
}

function toRequest(
  matched: MatchedOperation,
  request: SandboxRequest,
  body: unknown,
): Parameters<OpenAPIBackend['validateRequest']>[0] {
  // A mount is no part of the description, so the path is made again from its template.
  const path = matched.operation.path.replace(/\{(.+?)\}/g, (_, name: string) =>
    encodeURIComponent(matched.params[name] ?? ''),
  );
  const headers = { 'content-type': body === undefined ? '' : 'application/json' };
  return { method: request.method, path, headers, query: request.query.toString(), body };
}

function bodySchema(operation: Operation): unknown {
  return contentSchema(operation.requestBody);
}

function responseSchema(operation: Operation, status: number): unknown {
  return contentSchema(fieldOf(operation.responses, String(status)));
}

function contentSchema(holder: unknown): unknown {
  return fieldOf(fieldOf(fieldOf(holder, 'content'), 'application/json'), 'schema');
}

function describe(result: ReturnType<OpenAPIBackend['validateRequest']>): string[] {
  return (result.errors ?? []).map(({ instancePath, message, params }) => {
    const place = instancePath.replace(/^\/requestBody/, '/body');
    const extra: unknown = fieldOf(params, 'additionalProperty');
    return `${place} ${message ?? 'is invalid'}${typeof extra === 'string' ? `: ${extra}` : ''}`;
  });
}
