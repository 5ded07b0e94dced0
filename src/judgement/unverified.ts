// Why nothing could be judged: the reason, what happened, and what to do.
import { ExpectedError } from './errors.ts';
import type { EpochMs } from './identifiers.ts';
import type { UnverifiedReason } from './verdict.ts';

/** Plain text that may quote the service: untrusted until a document escapes it. */
export interface Explanation {
  readonly what: string;
  /** What the maintainer of the workflow can do; one sentence each. */
  readonly advice: readonly string[];
  /** Completes "could not judge: …" where the usual words for the reason would be wrong. */
  readonly headline?: string | undefined;
  /** Whether it would be the same if the job ran again; absent: it may not be. */
  readonly isLasting?: boolean | undefined;
  /** Whether the pull request changes more than GitHub computes, which its author can split; absent: it does not. */
  readonly isTooMuch?: boolean | undefined;
  /** Whether the repository was renamed since the run began, which only a new run knows; absent: it was not. */
  readonly isRenamed?: boolean | undefined;
  /** When GitHub's rate limit ends; absent: there is none, or it does not say. */
  readonly notBefore?: EpochMs | undefined;
  /** What of the network of the machine that runs the job failed, where it is not the far end; absent: nothing. */
  readonly surrounding?: Surrounding | undefined;
}

/** A part of the network of the machine that runs the job, which its owner can mend and nobody else. */
export type Surrounding = 'proxy' | 'certificate' | 'clock' | 'name' | 'network';

interface UnverifiedDetails extends Explanation {
  /**
   * `what` with the words of others, where they said any: the service's may name a bug, a file or an organization, and those of a
   * connection that failed hosts in an inner network. See `toShownFault`.
   */
  readonly quoted?: string | undefined;
  /** `advice` where only people with access can open a pull request; absent: it is the same. See `toFaultForReaders`. */
  readonly privateAdvice?: readonly string[] | undefined;
  /** The same in a few words of ours, such as `the service answered 503`; absent: there are none. */
  readonly brief?: string | undefined;
  /** Whether it may pass by itself, such as an outage; absent: it would be the same next time. */
  readonly isTransient?: boolean | undefined;
  /** Whether nobody was asked, for lack of requests, time or a token; absent: somebody was. */
  readonly isGivenUp?: boolean | undefined;
  /** Whether the service says that what was asked for is not there (404); absent: it does not say so. */
  readonly isGone?: boolean | undefined;
  /** Whether GitHub says that the token may not; absent: it does not say so. */
  readonly isRefused?: boolean | undefined;
  /** Whether GitHub knows no such pull request, or does not show it to this token; absent: it does not say so. */
  readonly isMissing?: boolean | undefined;
  /** Whether the workflow, or a person's own token, needs a permission, by GitHub's words, or may need one; absent: it would not help. */
  readonly needsPermission?: 'workflow' | 'token' | undefined;
}

/** Thrown where something turns out not to be known, and caught once in each action; a value where results stand beside it. */
export class Unverified extends ExpectedError implements UnverifiedDetails {
  override readonly name = 'Unverified';
  readonly kind = 'unverified';
  readonly reason: UnverifiedReason;
  declare readonly what: string;
  declare readonly advice: readonly string[];
  declare readonly headline?: string | undefined;
  declare readonly isLasting?: boolean | undefined;
  declare readonly isTooMuch?: boolean | undefined;
  declare readonly isRenamed?: boolean | undefined;
  declare readonly notBefore?: EpochMs | undefined;
  declare readonly surrounding?: Surrounding | undefined;
  declare readonly quoted?: string | undefined;
  declare readonly privateAdvice?: readonly string[] | undefined;
  declare readonly brief?: string | undefined;
  declare readonly isTransient?: boolean | undefined;
  declare readonly isGivenUp?: boolean | undefined;
  declare readonly isGone?: boolean | undefined;
  declare readonly isRefused?: boolean | undefined;
  declare readonly isMissing?: boolean | undefined;
  declare readonly needsPermission?: 'workflow' | 'token' | undefined;

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

/** Whether something that was asked for is not known. */
export function isUnverified(read: unknown): read is Unverified {
  return read instanceof Unverified;
}
