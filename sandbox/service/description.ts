// Uses openapi.yaml at run time: finds the operation of a request, and checks requests and answers.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { SandboxRequest } from '../http.ts';
import { type Fault, type MatchedOperation, OpenApi } from '../openapi.ts';
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
export interface Match extends MatchedOperation {
  readonly operationId: OperationId;
  /** The identifier in the path, decoded; empty where the path has none. */
  readonly id: string;
}

/** openapi.yaml, ready to check with. */
export class Description {
  readonly #api: OpenApi;

  constructor(api: OpenApi) {
    this.#api = api;
  }

  /** The endpoint of a request; undefined where no endpoint has this method and path. */
  match({ method, path }: SandboxRequest): Match | undefined {
    if (!isDecodable(path)) return undefined;
    const match = this.#api.match(method, path);
    const operationId = operationIds.find((id) => id === match?.operation.id);
    if (!match || !operationId) return undefined;
    return { ...match, operationId, id: Object.values(match.params)[0] ?? '' };
  }

  /** Throws the ServiceProblem of a request that breaks the description: path first, then query, then body. */
  checkRequest({ query }: SandboxRequest, match: Match, body: unknown): void {
    const { operation, params } = match;
    const mistakes = toMistakes(this.#api.requestFaults(operation, { params, query, body }));
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
  checkAnswer({ operation, operationId }: Match, status: number, body: unknown): void {
    const faults = this.#api.responseFaults(operation, status, body);
    const mistakes = toMistakes(faults.filter(isNoUnknownScanType));
    if (mistakes.length === 0) return;
    throw new Error(`the answer ${status} of ${operationId} breaks openapi.yaml: ${sayMistakes(mistakes)}`);
  }
}

// The description never changes while a process runs, and its validators take long to compile: all services share them.
const shared: { description?: Description } = {};

/** openapi.yaml, read at the first call. */
export function loadDescription(): Description {
  shared.description ??= readDescription();
  return shared.description;
}

function readDescription(): Description {
  const text = readFileSync(new URL('./openapi.yaml', import.meta.url), 'utf8');
  return new Description(new OpenApi(parse(text) as Record<string, unknown>));
}

/** The description has the words of the API text; a world may hold scans of types that came later. */
function isNoUnknownScanType({ keyword, instancePath }: Fault): boolean {
  return keyword !== 'enum' || !instancePath.endsWith('/scanType');
}

function toMistakes(faults: readonly Fault[]): readonly Mistake[] {
  // `if` only repeats what its branch has said.
  return faults.filter(({ keyword }) => keyword !== 'if').map(toMistake);
}

function toMistake({ instancePath: path, message = 'is wrong', params }: Fault): Mistake {
  return { path, message: message + named(params) };
}

/** The part of a validator's message that says which: the allowed values, the field that is too much. */
function named(params: unknown): string {
  if (typeof params !== 'object' || params === null) return '';
  if ('allowedValues' in params) return `: ${JSON.stringify(params.allowedValues)}`;
  if ('additionalProperty' in params) return `: ${String(params.additionalProperty)}`;
  return '';
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
