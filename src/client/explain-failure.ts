// The message of a failed request: what failed, why, what to do. Pure.
import { MAX_RETRY_AFTER_MS } from '../net/retry-timing.ts';
import type { Failure } from './failure.ts';
import type { Head } from './uncaught.ts';

/** What a failure means for the caller. */
export type ErrorCategory = 'unauthorized' | 'forbidden' | 'not-found' | 'refused' | 'unavailable';

/**
 * Categorizes an `api` failure by its type if the service documents that type, otherwise by its status. (The
 * documentation does not map types to statuses, so a known type says more than the status, except with 429.)
 * `refused`: the request itself is wrong. `unavailable`: the service, or the connection to it, is failing now.
 */
export function errorCategory(failure: Pick<Failure, 'status' | 'type'>): ErrorCategory {
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
      return failure.type?.endsWith('_AUTHENTICATION_ERROR') === true
        ? 'unauthorized'
        : categoryOfStatus(failure.status ?? 0);
  }
}

/** Explains a failure in two texts of one line each: what happened, and what to do. */
export function explainFailure(failure: Failure): Head {
  const { endpoint, host, tries } = failure;
  const at = host === undefined ? '' : ` at ${host}`;
  const times = tries > 1 ? ` after ${tries} tries` : '';
  return {
    summary: `${endpoint}${at} ${happened(failure)}${times}${because(failure)}.`,
    advice: adviceOn(failure),
  };
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
  return detail === undefined || detail === '' ? '' : `: ${detail.replace(/(?<![.\s])[.\s]+$/, '')}`;
}

function adviceOn(failure: Failure): string {
  if (failure.advice !== undefined) return failure.advice;
  switch (failure.kind) {
    case 'api':
      return adviceOnAnswer(failure);
    case 'timeout':
      return 'Try again later; if the problem persists, check the base address and the proxy settings.';
    case 'network':
      return adviceOnConnection(failure.cause);
    case 'decode':
      return 'Check that the base address belongs to the service. If it does, this client may not be compatible with it.';
  }
}

function adviceOnAnswer(failure: Failure): string {
  const { requiredRole, retryAfterMs = 0 } = failure;
  if (retryAfterMs > MAX_RETRY_AFTER_MS) {
    return `The service asks to wait ${Math.ceil(retryAfterMs / 1000)} s, which is longer than the ${MAX_RETRY_AFTER_MS / 1000} s limit. Try again after that.`;
  }
  switch (errorCategory(failure)) {
    case 'unauthorized':
      return 'Check that the API key is valid, not revoked, and a key of this service.';
    case 'forbidden':
      return `Use an API key with ${requiredRole === undefined ? 'more rights' : `the role "${requiredRole}"`}.`;
    case 'not-found':
      return 'Check the identifier, the base address, and that the key has access to it.';
    case 'refused':
      return 'Retrying will not help. Correct the request.';
    case 'unavailable':
      return 'Try again later.';
  }
}

function adviceOnConnection(cause: Error | undefined): string {
  const code = cause !== undefined && 'code' in cause ? String(cause.code) : '';
  if (/CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/.test(code)) {
    return 'If the service uses a certificate authority of its own, NODE_EXTRA_CA_CERTS must name a PEM file with its certificate; if Node cannot read the file, it only warns and continues.';
  }
  return 'Check the base address, the network, and HTTPS_PROXY, HTTP_PROXY and NO_PROXY.';
}
