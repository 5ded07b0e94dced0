// The use of openapi.yaml at run time: which operation a request is, and whether requests and answers keep to it.
import { readFileSync } from 'node:fs';
import { type Document, OpenAPIBackend } from 'openapi-backend';
import { parse } from 'yaml';
import type { SandboxRequest } from '../http.ts';
import { invalid, type Mistake, sayMistakes, ServiceProblem } from './problem.ts';

const operationIds = [
  'createRule',
  'listRules',
  'listRuleRequests',
  'getRuleRequest',
  'getRule',
  'listBugs',
  'getBug',
  'reviewBug',
  'getUser',
  'listRepos',
  'listScans',
] as const;

/** The eleven endpoints by the name that openapi.yaml gives them. */
export type OperationId = (typeof operationIds)[number];

/** A request that names an endpoint. */
export interface Match {
  readonly operationId: OperationId;
  /** The identifier in the path, decoded; empty where the path has none. */
  readonly id: string;
}

/** openapi.yaml, ready to check with. */
export class Description {
  readonly #backend: OpenAPIBackend;

  constructor(backend: OpenAPIBackend) {
    this.#backend = backend;
  }

  /** The endpoint of a request; undefined where no endpoint has this method and path. */
  match(request: SandboxRequest): Match | undefined {
    if (!isDecodable(request.path)) return undefined;
    const operation = this.#backend.matchOperation(toPlain(request));
    const operationId = operationIds.find((id) => id === operation?.operationId);
    if (!operation || !operationId) return undefined;
    const place = operation.path.split('/').findIndex((part) => part.startsWith('{'));
    return { operationId, id: decodeURIComponent(request.path.split('/')[place] ?? '') };
  }

  /** Throws the ServiceProblem of a request that breaks the description: path first, then query, then body. */
  checkRequest(request: SandboxRequest, match: Match, body: unknown): void {
    const plain = { ...toPlain(request), body };
    const mistakes = toMistakes(this.#backend.validateRequest(plain, match.operationId).errors);
    if (mistakes.length === 0) return;
    if (mistakes.some(({ path }) => path.startsWith('/path'))) {
      throw new ServiceProblem('NOT_FOUND', `${match.id} is no identifier of this kind.`);
    }
    const inQuery = mistakes.filter(({ path }) => path.startsWith('/query'));
    if (inQuery.length > 0) throw invalid('INVALID_QUERY_PARAMS', inQuery);
    throw invalid('INVALID_REQUEST_BODY', mistakes);
  }

  /**
   * Throws a plain error when an answer of ours breaks the description: a defect of the sandbox or of its data.
   * A type of scan that the description does not list is none.
   */
  checkAnswer(operationId: OperationId, status: number, body: unknown): void {
    const result = this.#backend.validateResponse(body, operationId, status);
    const mistakes = toMistakes((result.errors ?? []).filter(isNoUnknownScanType));
    if (mistakes.length === 0) return;
    throw new Error(
      `the answer ${status} of ${operationId} breaks openapi.yaml: ${sayMistakes(mistakes)}`,
    );
  }
}

// The description never changes while a process runs, and its validators take long to compile: all services share them.
const shared: { description?: Promise<Description> } = {};

/** openapi.yaml, read at the first call; validators are compiled at their first use. */
export function loadDescription(): Promise<Description> {
  shared.description ??= readDescription();
  return shared.description;
}

async function readDescription(): Promise<Description> {
  const text = readFileSync(new URL('./openapi.yaml', import.meta.url), 'utf8');
  const backend = new OpenAPIBackend({
    definition: parse(text) as Document,
    // The document itself is checked by a test, with its schemas; here its check knows OpenAPI 3.0 only.
    quick: true,
    ignoreTrailingSlashes: false,
    ajvOpts: { allErrors: true, meta: false, validateSchema: false },
  });
  await backend.init();
  return new Description(backend);
}

/** What the validator says of one place. */
interface Finding {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message?: string | undefined;
  readonly params: unknown;
}

/** The description has the words of the API text; a world may hold scans of types that came later. */
function isNoUnknownScanType({ keyword, instancePath }: Finding): boolean {
  return keyword !== 'enum' || !instancePath.endsWith('/scanType');
}

function toMistakes(findings: readonly Finding[] | null | undefined): readonly Mistake[] {
  // `if` only repeats what its branch has said.
  return (findings ?? []).filter(({ keyword }) => keyword !== 'if').map(toMistake);
}

function toMistake({ instancePath: path, message = 'is wrong', params }: Finding): Mistake {
  return { path: path.replace('/requestBody', '/body'), message: message + named(params) };
}

/** The part of a validator's message that says which: the allowed values, the field that is too much. */
function named(params: unknown): string {
  if (typeof params !== 'object' || params === null) return '';
  if ('allowedValues' in params) return `: ${JSON.stringify(params.allowedValues)}`;
  if ('additionalProperty' in params) return `: ${String(params.additionalProperty)}`;
  return '';
}

function toPlain(request: SandboxRequest): {
  method: string;
  path: string;
  headers: Record<string, string>;
  query: Record<string, string | string[]>;
} {
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(request.query.keys())) {
    const values = request.query.getAll(name);
    query[name] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return { method: request.method, path: request.path, headers: {}, query };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
