// What an error of the service means for the verdict.
import { errorCategory, isServiceError, type ServiceError } from '../client/index.ts';
import { DeadlineError } from '../judgement/errors.ts';
import { serviceDeadlineFault } from '../judgement/reasons.ts';
import { type Surrounding, Unverified } from '../judgement/unverified.ts';
import { findAnswering, findSurrounding } from '../net/network-cause.ts';

/** What a thrown error means; `Unverified` stays so. Rethrows what is no verdict: a cancelled job or a bug in Scan Gate. */
export function unverifiedBy(error: unknown): Unverified {
  if (error instanceof Unverified) return error;
  if (error instanceof DeadlineError) return serviceDeadlineFault(error);
  if (!isServiceError(error)) throw error;
  const meaning = errorCategory(error);
  const refused = meaning === 'unauthorized' || meaning === 'forbidden';
  const what = toGuardedMessage(error);
  const quoted = what === error.message ? undefined : error.message;
  const isTransient = mayPass(error) ? true : undefined;
  const brief = `the service ${error.status === undefined ? 'did not answer' : `answered ${error.status}`}`;
  const isGone = error.status === 404 ? true : undefined;
  const details = { what, quoted, brief, isTransient, isGone, surrounding: toSurrounding(error) };
  if (!refused) return new Unverified('service-error', { ...details, advice: [] });
  return new Unverified('unauthorized', { ...details, advice: ['The key is the secret behind the input `api-key`.'] });
}

function toSurrounding({ cause, status }: ServiceError): Surrounding | undefined {
  return (cause instanceof Error ? findSurrounding(cause) : findAnswering(status ?? null)) ?? undefined;
}

/** A refusal or a malformed answer would be the same next time. */
function mayPass({ kind, status = 500 }: ServiceError): boolean {
  return kind !== 'decode' && (status === 408 || status === 429 || status >= 500);
}

/** What the service said, or as a value why it is not known, where other results stand beside it. */
export async function orUnverified<Value>(asked: Promise<Value>): Promise<Value | Unverified> {
  try {
    return await asked;
  } catch (error) {
    return unverifiedBy(error);
  }
}

const WITHHELD = 'What else the service said is not shown, because it may name a bug or an organization.';

/** What happened and what to do, without the service's own words, and without host names that only the connection tells. */
function toGuardedMessage({ kind, message, publicMessage }: ServiceError): string {
  return publicMessage === message || kind === 'network' ? publicMessage : `${publicMessage} ${WITHHELD}`;
}
