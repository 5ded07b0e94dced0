// `Unverified` carries the cause why nothing could be judged.
import { type Cause, toReason } from './cause.ts';
import { ExpectedError } from './errors.ts';
import type { UnverifiedReason } from './verdict.ts';

/** It is thrown where something turns out not to be known, and caught once in each action. Beside other results it is a value. */
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

export function isUnverified(read: unknown): read is Unverified {
  return read instanceof Unverified;
}
