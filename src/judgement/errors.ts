// The errors that a run expects, which the log shows without a stack.

/** The message says what failed, why, and what to do. */
export class ExpectedError extends Error {
  override readonly name: string = 'ExpectedError';
}

/** The run took longer than its waits and its work may take. */
export class DeadlineError extends ExpectedError {
  override readonly name: string = 'DeadlineError';
}

/** One of several repositories took longer than its share of the run. */
export class ShareError extends DeadlineError {
  override readonly name = 'ShareError';

  constructor() {
    super('this repository has used its share of the time');
  }
}
