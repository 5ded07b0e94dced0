// The error of a failed request to the service: what is known about it, what that means, and the words.
import { withoutFullStop } from '../judgement/format.ts';
import { isForeign } from '../net/body.ts';
import {
  findAnswering,
  findSurrounding,
  isRefusedHere,
  NO_TLS_CODE,
  toSurroundingAdvice,
} from '../net/network-cause.ts';
import { MAX_RETRY_AFTER_MS } from '../net/retry-timing.ts';
import { type ErrorTexts, hideProperties, type ResponseInfo, ServiceClientError } from './client-error.ts';
import type { KnownErrorType } from './endpoints.ts';
import type { Open } from './resources.ts';

/**
 * The four ways of failing. `api`: an answer with an error status, or a redirect. `timeout`: no complete answer in time.
 * `network`: no complete answer at all. `decode`: an answer that does not match the documentation, or a
 * list that kept changing while we read it.
 */
export type FailureKind = 'api' | 'timeout' | 'network' | 'decode';

/** Everything known about a failed request. Secrets are removed from the service's texts, and long texts are cut. */
export interface Failure extends Partial<Pick<ResponseInfo, 'headers' | 'requestId'>> {
  readonly kind: FailureKind;
  /** Method and path template: `GET /public/v1/bugs/{bug_id}`. */
  readonly endpoint: string;
  /** Host and port that it was sent to, if no answer came. */
  readonly host?: string | undefined;
  /** How many times the request was sent; at least 1. */
  readonly tries: number;
  /** The HTTP status; undefined if there was no answer, and in a browser if it was a redirect, whose status it hides. */
  readonly status?: number | undefined;
  /** The service's `type`. */
  readonly type?: Open<KnownErrorType> | undefined;
  readonly requiredRole?: string | undefined;
  readonly resource?: string | undefined;
  /** The service's `details`, if they are an object of at most 4,000 characters as JSON. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /**
   * The service's `message`, or what was wrong with the answer or the connection.
   * @default `serviceMessage`, else `ownDetail` with `redirectOrigin`
   */
  readonly detail?: string | undefined;
  /** `detail` without anything that others said: no text of the service, no host name that only the connection tells. */
  readonly ownDetail?: string | undefined;
  /** The service's `message`. */
  readonly serviceMessage?: string | undefined;
  /** The scheme, host and port that a redirect leads to. */
  readonly redirectOrigin?: string | undefined;
  /** How long `Retry-After` asked us to wait, in milliseconds, uncapped. */
  readonly retryAfterMs?: number | undefined;
  /** The advice, if the kind alone does not say; part of the message only. */
  readonly advice?: string | undefined;
  readonly cause?: Error | undefined;
  /** If the connection takes its proxy from environment variables, the message names them. */
  readonly usesProxyVariables?: boolean | undefined;
}

/** The message says the others already, or they are too long to print with it. */
const PRINTED: ReadonlySet<string> = new Set(['name', 'kind', 'endpoint', 'tries', 'status', 'type', 'requestId']);

/** Each property is there, so that a printed error shows what is not known. */
const UNKNOWN = { status: undefined, type: undefined, requestId: undefined, headers: undefined, details: undefined };

/** The properties of the error: all that is known of the failure, and its texts. */
// eslint-disable-next-line typescript/no-unsafe-declaration-merging -- The constructor assigns each of them.
export interface ServiceError extends Omit<Failure, 'advice' | 'cause'> {
  readonly name: 'ServiceError';
  /**
   * `message` without anything that others said, for a log that strangers read: no text of the service, which may name a bug or
   * an organization, and no host name or address but that of `baseUrl`.
   */
  readonly publicMessage: string;
  /** `message` without what to do. */
  readonly summary: string;
  /** `publicMessage` without what to do. */
  readonly publicSummary: string;
  /** `publicMessage` gives this advice. */
  readonly advice: string;
}

/**
 * A request that failed after all its tries. `message` says what failed, why, and what to do.
 * The API key is in none of its properties, nor in its stack or cause. The stack has a line for each.
 */
