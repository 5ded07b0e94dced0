// The base class of the client's errors, and the error of a setting.

/**
 * Whatever the client throws is one of these, except the reason of an aborted signal, and what your own functions throw.
 * It is itself the error of an argument that a call cannot use, thrown before anything is sent.
 */
export class ServiceClientError extends Error {
  override readonly name: string = 'ServiceClientError';
}

/** An option of a client that cannot be used. The message names the option, never its value if that may be secret. */
export class ConfigurationError extends ServiceClientError {
  override readonly name = 'ConfigurationError';
}
