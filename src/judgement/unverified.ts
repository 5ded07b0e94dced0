// Why nothing could be judged, as it is passed on and thrown.
import { type Cause, toReason } from './cause.ts';
import { ExpectedError } from './errors.ts';
import type { UnverifiedReason } from './verdict.ts';

/** Thrown where something turns out not to be known, and caught once in each action; a value where results stand beside it. */
export class Unverified extends ExpectedError {
  override readonly name = 'Unverified';
  readonly kind = 'unverified';
  override readonly cause: Cause;
  readonly reason: UnverifiedReason;

  constructor(cause: Cause) {
    super(toReason(cause));
    this.cause = cause;
    this.reason = toReason(cause);
  }
}

/** Whether something that was asked for is not known. */
export function isUnverified(read: unknown): read is Unverified {
  return read instanceof Unverified;
}
