// The base class of the client's errors, and the error of a setting.

/** A response without its body. */
export interface ResponseInfo {
  readonly status: number;
  /** Any header by its name, in upper or lower case; null if there is none. */
  readonly headers: { get(name: string): string | null };
  /** The service knows the request by this: the header `x-request-id`, `request-id` or `traceparent`, the first that is there. */
  readonly requestId: string | undefined;
  /** How many times the request was sent. */
  readonly tries: number;
}

/** The two texts of an error, each in whole sentences: what happened, and what to do. */
export interface ErrorTexts {
  readonly summary: string;
  readonly advice: string;
}

/**
 * Whatever the client throws is one of these, except the reason of an aborted signal, and what your own functions throw.
 * The class itself is the error of an argument that a call cannot use, thrown before anything is sent.
 */
export class ServiceClientError extends Error {
  override readonly name: string;

  /** The message has both texts; the stack, which Node prints if nobody catches the error, has a line for each. */
  constructor(
    text: string | ErrorTexts,
    { name = 'ServiceClientError', cause }: { readonly name?: string; readonly cause?: Error | undefined } = {},
  ) {
    super(typeof text === 'string' ? text : `${text.summary} ${text.advice}`, cause && { cause });
    this.name = name;
    const { stack = '', message } = this;
    const frames = stack.slice(stack.indexOf(message) + message.length);
    if (typeof text !== 'string') this.stack = `${name}: ${text.summary}\n  ${text.advice}${frames}`;
  }
}

/** An option of a client that cannot be used. The message names the option, never its value if that may be secret. */
export class ConfigurationError extends ServiceClientError {
  declare readonly name: 'ConfigurationError';

  constructor(message: string) {
    super(message, { name: 'ConfigurationError' });
  }
}

/** Keeps properties of an error, which its message has already or which are long, out of what Node prints of it. */
export function hideProperties(error: ServiceClientError, names: readonly string[]): void {
  for (const name of names) Object.defineProperty(error, name, { enumerable: false });
}
