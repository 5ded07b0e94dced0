// The `unverified` result: the reason, what happened, and what to do.
import { type CommitSha, toShortSha } from './identifiers.ts';
import type { UnverifiedReason } from './verdict.ts';

/** Plain text that may quote the service: untrusted until a document escapes it. */
export interface Explanation {
  /** A sentence or a few. */
  readonly what: string;
  /** What the reader can do; one sentence each. */
  readonly advice: readonly string[];
  /** Completes "could not judge this commit: …" where the usual words for the reason would be wrong. */
  readonly headline?: string;
}

export interface Unverified extends Explanation {
  readonly kind: 'unverified';
  readonly reason: UnverifiedReason;
  /** `what` with the service's own words, where it sent any: they may name a bug or a file. See `toShownFault`. */
  readonly quoted?: string;
}

/** Creates an `unverified` result. */
export function unverified(reason: UnverifiedReason, what: string, advice: readonly string[] = []): Unverified {
  return { kind: 'unverified', reason, what, advice };
}

/** Whether something that was asked for is not known. */
export function isUnverified(read: object): read is Unverified {
  return 'kind' in read && read.kind === 'unverified';
}

/** `meanwhile` says what was going on, such as ` while its scan was awaited`. */
export function supersededFault(sha: CommitSha, meanwhile = ''): Unverified {
  return unverified('superseded', `The pull request has moved on from commit \`${toShortSha(sha)}\`${meanwhile}.`, [
    'Nothing to do: the run for the newer commit decides.',
  ]);
}

/** The message says what failed, why, and what to do; it is shown without a stack. */
export class ExpectedError extends Error {
  override readonly name: string = 'ExpectedError';
}

/** The run took longer than its waits and its work may take. */
export class DeadlineError extends ExpectedError {
  override readonly name = 'DeadlineError';
}
