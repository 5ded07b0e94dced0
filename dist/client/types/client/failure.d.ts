import type { KnownErrorType } from './endpoints.js';
import type { Open } from './resources.js';
/**
 * What went wrong. `api`: an answer with an error status, or a redirect. `timeout`: no whole answer in time.
 * `network`: no whole answer at all. `decode`: an answer that is not what the service documents, or a
 * list that kept changing while it was read.
 */
export type FailureKind = 'api' | 'timeout' | 'network' | 'decode';
/** Everything that is known of a failed request. Texts of the service are free of secrets and capped. */
export interface Failure {
    readonly kind: FailureKind;
    /** Method and path template: `GET /public/v1/bugs/{bug_id}`. */
    readonly endpoint: string;
    /** How many times the request was sent; at least 1. */
    readonly tries: number;
    /** The HTTP status of the answer, when there was one. */
    readonly status?: number | undefined;
    /** The service's `type`. */
    readonly type?: Open<KnownErrorType> | undefined;
    readonly requiredRole?: string | undefined;
    readonly resource?: string | undefined;
    /** The service's `details`, when they are an object of at most 4,000 characters as JSON. */
    readonly details?: Readonly<Record<string, unknown>> | undefined;
    /** The service's `message`, or what exactly was wrong with the answer or the connection. */
    readonly detail?: string | undefined;
    /** How long `Retry-After` asked to wait, in milliseconds, uncapped. */
    readonly retryAfterMs?: number | undefined;
    /** What to do, where the kind alone does not tell; part of the message only. */
    readonly advice?: string | undefined;
    readonly cause?: Error | undefined;
}
