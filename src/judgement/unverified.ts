// Why nothing could be judged: the reason, what happened, and what to do.
import { ExpectedError } from './errors.ts';
import { type CommitSha, type RepoId, toShortSha } from './identifiers.ts';
import type { SelectedScan } from './scan-selection.ts';
import type { Scan } from './scan.ts';
import type { UnverifiedReason } from './verdict.ts';

/** Plain text that may quote the service: untrusted until a document escapes it. */
export interface Explanation {
  /** A sentence or a few. */
  readonly what: string;
  /** What the reader can do; one sentence each. */
  readonly advice: readonly string[];
  /** Completes "could not judge this commit: …" where the usual words for the reason would be wrong. */
  readonly headline?: string | undefined;
}

interface UnverifiedDetails extends Explanation {
  /** `what` with the service's own words, where it sent any: they may name a bug or a file. See `toShownFault`. */
  readonly quoted?: string | undefined;
  /** The scan that is too old, still running or failed. Absent if there is none. */
  readonly selected?: SelectedScan | undefined;
  /** The repository's scans as far as they were read, newest first; absent where none were asked for. */
  readonly scans?: readonly Scan[] | undefined;
  /** Absent where it was not known by then. */
  readonly repositoryId?: RepoId | undefined;
}

/**
 * Thrown where it turns out that something cannot be known, and caught once in each action. Where results stand beside
 * what is not known, it is kept as a value.
 */
export class Unverified extends ExpectedError implements UnverifiedDetails {
  override readonly name = 'Unverified';
  readonly kind = 'unverified';
  readonly reason: UnverifiedReason;
  declare readonly what: string;
  declare readonly advice: readonly string[];
  declare readonly headline?: string | undefined;
  declare readonly quoted?: string | undefined;
  declare readonly selected?: SelectedScan | undefined;
  declare readonly scans?: readonly Scan[] | undefined;
  declare readonly repositoryId?: RepoId | undefined;

  constructor(reason: UnverifiedReason, details: UnverifiedDetails) {
    super(details.what);
    this.reason = reason;
    Object.assign(this, details);
  }

  /** The same with other details, such as what was known by then. */
  with(more: Partial<UnverifiedDetails>): Unverified {
    return new Unverified(this.reason, Object.assign({}, this, more));
  }
}

/** The usual one: a reason, a sentence, and what to do. */
export function unverified(reason: UnverifiedReason, what: string, advice: readonly string[] = []): Unverified {
  return new Unverified(reason, { what, advice });
}

/** Whether something that was asked for is not known. */
export function isUnverified(read: unknown): read is Unverified {
  return read instanceof Unverified;
}

/** `meanwhile` says what was going on, such as ` while its scan was awaited`. */
export function supersededFault(sha: CommitSha, meanwhile = ''): Unverified {
  return unverified('superseded', `The pull request has moved on from commit \`${toShortSha(sha)}\`${meanwhile}.`, [
    'Nothing to do: the run for the newer commit decides.',
  ]);
}
