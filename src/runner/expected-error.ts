// Owns the error of a run that cannot go on for a foreseen reason.

/** The message says what failed, why, and what to do; the stack would not help anybody. */
export class ExpectedError extends Error {
  override readonly name: string = 'ExpectedError';
}
