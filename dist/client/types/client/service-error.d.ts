import type { KnownErrorType } from './endpoints.js';
import type { Failure, FailureKind } from './failure.js';
import type { Open } from './resources.js';
/**
 * A request that failed after all its tries. `message` says what failed, why, and what to do.
 * The API key is in none of its properties, nor in its stack or cause.
 */
export declare class ServiceError extends Error {
    readonly name = "ServiceError";
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
    constructor(failure: Failure);
}
/** Whether a thrown value is a ServiceError. */
export declare function isServiceError(error: unknown): error is ServiceError;
