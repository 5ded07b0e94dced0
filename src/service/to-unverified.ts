// What an error of the service means for the verdict.
import { explainFailure } from '../client/explain-failure.ts';
import { errorCategory, isServiceError, type ServiceError } from '../client/index.ts';
import { DeadlineError, ExpectedError, unverified, type Unverified } from '../judgement/unverified.ts';

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
    return unverified('service-error', `Gave up on the service: ${error.message}.`, ['Run this job again.']);
  }
  if (error instanceof UnbelievableAnswerError) {
    return unverified('service-error', error.message, error.advice);
  }
  if (!isServiceError(error)) throw error;
  const meaning = error.kind === 'api' ? errorCategory(error) : 'unavailable';
  const refused = meaning === 'unauthorized' || meaning === 'forbidden';
  const what = toGuardedMessage(error);
  const fault = unverified(refused ? 'unauthorized' : 'service-error', what);
  return what === error.message ? fault : { ...fault, quoted: error.message };
}

const WITHHELD = 'What else the service said is not shown, because it may name a bug (see the input `disclosure`).';

/** The types that the service documents, and roles, are single words. Anything else may say more. */
function toWord(text: string | undefined): string | undefined {
  return text !== undefined && /^[A-Za-z_]{1,40}$/.test(text) ? text : undefined;
}

/** What happened and what to do, without the service's own words: they may name a bug or a file. */
export function toGuardedMessage(error: ServiceError): string {
  const { kind, endpoint, tries, status = 0, retryAfterMs } = error;
  // Everything else, and what is said of a redirect, is our own text.
  if (kind !== 'api' || (status >= 300 && status < 400)) return error.message;
  const [type, requiredRole] = [toWord(error.type), toWord(error.requiredRole)];
  const { summary, advice } = explainFailure({ kind, endpoint, tries, status, type, requiredRole, retryAfterMs });
  const hidden = `${summary} ${advice}`;
  return hidden === error.message ? hidden : `${hidden} ${WITHHELD}`;
}
