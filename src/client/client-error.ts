// The base class of the client's errors.

/**
 * Whatever the client throws is one of these, except the reason of an aborted signal. It is itself the error of an
 * argument that a call cannot use, thrown before anything is sent.
 */
export class ServiceClientError extends Error {
  override readonly name: string = 'ServiceClientError';
}