export class ServiceError extends ServiceClientError {
  constructor(failure: Failure) {
    const detail = toDetail(failure);
    const { summary, advice } = explainFailure({ ...failure, detail });
    super({ summary, advice }, { name: 'ServiceError', cause: failure.cause });
    const own = explainFailure(toOwn(failure));
    const publicMessage = `${own.summary} ${own.advice}`;
    Object.assign(this, { ...UNKNOWN, ...failure, detail, summary, publicMessage });
    Object.assign(this, { publicSummary: own.summary, advice: own.advice });
    hideProperties(
      this,
      Object.keys(this).filter((name) => !PRINTED.has(name)),
    );
  }
}

function toDetail({ detail, ownDetail, serviceMessage, redirectOrigin }: Failure): string | undefined {
  const said = detail ?? serviceMessage;
  if (said !== undefined || redirectOrigin === undefined) return said ?? ownDetail;
  return `${ownDetail ?? ''} to ${redirectOrigin}`;
}

/** A failure as we tell it ourselves. Of the service's words only those that it documents, and a role that is no more than a word. */
function toOwn(failure: Failure): Failure {
  return {
    ...failure,
    type: ifLike(DOCUMENTED, failure.type),
    requiredRole: ifLike(ROLE, failure.requiredRole),
    detail: failure.ownDetail,
  };
}

const DOCUMENTED =
  /^(?:[A-Z]{1,20}_AUTHENTICATION_ERROR|AUTHORIZATION_ERROR|NOT_FOUND|INTERNAL_ERROR|INVALID_REQUEST_BODY|INVALID_QUERY_PARAMS|UNKNOWN_WORKFLOW_REQUEST)$/;
/** The service documents no list of them: a short word, and no more. */
const ROLE = /^[A-Za-z]{1,20}$/;

function ifLike(pattern: RegExp, text: string | undefined): string | undefined {
  return text !== undefined && pattern.test(text) ? text : undefined;
}

/** Tells a ServiceError from any other thrown value. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof ServiceError;
}

/** The meaning of a failure for the caller. */
export type ErrorCategory = 'unauthorized' | 'forbidden' | 'not-found' | 'refused' | 'unavailable';

/**
 * Categorizes an `api` failure by its type if the service documents that type, otherwise by its status. (The
 * documentation does not map types to statuses, so a known type says more than the status, except with 429.)
 * `refused`: the request itself is wrong. `unavailable`: the service, or the connection to it, is failing now; that is
 * every failure of another kind, as nobody refused anything. An HTML page is that, too, whatever its status, and a
 * plain text with 401 or 403: the service answers in JSON, so something on the way answered for it.
 * @throws {ServiceClientError} For what is no failure of a request.
 */
export function errorCategory(
  failure: Pick<Failure, 'status' | 'type' | 'detail'> & { readonly kind?: FailureKind | undefined },
): ErrorCategory {
  checkFailure(failure);
  if (failure.kind !== undefined && failure.kind !== 'api') return 'unavailable';
  // Rate limits apply whatever was requested.
  if (failure.status === 429) return 'unavailable';
  switch (failure.type) {
    case 'AUTHORIZATION_ERROR':
      return 'forbidden';
    case 'NOT_FOUND':
    case 'UNKNOWN_WORKFLOW_REQUEST':
      return 'not-found';
    case 'INVALID_REQUEST_BODY':
    case 'INVALID_QUERY_PARAMS':
      return 'refused';
    default:
      // The maker's brand comes first in the name of this type.
      if (failure.type?.endsWith('_AUTHENTICATION_ERROR') === true) return 'unauthorized';
      return isForeign(failure.detail) ? 'unavailable' : categoryOfStatus(failure.status ?? 0);
  }
}

/** JavaScript may pass whatever it caught. */
function checkFailure(thrown: unknown): void {
  const isObject = typeof thrown === 'object' && thrown !== null;
  if (isObject && ['kind', 'status', 'type'].some((name) => name in thrown)) return;
  throw new ServiceClientError(
    'errorCategory only knows what a ServiceError means: ask isServiceError(error) before you call it',
  );
}

