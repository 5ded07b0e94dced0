// The failures that the service answers on purpose: the error types and the HTTP status of each.
import type { SandboxResponse } from '../http.ts';

/** The service does not document which status goes with which type: these are the sandbox's choice. */
const statusCodes = {
  SERVICE_AUTHENTICATION_ERROR: 401,
  AUTHORIZATION_ERROR: 403,
  NOT_FOUND: 404,
  INVALID_REQUEST_BODY: 400,
  INVALID_QUERY_PARAMS: 400,
  UNKNOWN_WORKFLOW_REQUEST: 404,
} as const;

/** A type of error that the service itself gives; INTERNAL_ERROR comes only from fault rules. */
export type ProblemType = keyof typeof statusCodes;

/** The optional fields of an error body. */
export interface ProblemFields {
  readonly requiredRole?: string;
  readonly resource?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A request that the service refuses; anything else that is thrown is a defect of the sandbox. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
  readonly type: ProblemType;
  readonly fields: ProblemFields;

  constructor(type: ProblemType, message: string, fields: ProblemFields = {}) {
    super(message);
    this.type = type;
    this.fields = fields;
  }
}

/** The answer for a problem. */
export function toErrorAnswer(problem: ServiceProblem): SandboxResponse {
  const statusCode = statusCodes[problem.type];
  return {
    status: statusCode,
    body: { type: problem.type, message: problem.message, statusCode, ...problem.fields },
  };
}

/** The problem of an identifier that names nothing the key can see. */
export function notFound(resource: string, id: string): ServiceProblem {
  return new ServiceProblem('NOT_FOUND', `There is no ${resource} ${id}.`, { resource });
}

/** What is wrong in one place of a request or an answer. */
export interface Mistake {
  /** `/query/limit`, `/body/state` … */
  readonly path: string;
  readonly message: string;
}

/** The problem of parameters or a body that break the description; lists every mistake. */
export function invalid(
  type: 'INVALID_QUERY_PARAMS' | 'INVALID_REQUEST_BODY',
  mistakes: readonly Mistake[],
): ServiceProblem {
  return new ServiceProblem(type, sayMistakes(mistakes), { details: { mistakes } });
}

/** The problem of a body that cannot be read at all. */
export function invalidBody(message: string): ServiceProblem {
  return invalid('INVALID_REQUEST_BODY', [{ path: '/body', message }]);
}

/** All mistakes in one line. */
export function sayMistakes(mistakes: readonly Mistake[]): string {
  return mistakes.map(({ path, message }) => `${path} ${message}`).join('; ');
}
