// What a watch asks of GitHub, or why it could not: then nothing is written, and the job is red.
import { gitHubFault, isGitHubFailure, type Question } from '../github/failure.ts';

/** What may go better the next time. */
export const AGAIN: readonly string[] = ['Run this job again.'];

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
    throw gitHubFault(error, question, AGAIN);
  }
}