/** Explains a failure in two texts of one line each: what happened, and what to do. */
function explainFailure(failure: Failure): ErrorTexts {
  const { endpoint, host, tries } = failure;
  const at = host === undefined ? '' : ` at ${host}`;
  const times = tries > 1 ? ` after ${tries} tries` : '';
  return { summary: `${endpoint}${at} ${happened(failure)}${times}${because(failure)}.`, advice: adviceOn(failure) };
}

function categoryOfStatus(status: number): ErrorCategory {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  return status === 408 || status === 429 || status >= 500 ? 'unavailable' : 'refused';
}

function happened({ kind, status, type }: Failure): string {
  switch (kind) {
    case 'api':
      return `answered ${status ?? 'an error'}${type === undefined ? '' : ` (${type})`}`;
    case 'timeout':
      return 'did not answer in time';
    case 'network':
      return 'could not be reached';
    case 'decode':
      return 'sent an invalid response';
  }
}

function because({ detail }: Failure): string {
  return detail === undefined || detail === '' ? '' : `: ${withoutFullStop(detail)}`;
}

function adviceOn(failure: Failure): string {
  if (failure.advice !== undefined) return failure.advice;
  switch (failure.kind) {
    case 'api':
      return adviceOnAnswer(failure);
    case 'timeout':
      return `Try again later; if the problem persists, check ${connectionSettings(failure)}.`;
    case 'network':
      return adviceOnConnection(failure);
    case 'decode':
      return 'Check that the base address belongs to the service. If it does, this client may not be compatible with it.';
  }
}

function adviceOnAnswer(failure: Failure): string {
  const { status = 0, requiredRole, retryAfterMs = 0, host = 'the service', usesProxyVariables = false } = failure;
  const answering = findAnswering(status);
  if (answering !== null) return toSurroundingAdvice(answering, { host, usesProxyVariables, isWritten: true });
  if (retryAfterMs > MAX_RETRY_AFTER_MS) {
    return `The service asks to wait ${Math.ceil(retryAfterMs / 1000)} s, which is longer than the ${MAX_RETRY_AFTER_MS / 1000} s limit. Try again after that.`;
  }
  const isPage = isForeign(failure.detail) && errorCategory(failure) === 'unavailable';
  if (isPage && categoryOfStatus(status) !== 'unavailable') {
    return 'Check that the base address leads to the service, and that no proxy or firewall on the way answers for it.';
  }
  switch (errorCategory(failure)) {
    case 'unauthorized':
      return 'Check that the API key is valid, not revoked, and a key of this service.';
    case 'forbidden':
      return `Use an API key with ${requiredRole === undefined ? 'more rights' : `the role "${requiredRole}"`}.`;
    case 'not-found':
      return 'Check the ID, the base address, and that the key has access to it.';
    case 'refused':
      return 'Retrying will not help. Correct the request.';
    case 'unavailable':
      return 'Try again later.';
  }
}

function adviceOnConnection(failure: Failure): string {
  const { cause, host, usesProxyVariables = false } = failure;
  if (cause === undefined) return `Check ${connectionSettings(failure)}.`;
  if (isRefusedHere(cause)) return 'Correct the address; trying again will not help.';
  const surrounding = findSurrounding(cause);
  if (surrounding !== null) {
    return toSurroundingAdvice(surrounding, { host: host ?? 'the service', usesProxyVariables, isWritten: true });
  }
  const code = 'code' in cause ? String(cause.code) : '';
  if (code === 'CERT_HAS_EXPIRED') {
    return 'Check the clock of this machine; if it is right, the certificate of the service has to be renewed.';
  }
  if (code === NO_TLS_CODE) {
    const proxy = usesProxyVariables ? ' If HTTPS_PROXY begins with https://, the proxy may need http:// too.' : '';
    return `Check the port in the base address; a service on this machine may need http:// instead of https://.${proxy}`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'Check the host name in the base address.';
  return `Check ${connectionSettings(failure)}.`;
}

function connectionSettings({ usesProxyVariables = false }: Failure): string {
  return usesProxyVariables
    ? 'the base address, the network, and HTTPS_PROXY, HTTP_PROXY and NO_PROXY'
    : 'the base address and the network';
}
