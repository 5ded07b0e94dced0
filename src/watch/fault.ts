// What a watch asks of GitHub, or why it could not: then nothing is written, and the job is red.
import { askGitHub, readFailure } from '../github/failure.ts';
import type { GitHubQuestion } from '../judgement/reasons.ts';

/** What may go better the next time. */
export const AGAIN: readonly string[] = ['Run this job again.'];

/** Whether an error says that a pull request is not there, or no more. */
export function isGone(error: unknown): boolean {
  const { status } = readFailure(error);
  return status === 404 || status === 410;
}

/** Gives GitHub's answer. Rejects as `askGitHub` does. */
export async function fetchOrFail<T>(signal: AbortSignal, question: GitHubQuestion, ask: () => Promise<T>): Promise<T> {
  return await askGitHub(signal, { ...question, advice: AGAIN }, ask);
}
