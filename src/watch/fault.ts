// What a watch asks of GitHub, or why it could not: then nothing is written, and the job is red.
import { findAnswer, hasStatus } from '../github/failure.ts';
import type { GitHubQuestion } from '../judgement/reasons.ts';
import { isUnverified } from '../judgement/unverified.ts';

/** Whether an error says that a pull request is not there, or no more. */
export const isGone = hasStatus(404, 410);

/**
 * Gives GitHub's answer. Rejects with the reason of a cancelled job, or with a defect of our own.
 * @throws {Unverified} If GitHub does not answer.
 */
export async function fetchOrFail<T>(signal: AbortSignal, question: GitHubQuestion, ask: () => Promise<T>): Promise<T> {
  const answer = await findAnswer(signal, question, ask);
  if (isUnverified(answer)) throw answer;
  return answer;
}
