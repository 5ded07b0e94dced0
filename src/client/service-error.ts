// The error of a failed request to the service.
import type { KnownErrorType } from './endpoints.ts';
import { explainFailure } from './explain-failure.ts';
import type { Failure, FailureKind } from './failure.ts';
import type { Open } from './resources.ts';
import { toUncaughtStack } from './uncaught.ts';

/** What the message says already, or what is too long to print with it. */
const NOT_PRINTED = ['requiredRole', 'resource', 'details', 'detail', 'retryAfterMs'] as const;

/**
 * A request that failed after all its tries. `message` says what failed, why, and what to do.
 * The API key is in none of its properties, nor in its stack or cause. The stack begins with what to do.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: FailureKind;
  readonly endpoint: string;
  readonly tries: number;
  readonly status: number | undefined;
  readonly type: Open<KnownErrorType> | undefined;
  readonly requiredRole: string | undefined;
  readonly resource: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly detail: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(failure: Failure) {
    const head = explainFailure(failure);
    super(`${head.summary} ${head.advice}`, failure.cause && { cause: failure.cause });
    this.kind = failure.kind;
    this.endpoint = failure.endpoint;
    this.tries = failure.tries;
    this.status = failure.status;
    this.type = failure.type;
    this.requiredRole = failure.requiredRole;
    this.resource = failure.resource;
    this.details = failure.details;
    this.detail = failure.detail;
    this.retryAfterMs = failure.retryAfterMs;
    for (const name of NOT_PRINTED) Object.defineProperty(this, name, { enumerable: false });
    this.stack = toUncaughtStack(this, head);
  }
}

/** Whether a thrown value is a ServiceError. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof ServiceError;
}
