// Why nothing could be judged: the reason, what happened, and what to do.
import { ExpectedError } from './errors.ts';
import { compact } from './lists.ts';
import type { UnverifiedReason, Verdict } from './verdict.ts';

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
  /** The same in a few words of ours, such as `the service answered 503`; absent: there are none. */
  readonly brief?: string | undefined;
  /** Whether it may pass by itself, such as an outage; absent: it would be the same next time. */
  readonly isTransient?: boolean | undefined;
  /** Whether nobody was asked, for lack of requests or time; absent: somebody was. */
  readonly isGivenUp?: boolean | undefined;
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
  declare readonly brief?: string | undefined;
  declare readonly isTransient?: boolean | undefined;
  declare readonly isGivenUp?: boolean | undefined;

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

/** What people read: whose business it is, what happened, and at last the way out. */
export function toExplanation({ reason, what, advice, headline }: Unverified): Explanation {
  return { what: toWhatForAuthor(reason, what), advice: toAdvice(reason, advice), headline };
}

/** A newer commit, and a workflow that was mended, have a run of their own. */
const HAS_ANOTHER_RUN: ReadonlySet<UnverifiedReason> = new Set(['superseded', 'invalid-input']);

/** Ends with the way out: a job that is red stays so until somebody runs it again. */
function toAdvice(reason: UnverifiedReason, advice: readonly string[]): readonly string[] {
  const isSaid = HAS_ANOTHER_RUN.has(reason) || advice.some((line) => /\brun this job again\b/i.test(line));
  const isOutage = reason === 'service-error';
  const when = isOutage && advice.length === 0 ? 'the service works again' : 'that is settled';
  return compact([
    ...advice,
    !isSaid && `Run this job again when ${when}.`,
    isOutage && 'The action `recheck/`, on a schedule, does that by itself.',
  ]);
}

/** Whom to ask, and for what, where the author of a pull request cannot do anything about it. */
const WHOM_TO_ASK: Readonly<Partial<Record<UnverifiedReason, string>>> = {
  unauthorized: 'Ask whoever looks after this workflow to renew the secret behind the input `api-key`.',
  'no-credentials': 'Ask whoever looks after this workflow for the secret behind the input `api-key`.',
  'repository-not-found':
    'Ask whoever looks after this workflow to check the inputs `repository`, `repository-id` and `api-key`.',
  'service-error': 'Ask whoever runs the bug-findings service (input `api-url`) whether something is wrong with it.',
  'stale-scan':
    'Tell whoever looks after the scans of this repository: scanning has stopped, its scans fail, or `max-scan-age` is too short.',
};

/** Whether somebody else than the author of a pull request has to do something. */
export function isOthersBusiness(reason: Verdict['reason']): boolean {
  return reason in WHOM_TO_ASK;
}

/** Begins with whose business it is, and ends with the technical cause. */
function toWhatForAuthor(reason: UnverifiedReason, what: string): string {
  const ask = WHOM_TO_ASK[reason];
  return ask === undefined ? what : `This is not about your change. ${ask} ${what}`;
}
