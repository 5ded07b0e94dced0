// What a watch asks of GitHub, or why it could not: then nothing is written, and the job is red.
import { explain, isGitHubFailure } from '../github/failure.ts';
import { unverified, type Unverified } from '../judgement/unverified.ts';

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

/**
 * Gives GitHub's answer. Rejects with the reason of a cancelled job, or with a defect of our own.
 * @throws {Unverified} If GitHub could not be read or written.
 */
export async function fetchOrFail<T>(signal: AbortSignal, question: Question, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    signal.throwIfAborted();
    if (!isGitHubFailure(error)) throw error;
    throw gitHubFault(error, question);
  }
}
