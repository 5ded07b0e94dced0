// An error of the service becomes a cause.
import { errorCategory, isServiceError, type ServiceError } from '../client/index.ts';
import type { Cause, CauseOf, ListOwner } from '../judgement/cause.ts';
import { DeadlineError, ShareError } from '../judgement/errors.ts';
import { Unverified } from '../judgement/unverified.ts';
import { findAnswering, findSurrounding } from '../net/network-cause.ts';

/** Reads a thrown error, of the list `list`. Rethrows a cancelled job, or a bug in Scan Gate. */
export function unverifiedBy(error: unknown, list: ListOwner | null = null): Unverified {
  if (error instanceof Unverified) return error;
  if (error instanceof DeadlineError) {
    return new Unverified({ kind: 'no-time', isOfShare: error instanceof ShareError, said: error.message });
  }
  if (!isServiceError(error)) throw error;
  return new Unverified(toCause(error, list));
}

function toCause(error: ServiceError, list: ListOwner | null): Cause {
  const { cause, status = null, retryAfterMs = null } = error;
  const told = { who: 'service', task: null, ...toTold(error) } as const;
  const failed = { ...told, remedy: error.advice };
  const part = cause instanceof Error ? findSurrounding(cause) : findAnswering(status);
  if (part !== null) return { kind: 'surroundings', part, lasts: !mayPass(error), status, ...failed };
  const meaning = errorCategory(error);
  switch (meaning) {
    case 'unauthorized':
      return { kind: 'refused-key', ...failed };
    case 'forbidden':
      return { kind: 'lacks-role', ...failed };
    case 'not-found':
    case 'refused':
      if (list === 'scan' && meaning === 'not-found') return { kind: 'list-gone', ...told };
      // The client's advice is for the author of the request, and no reader of a gate did.
      return { kind: 'refused', isForbidden: false, list, ...told };
    case 'unavailable':
      if (status === 429) return { kind: 'rate-limited', until: null, waitMs: retryAfterMs, ...told };
      if (!mayPass(error)) return { kind: 'outage', how: 'broken', status, ...failed };
      // An answer is one of the service; without any it may be the way to it.
      return { kind: 'outage', how: 'down', status, ...(status === null ? failed : told) };
  }
}

/** A refusal or a malformed answer would be the same next time. */
function mayPass({ kind, status = 500 }: ServiceError): boolean {
  return kind !== 'decode' && (status === 408 || status === 429 || status >= 500);
}

/** Gives the answer, or a fault as a value because other results stand beside it. */
export async function orUnverified<Value>(
  asked: Promise<Value>,
  list: ListOwner | null = null,
): Promise<Value | Unverified> {
  try {
    return await asked;
  } catch (error) {
    return unverifiedBy(error, list);
  }
}

const WITHHELD = 'What else the service said is not shown, because it may name a bug or an organization.';

/** Tells what happened with and without the service's own words, and host names that only the connection tells. */
function toTold({ kind, summary, publicSummary }: ServiceError): Pick<CauseOf<'outage'>, 'said' | 'quotation'> {
  if (publicSummary === summary) return { said: summary };
  return { said: kind === 'network' ? publicSummary : `${publicSummary} ${WITHHELD}`, quotation: summary };
}
