// Refuses as GitHub does: one error class for the handlers, and the shapes of its bodies.
import type { SandboxResponse } from '../http.ts';

export interface FieldFault {
  readonly resource: string;
  readonly field: string;
  readonly code: string;
  readonly message?: string;
}

export interface RefusalDetails {
  readonly errors?: readonly FieldFault[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that GitHub would answer with an error; thrown by handlers, answered in one place. */
export class Refusal extends Error {
  readonly status: number;
  readonly details: RefusalDetails;

  constructor(status: number, message: string, details: RefusalDetails = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** 404, which is also what GitHub says of things that the token may not know of. */
export function notFound(): Refusal {
  return new Refusal(404, 'Not Found');
}

/** 422 with one field named. */
export function invalid(resource: string, field: string, message: string): Refusal {
  return new Refusal(422, 'Validation Failed', {
    errors: [{ resource, field, code: 'custom', message }],
  });
}

/** The answer to a refusal, in the shape that octokit reads. */
export function answerRefusal(refusal: Refusal): SandboxResponse {
  const { errors, headers } = refusal.details;
  return {
    status: refusal.status,
    ...(headers === undefined ? {} : { headers }),
    body: {
      message: refusal.message,
      ...(errors === undefined ? {} : { errors }),
      documentation_url: 'https://docs.github.com/rest',
      status: String(refusal.status),
    },
  };
}
