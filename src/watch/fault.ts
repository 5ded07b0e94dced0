// The end of a watch that could not look: nothing is written, and the job is red.
import { explain, isGitHubFailure } from '../github/failure.ts';
import { ExpectedError, isUnverified, unverified, type Unverified } from '../judgement/unverified.ts';

/** Carries the reason to the end of the run. */
export class UnverifiedError extends ExpectedError {
  override readonly name = 'UnverifiedError';
  readonly fault: Unverified;

  constructor(fault: Unverified) {
    super(fault.what);
    this.fault = fault;
  }
}

/** What was read. Throws an UnverifiedError where it was not. */
export function requireRead<Read extends object>(read: Read | Unverified): Read {
  if (isUnverified(read)) throw new UnverifiedError(read);
  return read;
}

/** What is asked of GitHub, for the sentence that says it failed. */
export interface Question {
  /** Completes "could not …". */
  readonly doing: string;
  /** What a workflow would have to grant. */
  readonly permission: string;
}

/** States that GitHub could not be read or written. */
export function gitHubFault(error: unknown, { doing, permission }: Question): Unverified {
  return unverified('github-error', explain(error, doing, permission), ['Run this job again.']);
}

/** Gives GitHub's answer. Rejects with an UnverifiedError, with the reason of a cancelled job, or with a defect of our own. */
export async function fetchOrFail<T>(signal: AbortSignal, question: Question, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    signal.throwIfAborted();
    if (!isGitHubFailure(error)) throw error;
    throw new UnverifiedError(gitHubFault(error, question));
  }
}
