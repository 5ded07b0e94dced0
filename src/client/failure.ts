// What is known about a failed request, as data.
import type { KnownErrorType } from './endpoints.ts';
import type { Open } from './resources.ts';

/**
 * What went wrong. `api`: an answer with an error status, or a redirect. `timeout`: no complete answer in time.
 * `network`: no complete answer at all. `decode`: an answer that does not match the documentation, or a
 * list that kept changing while we read it.
 */
export type FailureKind = 'api' | 'timeout' | 'network' | 'decode';

/** Everything known about a failed request. Secrets are removed from the service's texts, and long texts are cut. */
export interface Failure {
  readonly kind: FailureKind;
  /** Method and path template: `GET /public/v1/bugs/{bug_id}`. */
  readonly endpoint: string;
  /** Host and port that it was sent to, if no answer came. */
  readonly host?: string | undefined;
  /** How many times the request was sent; at least 1. */
  readonly tries: number;
  /** The HTTP status; undefined if there was no answer. */
  readonly status?: number | undefined;
  /** The service's `type`. */
  readonly type?: Open<KnownErrorType> | undefined;
  readonly requiredRole?: string | undefined;
  readonly resource?: string | undefined;
  /** The service's `details`, if they are an object of at most 4,000 characters as JSON. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** The service's `message`, or what was wrong with the answer or the connection. */
  readonly detail?: string | undefined;
  /** How long `Retry-After` asked us to wait, in milliseconds, uncapped. */
  readonly retryAfterMs?: number | undefined;
  /** What to do, if the kind alone does not say; part of the message only. */
  readonly advice?: string | undefined;
  readonly cause?: Error | undefined;
}
