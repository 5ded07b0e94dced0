// Errors of a run that cannot go on for a foreseen reason.

/** The message says what failed, why, and what to do; a stack would not help anybody. */
export class ExpectedError extends Error {
  override readonly name: string = 'ExpectedError';
}

/** The run has taken longer than its waits and its work may take. */
export class DeadlineError extends ExpectedError {
  override readonly name = 'DeadlineError';
}
