// Errors that we expect: they stop a run but are not bugs in Scan Gate.

/** The message says what failed, why, and what to do; it is shown without a stack. */
export class ExpectedError extends Error {
  override readonly name: string = 'ExpectedError';
}

/** The run took longer than its waits and its work may take. */
export class DeadlineError extends ExpectedError {
  override readonly name = 'DeadlineError';
}
