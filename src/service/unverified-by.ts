// What an error of the service means for the verdict.
import { isServiceError, errorCategory } from '../client/index.ts';
import { DeadlineError, ExpectedError } from '../domain/expected-error.ts';
import { unverified, type Unverified } from '../domain/unverified.ts';

/** An answer that matches the schema but cannot be true; the message is a sentence that says why. */
export class UnbelievableAnswerError extends ExpectedError {
  override readonly name = 'UnbelievableAnswerError';
  readonly advice: readonly string[];

  constructor(message: string, advice: readonly string[]) {
    super(message);
    this.advice = advice;
  }
}

/**
 * Converts an error of the service to an `unverified` result; its message already says what to do.
 * Rethrows anything else: a cancelled job or a bug in Scan Gate is not a verdict.
 */
export function unverifiedBy(error: unknown): Unverified {
  if (error instanceof DeadlineError) {
    return unverified('service-error', `Gave up on the service: ${error.message}.`, [
      'Run this job again.',
    ]);
  }
  if (error instanceof UnbelievableAnswerError) {
    return unverified('service-error', error.message, error.advice);
  }
  if (!isServiceError(error)) throw error;
  const meaning = error.kind === 'api' ? errorCategory(error) : 'unavailable';
  const refused = meaning === 'unauthorized' || meaning === 'forbidden';
  return unverified(refused ? 'unauthorized' : 'service-error', error.message);
}
