// A judgement that could not be made: the reason, what happened, and what to do.
import type { UnverifiedReason } from './verdict.ts';

/** Plain text that may quote the service: hostile until a document neutralises it. */
export interface Explanation {
  /** One sentence. */
  readonly what: string;
  /** What the reader can do, a sentence each. */
  readonly advice: readonly string[];
}

export interface Unverified extends Explanation {
  readonly kind: 'unverified';
  readonly reason: UnverifiedReason;
}

/** States that nothing could be judged. */
export function unverified(
  reason: UnverifiedReason,
  what: string,
  advice: readonly string[] = [],
): Unverified {
  return { kind: 'unverified', reason, what, advice };
}
