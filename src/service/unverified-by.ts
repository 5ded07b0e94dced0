// What an error of the service means for the verdict.
import { isServiceError, errorCategory } from '../client/index.ts';
import { DeadlineError, ExpectedError } from '../domain/expected-error.ts';
import { unverified, type Unverified } from '../domain/unverified.ts';

/** An answer of the service that has the right form and cannot be true; the message is a sentence that says why. */
export class UnbelievableAnswerError extends ExpectedError {
  override readonly name = 'UnbelievableAnswerError';
  readonly advice: readonly string[];

  constructor(message: string, advice: readonly string[]) {
    super(message);
    this.advice = advice;
  }
}

/**
 * States what an error of the service means for the verdict; its message already says what to do.
 * Throws anything else again: a cancelled job or a defect is no verdict.
 */
export function unverifiedBy(error: unknown): Unverified {
  if (error instanceof DeadlineError) {
    return unverified('service-error', `The service was given up: ${error.message}.`, [
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
