// Owns the error of a run that cannot go on for a foreseen reason.

/** The message says what failed, why, and what to do; the stack would not help anybody. */
export class ExpectedError extends Error {
  override readonly name: string = 'ExpectedError';
  readonly isExpected = true;
}

/**
 * Whether an error was foreseen, as it says itself: an action consists of two files, and each has classes of its
 * own, so `instanceof` would miss those of the other.
 */
export function isExpected(error: unknown): error is Error {
  return error instanceof Error && 'isExpected' in error && error.isExpected === true;
}
